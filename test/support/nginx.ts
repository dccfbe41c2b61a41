import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cert, key } from './certificate.js'
import { freePort } from './free-port.js'
import { root } from './stack.js'

/** Why nginx cannot be started here, or undefined. */
export const withoutNginx: string | undefined =
  spawnSync('nginx', ['-v']).error && 'nginx is not installed'

/** A running nginx with deploy/nginx.conf, but for ports and places. */
export interface RunningNginx {
  port: number
  folder: string
  stop(): Promise<void>
}

/**
 * @param servers `host:port` of the gateways: the sample has a line for the first, and a comment
 * for a second one.
 */
export async function startNginx(servers: readonly [string, ...string[]]): Promise<RunningNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-nginx-'))
  const port = await freePort()
  for (const [name, text] of Object.entries({ 'cert.pem': cert, 'key.pem': key }))
    writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'temp'))
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `    ${name}_temp_path ${folder}/temp/${name};\n`)
    .join('')
  const [first, second] = servers
  const text = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ *listen \[::\]:443 ssl.*\n/, '')
    .replace('server 127.0.0.1:8080', `server ${first}`)
    .replace(
      '# server 10.0.0.12:8080',
      second === undefined ? '# server 10.0.0.12:8080' : `server ${second}`,
    )
    .replace('/etc/nginx/tls/fullchain.pem', join(folder, 'cert.pem'))
    .replace('/etc/nginx/tls/privkey.pem', join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
    .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
    .replace('worker_rlimit_nofile 65536;\n', '')
    .replace('http {\n', `http {\n${temp}`)
  writeFileSync(join(folder, 'nginx.conf'), text)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')]
  const judged = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' }).stderr
  const told = judged.replace(/.*worker_connections exceed open file resource limit.*\n/, '')
  if (!/test is successful/.test(told) || /\[(warn|emerg)\]/.test(told))
    throw new Error(`nginx -t: ${told}`)
  // a worker of another user could not write its files into the folder
  const user = process.getuid?.() === 0 ? ' user root;' : ''
  const nginx = spawn('nginx', [...args, '-g', `daemon off;${user}`], { stdio: 'ignore' })
  const gone = once(nginx, 'close')
  await listening(port)
  return {
    port,
    folder,
    async stop() {
      nginx.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'close').then(
        () => false,
        () => false,
      ),
    ])
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx does not listen')
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.js'

/**
 * An nginx that forwards each request to the engine, and does nothing else: what the way alone
 * costs.
 */
export interface Forwarder {
  url: string
  pid: number
  stop(): void
}

/** @returns undefined where nginx is not installed. */
export async function startNginx(engineUrl: string): Promise<Forwarder | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const text = `
daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream engine { server ${new URL(engineUrl).host}; keepalive 128; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / { proxy_pass http://engine; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`
  writeFileSync(join(folder, 'nginx.conf'), text)
  const nginx: ChildProcess = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(url).catch(() => undefined)); tries++) {
    if (tries > 100) throw new Error('nginx does not answer')
    await wait(50)
  }
  return {
    url,
    pid: nginx.pid!,
    stop() {
      nginx.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from './free-port.js'

/** A Redis of the test's own. */
export interface RedisServer {
  port: number
  /** Without a credential. */
  url: string
  /** The running process. */
  child(): ChildProcess
  /** Starts it at the same port again, empty. */
  start(): Promise<void>
  /** Kills it. */
  stop(): Promise<void>
}

/**
 * Starts the redis-server of the PATH on a free port of loopback; it keeps nothing. `args` are
 * options of its own.
 */
export async function startRedis(
  args: (port: number) => string[] = (port) => ['--port', `${port}`],
): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess
  const server: RedisServer = {
    port,
    url: `redis://127.0.0.1:${port}`,
    child: () => child,
    async start() {
      child = spawn('redis-server', [
        ...args(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--dir',
        tmpdir(),
      ])
      let output = ''
      child.stdout!.on('data', (chunk: Buffer) => (output += chunk))
      const ended = once(child, 'exit').then(() =>
        Promise.reject(new Error(`redis-server ended:\n${output}`)),
      )
      while (!output.includes('Ready to accept connections'))
        await Promise.race([once(child.stdout!, 'data'), ended])
      ended.catch(() => undefined)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  await server.start()
  return server
}

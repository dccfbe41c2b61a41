import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Addresses of the running parts. */
export interface Addresses {
  gateway: { url: string; adminUrl: string }
  auth: { url: string; internalUrl: string }
  /** Absent when ELASTICSEARCH_URL names a real engine. */
  engine?: { url: string }
}

/** The whole product as child processes of this one. */
export interface Stack extends Addresses {
  /** Resolves with the name of a part that ended by itself. */
  failed: Promise<string>
  /** Ends the gateway first, so that it can drain, then what it leans on; resolves when all are gone. */
  close(): Promise<void>
}

const entryPoints = {
  engine: './embedded.js',
  auth: '../auth-service/main.js',
  gateway: '../gateway/main.js',
} as const
type PartName = keyof typeof entryPoints

/** After this long a part that should end is killed; the gateway and the auth service drain for at most 10 s. */
const killAfterMs = 11_000

/**
 * Starts the embedded engine (unless ELASTICSEARCH_URL is set), the auth service and the gateway.
 * @throws Error naming the part that did not start; everything started before is ended first.
 */
export async function startStack(env: NodeJS.ProcessEnv): Promise<Stack> {
  const parts: Part[] = []
  const launch = (name: PartName, settings: NodeJS.ProcessEnv): Part => {
    const part = new Part(name, { ...env, ...settings })
    parts.push(part)
    return part
  }
  const close = async () => {
    for (const part of [...parts].reverse()) await part.end()
  }
  try {
    const started = await Promise.all([
      launch('auth', {}).ready<Addresses['auth']>(),
      env.ELASTICSEARCH_URL ? undefined : launch('engine', {}).ready<{ url: string }>(),
    ])
    const [auth, engine] = started
    const gateway = await launch('gateway', {
      AUTH_SERVICE_URL: env.AUTH_SERVICE_URL || auth.url,
      AUTH_INTERNAL_URL: env.AUTH_INTERNAL_URL || auth.internalUrl,
      ELASTICSEARCH_URL: env.ELASTICSEARCH_URL || engine?.url,
    }).ready<Addresses['gateway']>()
    const failed = Promise.race(parts.map((part) => part.ended.then(() => part.name)))
    return { gateway, auth, ...(engine ? { engine } : {}), failed, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One child process; it tells by an IPC message when it is ready. */
class Part {
  readonly name: PartName
  readonly ended: Promise<void>
  readonly #child: ChildProcess

  constructor(name: PartName, env: NodeJS.ProcessEnv) {
    this.name = name
    this.#child = fork(fileURLToPath(new URL(entryPoints[name], import.meta.url)), { env })
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve())
    })
  }

  ready<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', (message) => resolve(message as Message))
      this.#child.once('error', reject)
      void this.ended.then(() => reject(new Error(`the ${this.name} did not start; the line above says why`)))
    })
  }

  async end(): Promise<void> {
    this.#child.kill('SIGTERM')
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), killAfterMs)
    await this.ended
    clearTimeout(killer)
  }
}

import { outOfMemoryAdvice } from '../kit/elasticsearch/embedded-engine.js'
import { programUrl } from '../kit/process/product-folder.js'
import { keepRunning, SupervisedChild } from '../kit/process/supervised-child.js'

const entryPoints = {
  engine: 'dev/embedded.js',
  'auth service': 'auth-service/main.js',
  gateway: 'gateway/main.js',
} as const
/** The services by the names that operators read. */
export type ServiceName = keyof typeof entryPoints

/** The settings of a service's ports, by the addresses that it reports when it is ready. */
const portSettings: Record<ServiceName, Record<string, string>> = {
  engine: { url: 'ENGINE_PORT' },
  'auth service': { url: 'AUTH_PORT', internalUrl: 'AUTH_INTERNAL_PORT' },
  gateway: { url: 'PORT', adminUrl: 'ADMIN_PORT' },
}

/**
 * A service that reports when it is ready, ends when it is disconnected, and is restarted when it
 * ends by itself, on the ports of its first start.
 */
export class SupervisedProcess {
  readonly name: ServiceName
  #env: NodeJS.ProcessEnv
  #process: SupervisedChild
  #settings: Record<string, string | undefined> | undefined
  readonly #ending = new AbortController()
  /** Resolves when it has ended by itself and is not restarted, which the log says. */
  readonly lost: Promise<void>
  #lose: () => void = () => undefined

  /** Starts it. */
  constructor(name: ServiceName, env: NodeJS.ProcessEnv) {
    this.lost = new Promise((resolve) => {
      this.#lose = resolve
    })
    this.name = name
    this.#env = env
    this.#process = this.#start()
  }

  /**
   * Resolves with what it reports when it is ready for the first time; it is kept running from then
   * on. @throws Error naming it when it ends before.
   */
  async ready<Message extends object>(): Promise<Message> {
    const message = await this.#report<Message>()
    this.#env = { ...this.#env, ...readPorts(this.name, message) }
    const kept = keepRunning(this.#process, {
      name: `the ${this.name}`,
      signal: this.#ending.signal,
      report: (line) => console.error(line),
      // what it reads at its start would end it again and again
      giveUp: (how) => this.#outOfMemory(how),
      restart: () => this.#restart(),
    })
    void kept.then((isLost) => isLost && this.#lose())
    return message
  }

  /** Gives it the settings that it waits for (kit/process/supervisor.ts), also after restarts. */
  give(settings: Record<string, string | undefined>): void {
    this.#settings = settings
    this.#process.child.send(settings, () => undefined) // `ended` reports that it is gone
  }

  /** Sends it a notification. */
  notify(name: string): void {
    void this.#process.ipc.notify(name)
  }

  /** From now on its end is expected. */
  letGo(): void {
    this.#ending.abort()
  }

  /** Disconnects it, and waits until it is gone. */
  async end(): Promise<void> {
    this.letGo()
    const { child, ended } = this.#process
    if (child.connected) child.disconnect()
    await ended
  }

  /** Ends it at once. @returns whether it still ran. */
  kill(): boolean {
    this.letGo()
    return this.#process.kill()
  }

  #start(): SupervisedChild {
    return new SupervisedChild(programUrl(entryPoints[this.name]), { env: this.#env })
  }

  #restart(): SupervisedChild {
    this.#process = this.#start()
    if (this.#settings) this.give(this.#settings)
    this.#report().then(
      () => console.error(`the ${this.name} is back`),
      () => undefined, // `ended` reports it
    )
    return this.#process
  }

  /** What it reports when it is ready. @throws Error naming it when it ends before. */
  #report<Message>(): Promise<Message> {
    const { child, ended } = this.#process
    return new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as Message))
      void ended.then((how) => {
        const why = this.#outOfMemory(how) ?? 'the line above says why'
        reject(new Error(`the ${this.name} did not start (${how}); ${why}`))
      })
    })
  }

  /**
   * What to do when it is the embedded engine and ended like a process that has run out of heap: V8
   * aborts it.
   */
  #outOfMemory(how: string): string | undefined {
    if (this.name !== 'engine' || how !== 'SIGABRT') return undefined
    return outOfMemoryAdvice(this.#env.DATA_DIR ?? './data')
  }
}

/** The settings that make a service use the same ports again. */
function readPorts(name: ServiceName, message: object): Record<string, string> {
  const addresses = message as Record<string, string>
  return Object.fromEntries(
    Object.entries(portSettings[name]).map(([address, setting]) => [
      setting,
      toPort(addresses[address]!),
    ]),
  )
}

/** A URL does not contain the default port of its scheme. */
function toPort(url: string): string {
  const { port, protocol } = new URL(url)
  return port || (protocol === 'https:' ? '443' : '80')
}

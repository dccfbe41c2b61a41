import { keepRunning } from '../kit/process/supervised-child.js'
import { type ServiceName, ServiceProcess } from './part.js'

/** The settings of a service's ports, by the addresses that it reports when it is ready. */
const portSettings: Record<ServiceName, Record<string, string>> = {
  engine: { url: 'ENGINE_PORT' },
  'auth service': { url: 'AUTH_PORT', internalUrl: 'AUTH_INTERNAL_PORT' },
  gateway: { url: 'PORT', adminUrl: 'ADMIN_PORT' },
}

/** A service that is restarted when it ends by itself, on the ports of its first start. */
export class SupervisedProcess {
  readonly name: ServiceName
  readonly #env: NodeJS.ProcessEnv
  #process: ServiceProcess
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
    this.#process = new ServiceProcess(name, env)
  }

  /**
   * Resolves with what it reports when it is ready for the first time; it is kept running from then
   * on. @throws Error as `ServiceProcess.ready`.
   */
  async ready<Message extends object>(): Promise<Message> {
    const message = await this.#process.ready<Message>()
    const env = { ...this.#env, ...portsOf(this.name, message) }
    const kept = keepRunning(this.#process, {
      name: `the ${this.name}`,
      signal: this.#ending.signal,
      report: (line) => console.error(line),
      // what it reads at its start would end it again and again
      giveUp: (how) => this.#process.outOfMemory(how),
      restart: () => this.#restart(env),
    })
    void kept.then((isLost) => isLost && this.#lose())
    return message
  }

  /** Gives it the settings that it waits for, now and after each restart. */
  give(settings: Record<string, string | undefined>): void {
    this.#settings = settings
    this.#process.give(settings)
  }

  /** Sends it a notification. */
  notify(name: string): void {
    void this.#process.ipc.notify(name)
  }

  /** From now on its end is expected. */
  letGo(): void {
    this.#ending.abort()
  }

  /** Ends it, and waits until it is gone. */
  async end(): Promise<void> {
    this.letGo()
    await this.#process.end()
  }

  /** Ends it at once. @returns whether it still ran. */
  kill(): boolean {
    this.letGo()
    return this.#process.kill()
  }

  #restart(env: NodeJS.ProcessEnv): ServiceProcess {
    const next = new ServiceProcess(this.name, env)
    this.#process = next
    if (this.#settings) next.give(this.#settings)
    next.ready().then(
      () => console.error(`the ${this.name} is back`),
      () => undefined, // `ended` reports it
    )
    return next
  }
}

/** The settings that make a service use the same ports again. */
function portsOf(name: ServiceName, message: object): Record<string, string> {
  const addresses = message as Record<string, string>
  return Object.fromEntries(
    Object.entries(portSettings[name]).map(([address, setting]) => [
      setting,
      portOf(addresses[address]!),
    ]),
  )
}

/** A URL does not contain the default port of its scheme. */
function portOf(url: string): string {
  const { port, protocol } = new URL(url)
  return port || (protocol === 'https:' ? '443' : '80')
}

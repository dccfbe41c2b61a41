import { type ServiceName, SupervisedProcess } from './supervised-process.js'

/** The embedded engine. */
export interface EngineAddress {
  url: string
  /** What it held at its start, such as `1,000 sample organizations`. */
  holds: string
}

/** Addresses of the running parts. */
export interface Addresses {
  gateway: { url: string; adminUrl: string }
  auth: { url: string; internalUrl: string }
  /** Absent when ELASTICSEARCH_URL names a real engine. */
  engine?: EngineAddress
}

/**
 * What is not gone by then is killed: within 12 s all has ended (docs/architecture.md, Shutdown).
 * Each part drains for 10 s at most.
 */
const endWithinMs = 11_500

/** The whole product as child processes of this one, each brought back when it ends by itself. */
export class Stack {
  readonly #env: NodeJS.ProcessEnv
  readonly #parts: SupervisedProcess[] = []

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /**
   * Starts the embedded engine (unless ELASTICSEARCH_URL is set), the auth service and the gateway,
   * which loads its modules while it waits for the addresses of the other two.
   * @throws Error naming the part that did not start, and how it ended.
   */
  async start(): Promise<Addresses> {
    const part = this.#launch('gateway')
    const [auth, engine] = await Promise.all([
      this.#launch('auth service').ready<Addresses['auth']>(),
      this.#isSet('ELASTICSEARCH_URL') ? undefined : this.#launch('engine').ready<EngineAddress>(),
    ])
    part.give({
      ...(!this.#isSet('AUTH_SERVICE_URL') && { AUTH_SERVICE_URL: auth.url }),
      ...(!this.#isSet('AUTH_INTERNAL_URL') && { AUTH_INTERNAL_URL: auth.internalUrl }),
      ...(engine && { ELASTICSEARCH_URL: engine.url }),
    })
    const gateway = await part.ready<Addresses['gateway']>()
    return { gateway, auth, ...(engine ? { engine } : {}) }
  }

  /** Resolves when a part has ended by itself that is not restarted, which the log says. */
  async lost(): Promise<void> {
    await Promise.race(this.#parts.map((part) => part.lost))
  }

  /** Has the gateway read its configuration again. */
  reload(): void {
    this.#gateway?.notify('reload')
  }

  /**
   * Ends the gateway first, so that it can drain, then its dependencies. Resolves when all are
   * gone.
   */
  async close(): Promise<void> {
    const killer = setTimeout(() => {
      for (const part of this.#parts) {
        if (part.kill()) console.error(`the ${part.name} did not end in time and was killed`)
      }
    }, endWithinMs)
    for (const part of this.#parts) part.letGo()
    await this.#gateway?.end()
    await Promise.all(this.#parts.map((part) => part.end()))
    clearTimeout(killer)
  }

  /** Ends all parts at once. */
  kill(): void {
    for (const part of this.#parts) part.kill()
  }

  /** Whether the operator has given a setting, as NAME or NAME_FILE. */
  #isSet(name: string): boolean {
    return Boolean(this.#env[name] || this.#env[`${name}_FILE`])
  }

  get #gateway(): SupervisedProcess | undefined {
    return this.#parts.find(({ name }) => name === 'gateway')
  }

  #launch(name: ServiceName): SupervisedProcess {
    const part = new SupervisedProcess(name, this.#env)
    this.#parts.push(part)
    return part
  }
}

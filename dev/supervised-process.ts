import { setTimeout as wait } from 'node:timers/promises'
import type { IpcHandler } from '../kit/process/ipc.js'
import { type ServiceName, ServiceProcess } from './part.js'

/**
 * How long a part that ended by itself is left alone: from the first to the second, doubled each
 * time.
 */
const [firstPauseMs, greatestPauseMs] = [100, 5000]

/** A part that has run for so long has come back for good. */
const steadyMs = 10_000

/** The settings of a part's ports, by the addresses that it tells when it is ready. */
const portSettings: Record<ServiceName, Record<string, string>> = {
  engine: { url: 'ENGINE_PORT' },
  'auth service': { url: 'AUTH_PORT', internalUrl: 'AUTH_INTERNAL_PORT' },
  gateway: { url: 'PORT', adminUrl: 'ADMIN_PORT' },
}

/**
 * A part that is started again whenever it ends by itself, at the addresses that it had the first
 * time, so that the others need no news of it. Both its end and its return are told.
 */
export class SupervisedProcess {
  readonly name: ServiceName
  readonly #env: NodeJS.ProcessEnv
  #part: ServiceProcess
  #settings: Record<string, string | undefined> | undefined
  readonly #answers = new Map<string, IpcHandler>()
  #isEnding = false

  /** Starts it. */
  constructor(name: ServiceName, env: NodeJS.ProcessEnv) {
    this.name = name
    this.#env = env
    this.#part = new ServiceProcess(name, env)
  }

  /**
   * Resolves with what it tells when it is ready for the first time; it is kept from then on.
   * @throws Error as `Part.ready`.
   */
  async ready<Message extends object>(): Promise<Message> {
    const message = await this.#part.ready<Message>()
    void this.#keep({ ...this.#env, ...portsOf(this.name, message) })
    return message
  }

  /** Gives it the settings that it waits for, now and at each return. */
  give(settings: Record<string, string | undefined>): void {
    this.#settings = settings
    this.#part.give(settings)
  }

  /** What it is answered when it asks something of this name, now and after each return. */
  answer(name: string, hear: IpcHandler): void {
    this.#answers.set(name, hear)
    this.#part.talk.handle(name, hear)
  }

  /** Tells it something. */
  tell(name: string): void {
    void this.#part.talk.notify(name)
  }

  /** From now on its end is no surprise. */
  letGo(): void {
    this.#isEnding = true
  }

  /** Lets it go, and waits until it is gone. */
  async end(): Promise<void> {
    this.letGo()
    await this.#part.end()
  }

  /** Ends it at once. @returns whether it still ran. */
  kill(): boolean {
    this.letGo()
    return this.#part.kill()
  }

  async #keep(env: NodeJS.ProcessEnv): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, greatestPauseMs)) {
      const startedAt = performance.now()
      const how = await this.#part.ended
      if (this.#isEnding) return
      if (performance.now() - startedAt > steadyMs) pauseMs = firstPauseMs
      if (this.#part.hasUsedUpMemory(how)) {
        // what it reads at its start would end it again and again
        console.error(
          `the ${this.name} ended by itself (${how}) and is not started again: ` +
            `${this.#part.advice}`,
        )
        return
      }
      console.error(
        `the ${this.name} ended by itself (${how}); started again in ${pauseMs / 1000} s`,
      )
      await wait(pauseMs)
      if (this.#isEnding) return
      this.#part = new ServiceProcess(this.name, env)
      if (this.#settings) this.#part.give(this.#settings)
      for (const [name, hear] of this.#answers) this.#part.talk.handle(name, hear)
      this.#part.ready().then(
        () => console.error(`the ${this.name} is back`),
        () => undefined, // its end is told by the next round
      )
    }
  }
}

/** Asks for the ports that a part had. */
function portsOf(name: ServiceName, message: object): Record<string, string> {
  const addresses = message as Record<string, string>
  return Object.fromEntries(
    Object.entries(portSettings[name]).map(([address, setting]) => [
      setting,
      portOf(addresses[address]!),
    ]),
  )
}

/** A port that is the default of its scheme does not stand in a URL. */
function portOf(url: string): string {
  const { port, protocol } = new URL(url)
  return port || (protocol === 'https:' ? '443' : '80')
}

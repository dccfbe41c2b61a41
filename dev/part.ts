import { outOfMemoryAdvice } from '../kit/elasticsearch/embedded-engine.js'
import { SupervisedChild } from '../kit/process/supervised-child.js'

const entryPoints = {
  engine: './embedded.js',
  'auth service': '../auth-service/main.js',
  gateway: '../gateway/main.js',
} as const
/** The services by the names that operators read. */
export type ServiceName = keyof typeof entryPoints

/** One service: it reports when it is ready, and ends when it is disconnected. */
export class ServiceProcess extends SupervisedChild {
  readonly name: ServiceName
  readonly #env: NodeJS.ProcessEnv

  constructor(name: ServiceName, env: NodeJS.ProcessEnv) {
    super(new URL(entryPoints[name], import.meta.url), { env })
    this.name = name
    this.#env = env
  }

  /**
   * Resolves with what it reports when it is ready. @throws Error naming it when it ends before.
   */
  ready<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.child.once('message', (message) => resolve(message as Message))
      void this.ended.then((how) => {
        const why = this.outOfMemory(how) ?? 'the line above says why'
        reject(new Error(`the ${this.name} did not start (${how}); ${why}`))
      })
    })
  }

  /**
   * What to do when it is the embedded engine and ended like a process that has run out of heap: V8
   * aborts it.
   */
  outOfMemory(how: string): string | undefined {
    if (this.name !== 'engine' || how !== 'SIGABRT') return undefined
    return outOfMemoryAdvice(this.#env.DATA_DIR ?? './data')
  }

  /** Gives it the settings that it waits for (kit/process/supervisor.ts). */
  give(settings: Record<string, string | undefined>): void {
    this.child.send(settings, () => undefined) // `ended` reports that it is gone
  }

  /** Disconnects it, and waits until it is gone. */
  async end(): Promise<void> {
    if (this.child.connected) this.child.disconnect()
    await this.ended
  }
}

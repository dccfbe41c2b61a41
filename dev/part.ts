import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { outOfMemoryAdvice } from '../kit/elasticsearch/embedded-engine.js'
import { Ipc } from '../kit/process/ipc.js'
import { supervised } from '../kit/process/supervisor.js'

const entryPoints = {
  engine: './embedded.js',
  'auth service': '../auth-service/main.js',
  gateway: '../gateway/main.js',
} as const
/** The parts by the names that operators read. */
export type ServiceName = keyof typeof entryPoints

/** One child process, led over IPC: it tells when it is ready, and ends when it is let go. */
export class ServiceProcess {
  readonly name: ServiceName
  /** Resolves with how it ended: an exit code or a signal. */
  readonly ended: Promise<string>
  readonly talk: Ipc
  readonly #child: ChildProcess
  readonly #env: NodeJS.ProcessEnv

  constructor(name: ServiceName, env: NodeJS.ProcessEnv) {
    this.name = name
    this.#env = env
    this.#child = fork(fileURLToPath(new URL(entryPoints[name], import.meta.url)), [supervised], {
      env,
    })
    this.talk = new Ipc(this.#child)
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
      this.#child.on('error', ({ message }) => resolve(message))
    })
  }

  /** Resolves with what it tells when it is ready. @throws Error naming it when it ends before. */
  ready<Message>(): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#child.once('message', (message) => resolve(message as Message))
      void this.ended.then((how) =>
        reject(new Error(`the ${this.name} did not start (${how}); ${this.#why(how)}`)),
      )
    })
  }

  /**
   * Whether it is the embedded engine and ended as a process does that has used up its heap: V8
   * aborts it.
   */
  hasUsedUpMemory(how: string): boolean {
    return this.name === 'engine' && how === 'SIGABRT'
  }

  /** What to do when it has used up its memory. */
  get advice(): string {
    return outOfMemoryAdvice(this.#env.DATA_DIR ?? './data')
  }

  #why(how: string): string {
    return this.hasUsedUpMemory(how) ? this.advice : 'the line above says why'
  }

  /** Gives it the settings that it waits for (kit/process/supervisor.ts). */
  give(settings: Record<string, string | undefined>): void {
    this.#child.send(settings, () => undefined) // when it is gone, `ended` tells
  }

  /** Lets it go, and waits until it is gone. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect()
    await this.ended
  }

  /** @returns whether it still ran. */
  kill(): boolean {
    return this.#child.kill('SIGKILL')
  }
}

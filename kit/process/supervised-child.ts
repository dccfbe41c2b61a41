import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Ipc } from './ipc.js'
import { supervised } from './supervisor.js'

/** Delay before a restart: the first, and the longest; doubled in between. */
const [firstPauseMs, maxPauseMs] = [100, 5000]

/** A child that has run this long did not cause the next one's end. */
const steadyMs = 10_000

/** A child process that is connected by IPC and leaves signals to its parent. */
export class SupervisedChild {
  readonly ipc: Ipc
  /** Resolves with how it ended: an exit code or a signal. */
  readonly ended: Promise<string>
  readonly child: ChildProcess

  /** Starts it. */
  constructor(entryPoint: URL, options: ForkOptions, args: readonly string[] = []) {
    this.child = fork(fileURLToPath(entryPoint), [supervised, ...args], options)
    this.ipc = new Ipc(this.child)
    this.ended = new Promise((resolve) => {
      this.child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
      this.child.on('error', ({ message }) => resolve(message))
    })
  }

  /** Ends it at once. @returns whether it still ran. */
  kill(): boolean {
    return this.child.kill('SIGKILL')
  }
}

/** How a child is kept running. */
export interface KeepOptions<Child> {
  /** As the log names it. */
  name: string
  /** Once aborted, its end is expected. */
  signal: AbortSignal
  report(line: string, how: string): void
  /** Why it should not be restarted after it ended like this, if so. */
  giveUp?(how: string): string | undefined
  /** Starts the next one. It reports its own failures, and `ended` of the child settles then. */
  restart(): Child | Promise<Child>
}

/**
 * Restarts a child whenever it ends by itself, after a delay. @returns whether it gave up; else its
 * end was expected.
 */
export async function keepRunning<Child extends Pick<SupervisedChild, 'ended'>>(
  child: Child,
  { name, signal, report, giveUp, restart }: KeepOptions<Child>,
): Promise<boolean> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const startedAt = performance.now()
    const how = await child.ended
    if (signal.aborted) return false
    const reason = giveUp?.(how)
    if (reason) {
      report(`${name} ended by itself (${how}) and is not started again: ${reason}`, how)
      return true
    }
    if (performance.now() - startedAt > steadyMs) pauseMs = firstPauseMs
    report(`${name} ended by itself (${how}); started again in ${pauseMs / 1000} s`, how)
    await wait(pauseMs)
    if (signal.aborted) return false
    child = await restart()
  }
}

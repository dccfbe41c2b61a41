import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A program of the bench as a process. */
export interface Child {
  /** Where it listens. */
  url: string
  pid: number
  process: ChildProcess
}

/**
 * What is not measured collects its garbage seldom, and in one thread: of V8's four, each may keep
 * a processor for 4 ms while a search of what is measured waits.
 */
const unobtrusive = ['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']

/** Starts a program that is measured. */
export function startChild(module: string, env: NodeJS.ProcessEnv = {}): Promise<Child> {
  return start(module, { env: { PATH: process.env.PATH, ...env } })
}

/** Starts what a measurement needs next to the programs: who asks them, what they ask. */
export function startHelper(module: string): Promise<Child> {
  return start(module, { env: { PATH: process.env.PATH }, execArgv: unobtrusive })
}

/**
 * Starts a module, named from this folder, which reports its URL over IPC and ends with this
 * process.
 * @throws Error when it ends instead.
 */
function start(module: string, options: ForkOptions): Promise<Child> {
  const started = fork(fileURLToPath(new URL(module, import.meta.url)), options)
  return new Promise((resolve, reject) => {
    started.once('message', (url) =>
      resolve({ url: String(url), pid: started.pid!, process: started }),
    )
    started.once('exit', (code) => reject(new Error(`${module} ended with ${code}`)))
  })
}

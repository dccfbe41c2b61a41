import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { programUrl } from '../kit/process/product-folder.js'

/** A program of the bench as a process. */
export interface Child {
  /** What it reported first: where it listens, if it does. */
  url: string
  pid: number
  process: ChildProcess
}

interface Options {
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
  /**
   * Whether it stands next to what is measured: it collects its garbage seldom, and in one thread.
   * Of V8's four, each may keep a processor for 4 ms while a request waits.
   */
  isHelper?: boolean
}

const seldom = ['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']

/**
 * Starts a module, named from this folder, which reports its URL over IPC and ends with this
 * process.
 * @throws Error when it ends instead.
 */
export function startChild(
  module: string,
  { args = [], env = {}, isHelper = false }: Options = {},
): Promise<Child> {
  const child = fork(programUrl(`bench/${module}`), [...args], {
    env: { PATH: process.env.PATH, ...env },
    execArgv: isHelper ? seldom : [],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve({ url: String(url), pid: child.pid!, process: child }))
    child.once('exit', (code) => reject(new Error(`${module} ended with ${code}`)))
  })
}

/** Sends a message to a child. @returns its answer. */
export async function ask<Answer>({ process }: Child, message: object | string): Promise<Answer> {
  process.send(message)
  return (await once(process, 'message'))[0] as Answer
}

/** In such a child: reports its URL or name, and ends with its parent. */
export function ready(url: string): void {
  process.once('disconnect', () => process.exit(0))
  process.send?.(url)
}

/**
 * Has a process, with all of its threads, compute only when nothing else would: in production its
 * work is done on another machine. The lowest priority alone does not do that: who wakes up would
 * wait until such a process has had its slice of the core, 3 to 4 ms of Linux's scheduler (EEVDF).
 * Without `chrt` (util-linux) it stays at the lowest priority, and the figures are worse for it.
 */
export function computeElsewhere(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  try {
    execFileSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(pid)], { stdio: 'ignore' })
  } catch {
    console.log(`  process ${pid} has the lowest priority only: there is no chrt`)
  }
}

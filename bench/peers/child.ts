import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A program of the bench as a process. */
export interface Child {
  /** Where it listens. */
  url: string
  pid: number
  process: ChildProcess
}

/** Starts a module of this folder, which tells its URL over IPC and ends with this process. @throws Error when it ends instead. */
export function startChild(module: string, env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const file = fileURLToPath(new URL(module, import.meta.url))
  const started = fork(file, { env: { PATH: process.env.PATH, ...env } })
  return new Promise((resolve, reject) => {
    started.once('message', (url) => resolve({ url: String(url), pid: started.pid!, process: started }))
    started.once('exit', (code) => reject(new Error(`${module} ended with ${code}`)))
  })
}

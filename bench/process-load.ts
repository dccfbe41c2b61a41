import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory in MB and open files of a process (Linux). */
export interface Load {
  memory: number
  files: number
}

export function loadOf(pid: number): Load {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  return { memory: Math.round(kilobytes / 1024), files: readdirSync(`/proc/${pid}/fd`).length }
}

/** CPU time of a process and its children, with all their threads, in microseconds (Linux). */
export function cpuTime(pid: number): number {
  const nanoseconds = [pid, ...childrenOf(pid)].flatMap((one) =>
    readdirSync(`/proc/${one}/task`).map((thread) =>
      Number(readFileSync(`/proc/${one}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    ),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000
}

/** A part of the product that runs. */
interface PartProcess {
  name: string
  pid: number
}

const names: readonly [RegExp, string][] = [
  [/gateway\/worker\/main/, 'the gateway'], // its workers; of WORKERS=1 the one that serves
  [/auth-service\/main/, 'the auth service'],
  [/dev\/embedded/, 'the engine'],
]

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

/** The parts that a process has started. */
export function descendants(pid: number): PartProcess[] {
  return childrenOf(pid).flatMap((child) => {
    const command = readFileSync(`/proc/${child}/cmdline`, 'utf8')
    const known = names.find(([pattern]) => pattern.test(command))
    return known ? [{ name: known[1], pid: child }] : descendants(child)
  })
}

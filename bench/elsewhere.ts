import { execFileSync } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Has a process, with all of its threads, compute only when nothing else would: in life its work is
 * done on another machine. The lowest priority alone does not do that: who wakes up would wait
 * until such a process has had its slice of the core, 3 to 4 ms of Linux's scheduler (EEVDF), and
 * again for each process on the way of a request. Where the idle class cannot be had (`chrt` of
 * util-linux), it stays at the lowest priority, and the figures are the worse for it.
 */
export function computeElsewhere(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW)
  try {
    execFileSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(pid)], { stdio: 'ignore' })
  } catch {
    console.log(`  process ${pid} has the lowest priority only, as chrt cannot be had`)
  }
}

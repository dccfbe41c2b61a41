import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isatty } from 'node:tty'

/**
 * Whether someone types here: standard input is a terminal, and this is a job in its foreground. A
 * shell stops jobs in the background that read from it.
 */
export function isTyped(): boolean {
  if (!isatty(0)) return false
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], {
    encoding: 'utf8',
  })
  return stdout?.includes('+') ?? false
}

/** Calls the listener whenever this line is typed. */
export function onLine(line: string, listener: () => void): void {
  createInterface({ input: process.stdin }).on('line', (typed) => {
    if (typed.trim() === line) listener()
  })
}

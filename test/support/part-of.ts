import { execFileSync } from 'node:child_process'

/** The process that runs a file for the process that started it. */
export function partOf(parent: number, file: string): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  const row = rows.find(
    (row) => row.includes(file) && Number(row.trim().split(/\s+/)[1]) === parent,
  )
  return Number(row!.trim().split(/\s+/)[0])
}

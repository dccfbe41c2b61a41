import { appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A gateway says how many it starts with; a reload and a crash start another one. */
const starts =
  /"workers":(\d+),"msg":"gateway ready"|"msg":"(?:configuration re|worker \d+ is back)/g

/** Adds the gateway workers whose start a log tells to those of the run (cost-reporter.js). */
export function recordGatewayWorkers(log: string): void {
  const counts = [...log.matchAll(starts)].map(([, count = '1']) => Number(count))
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum > 0) appendFileSync(join(tmpdir(), 'gateway-workers'), `${sum}\n`)
}

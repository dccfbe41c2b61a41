import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Jest's reporter of `npm test`: what a run has cost, told at its end. Where CI is set a run fails
 * that costs more than 1.25 times what was reached beside other work (dev/test-budget.json), more on
 * a slower machine.
 */
export default class CostReporter {
  #sampleMs = measureSampleMs()
  /** @type {number | undefined} */
  #cpuSeconds
  /** @type {Error | undefined} */
  #error

  /**
   * Jest's workers, and the stacks that end after them, run until the last file is told.
   * @param {unknown} _test
   * @param {unknown} _result
   * @param {import('@jest/test-result').AggregatedResult} sum
   */
  onTestFileResult(_test, _result, sum) {
    const told = sum.numPassedTestSuites + sum.numFailedTestSuites + sum.numPendingTestSuites
    if (told === sum.numTotalTestSuites) this.#cpuSeconds = measureCpuSeconds(process.pid)
  }

  onRunComplete() {
    const reached = JSON.parse(readFileSync('dev/test-budget.json', 'utf8'))
    const cost = { cpuSeconds: this.#cpuSeconds, gatewayWorkers: countGatewayWorkers() }
    // others may begin or end to use the machine meanwhile
    const sampleMs = Math.max(this.#sampleMs, measureSampleMs())
    const { text, isAbove } = compareCost(cost, reached, sampleMs / reached.sampleMs)
    console.log(`\n${text}`) // a line of its own, whatever was written before
    if (isAbove && process.env.CI) this.#error = new Error(text)
  }

  /** Jest's exit code is 1 when there is one. */
  getLastError() {
    return this.#error
  }
}

/**
 * @typedef {object} Cost
 * @property {number | undefined} cpuSeconds undefined where it cannot be measured.
 * @property {number} gatewayWorkers
 */

/**
 * What a run has cost beside what was reached.
 * @param {Cost} cost
 * @param {{ cpuSeconds: number, gatewayWorkers: number }} reached
 * @param {number} slowness How many times as slow as where that was reached; less than 1 is 1.
 */
export function compareCost({ cpuSeconds, gatewayWorkers }, reached, slowness) {
  /** @param {number} value @param {number} most @param {string} unit */
  const toPart = (value, most, unit) => {
    const isAbove = value > 1.25 * most
    const text = `${Math.round(value)} ${unit}, ${isAbove ? 'ABOVE 1.25 times' : 'of'} ${most}`
    return { text, isAbove }
  }
  const parts = [
    cpuSeconds === undefined
      ? { text: 'its CPU is not measured, as there is no /proc', isAbove: false }
      : toPart(cpuSeconds, Math.round(Math.max(1, slowness) * reached.cpuSeconds), 's of CPU'),
    toPart(gatewayWorkers, reached.gatewayWorkers, 'gateway workers'),
  ]
  return {
    text: `test: ${parts.map(({ text }) => text).join('; ')} (dev/test-budget.json)`,
    isAbove: parts.some(({ isAbove }) => isAbove),
  }
}

/** The CPU, in milliseconds, of the same work each time: how fast this machine is now. */
function measureSampleMs() {
  const value = Array.from({ length: 200 }, (_, i) => ({ name: `a ${i}`, of: [i, String(i)] }))
  const before = process.cpuUsage()
  for (let i = 0; i < 1500; i++) JSON.parse(JSON.stringify(value).replace(/\d+/g, '7'))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What gateway-workers.ts has written in the folder of the run. */
function countGatewayWorkers() {
  const file = join(process.env.TMPDIR ?? '', 'gateway-workers')
  const counts = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return counts.reduce((sum, count) => sum + Number(count), 0)
}

/**
 * The CPU of a process and of all that it has started: of those that run, and of those that ended.
 * @param {number} root Its id.
 * @returns {number | undefined} Seconds; undefined where there is no /proc.
 */
function measureCpuSeconds(root) {
  if (!existsSync('/proc/self/stat')) return undefined
  const processes = readdirSync('/proc').flatMap(readProcess)
  /** @param {number} pid @returns {number} */
  const sum = (pid) =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((all, child) => all + child.seconds + sum(child.pid), 0)
  const own = processes.find(({ pid }) => pid === root)
  return (own?.seconds ?? 0) + sum(root)
}

/** @param {string} name Of an entry of /proc; none where it is no process, or one that has ended. */
function readProcess(name) {
  if (!/^\d+$/.test(name)) return []
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // utime, stime, and those of children that were waited for, in hundredths of a second
    const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
    const seconds = (user + system + childUser + childSystem) / 100
    return [{ pid: Number(name), parent: Number(fields[1]), seconds }]
  } catch {
    return []
  }
}

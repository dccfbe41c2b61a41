import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { families } from '../../loader/format.js'
import { built, end, readyMessage, root } from '../support/stack.js'

/**
 * The embedded engine as a process of its own: what was loaded into it is there whenever it comes
 * back.
 */

const run = promisify(execFile)
const extract = join(root, 'loader/example/irs-extract-200.csv')

let dataDir: string
let child: ChildProcess | undefined
let url: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'loaded-'))
})
afterEach(async () => {
  if (child) await end(child)
  child = undefined
  rmSync(dataDir, { recursive: true })
})

/** Starts it on the data of the run before. @returns what it says that it holds */
async function start(env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { PATH } = process.env
  child = fork(join(built, 'dev/embedded.js'), {
    cwd: root,
    env: { PATH, ENGINE_PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk))
  const ready = await readyMessage<{ url: string; holds: string }>(child, () => output)
  url = ready.url
  return ready.holds
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => child!.once('close', resolve))
  child!.kill('SIGKILL')
  await gone
}

const load = async (...args: string[]) =>
  (
    await run(process.execPath, [join(built, 'loader/main.js'), ...args, '--to', url], {
      cwd: root,
    })
  ).stdout

async function countOf(name: string): Promise<number> {
  return ((await (await fetch(`${url}/${name}/_count`)).json()) as { count: number }).count
}

const counts = () => Promise.all(families.map(({ alias }) => countOf(`${alias}*`)))

test('samples leave when real organizations come, and these are there after a kill and after an end', async () => {
  expect(await start()).toBe('600 sample organizations')
  expect(await counts()).toEqual([600, 600, 600])
  await end(child!)
  // an empty start in between changes nothing
  expect(await start()).toBe('600 sample organizations')
  expect(await load(extract)).toMatch(/^map-serp +200 organizations, 0 samples among them$/m)
  expect(await counts()).toEqual([200, 200, 200])
  await kill()
  expect(await start()).toBe('200 organizations')
  expect(await counts()).toEqual([200, 200, 200])
  await load('--replace', extract)
  await end(child!)
  expect(await start()).toBe('200 organizations')
  expect(await counts()).toEqual([200, 200, 200])
  await end(child!)
  rmSync(join(dataDir, 'engine'), { recursive: true })
  expect(await start()).toBe('600 sample organizations')
})

test('ENGINE_SAMPLE=0 starts without the samples, and the next start without it has them again', async () => {
  expect(await start({ ENGINE_SAMPLE: '0' })).toBe('0 organizations')
  expect(await counts()).toEqual([0, 0, 0])
  await end(child!)
  expect(await start()).toBe('600 sample organizations')
  expect(await counts()).toEqual([600, 600, 600])
})

test('two engines never share a folder', async () => {
  await start()
  const first = child
  await expect(start()).rejects.toThrow(
    'is held by another embedded engine. Stop it first, or set another DATA_DIR.',
  )
  child = first
})

/** Rounds of the test below; ENGINE_KILLS=20 for more. */
const rounds = Number(process.env.ENGINE_KILLS ?? 3)

test('killed while it is loaded, it has every batch that it acknowledged', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    await start()
    expect(await missing(acknowledged)).toEqual([])
    const before = acknowledged.length
    const ended = new Promise((resolve) => child!.once('close', resolve))
    const wanted = before + 200 + Math.floor(Math.random() * 1000)
    const killed = child! // another one has its place soon, which no timer of this round may kill
    for (let number = 0; child!.exitCode === null && child!.signalCode === null; number++) {
      const ids = Array.from({ length: 50 }, (_, i) => `${round}-${number}-${i}`)
      const sending = send(ids)
      if (acknowledged.length >= wanted)
        setTimeout(() => killed.kill('SIGKILL'), Math.random() * 10)
      if (await sending) acknowledged.push(...ids)
      else await ended
    }
  }
  await start()
  expect(await missing(acknowledged)).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(200 * rounds)
})

/** Sends a batch as the loader does. @returns whether the engine has acknowledged it */
async function send(ids: readonly string[]): Promise<boolean> {
  const lines = ids.flatMap((id) =>
    families.map(({ alias, index }) => {
      const document = { id, name: `organization ${id} of ${alias}` }
      return `${JSON.stringify({ index: { _index: index, _id: id } })}\n${JSON.stringify(document)}\n`
    }),
  )
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join(''),
  }
  try {
    const answer = (await (await fetch(`${url}/_bulk`, request)).json()) as { errors: boolean }
    return answer.errors === false
  } catch {
    return false
  }
}

/** What of the ids the families do not hold. */
async function missing(ids: readonly string[]): Promise<string[]> {
  const lost: string[] = []
  for (const { index } of ids.length > 0 ? families : []) {
    const body = JSON.stringify({ query: { ids: { values: ids } } })
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const { count } = (await (await fetch(`${url}/${index}/_count`, request)).json()) as {
      count: number
    }
    if (count !== ids.length) lost.push(`${ids.length - count} of ${ids.length} in ${index}`)
  }
  return lost
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../directory/loader/command.js'
import { families } from '../../directory/loader/record/format.js'
import { captured } from '../support/captured.js'
import { end, startReady } from '../support/stack.js'

/**
 * The embedded engine as a process of its own: what was loaded into it is there whenever it comes
 * back.
 */

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
  const all = { PATH, ENGINE_PORT: '0', DATA_DIR: dataDir, ...env }
  const started = await startReady<{ url: string; holds: string }>('dev/embedded.js', all)
  child = started.child
  url = started.message.url
  return started.message.holds
}

/** Loads 200 organizations. */
function load(...args: string[]) {
  const rows = readFileSync('directory/loader/example/irs-extract.csv', 'utf8').split('\n')
  const file = join(dataDir, 'few.csv')
  writeFileSync(file, rows.slice(0, 201).join('\n'))
  return captured(() => loadCommand([...args, file, '--to', url]))
}

async function countOf(name: string): Promise<number> {
  return ((await (await fetch(`${url}/${name}/_count`)).json()) as { count: number }).count
}

const counts = () => Promise.all(families.map(({ alias }) => countOf(`${alias}*`)))

const samples = '1,000 sample organizations'

test('ENGINE_SAMPLE=0 starts without samples, and a file that is not there ends the start', async () => {
  const message = /ENGINE_SAMPLE must be a file .*\n.*nowhere\.csv/
  await expect(start({ ENGINE_SAMPLE: 'nowhere.csv' })).rejects.toThrow(message)
  expect(await start({ ENGINE_SAMPLE: '0' })).toBe('0 organizations')
  expect(await counts()).toEqual([0, 0, 0])
})

test('samples leave when real organizations come, which are there after an end; a full heap refuses more', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=192' }
  expect(await start()).toBe(samples)
  const first = child!
  await expect(start()).rejects.toThrow(
    'is held by another embedded engine. Stop it first, or set another DATA_DIR.',
  )
  const { out } = await load()
  expect(out).toMatch(/^map-serp +200 organizations, 0 samples among them$/m)
  expect(await counts()).toEqual([200, 200, 200])
  await load('--replace')
  const ended = once(first, 'exit')
  first.disconnect() // as when npm start is killed
  expect(await ended).toEqual([0, null])
  expect(await start(env)).toBe('200 organizations')
  expect(await counts()).toEqual([200, 200, 200])

  const reason = 'the embedded engine has no memory for more documents'
  expect(await fillUp()).toMatchObject({ status: 507, error: { reason } })
  const found = await fetch(`${url}/organization-serp/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: { match: { name: 'w7x7' } } }),
  })
  expect(await found.json()).toMatchObject({ hits: { total: { value: 1 } } })
})

/** Loads organizations of many words until the engine refuses them. @returns the refusal. */
async function fillUp(): Promise<object> {
  const wordsOf = (id: number) => Array.from({ length: 300 }, (_, i) => `w${id}x${i}`).join(' ')
  const action = (id: number) => `{"index":{"_index":"organization-serp","_id":"many-${id}"}}`
  const document = (id: number) => JSON.stringify({ id: `many-${id}`, name: wordsOf(id) })
  for (let id = 0; ; id += 100) {
    const ids = Array.from({ length: 100 }, (_, i) => id + i)
    const body = ids.map((one) => `${action(one)}\n${document(one)}\n`).join('')
    const headers = { 'content-type': 'application/x-ndjson' }
    const answer = await fetch(`${url}/_bulk`, { method: 'POST', headers, body })
    const said = (await answer.json()) as object
    if (!answer.ok) return said
  }
}

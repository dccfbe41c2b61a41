import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../directory/loader/command.js'
import { families } from '../../directory/loader/record/format.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../packages/embedded-engine/src/server.js'
import { captured } from '../support/captured.js'
import { startService } from '../support/service.js'
import { built, type Outcome, outcomeOf, root } from '../support/stack.js'

/** `npm run load -- --replace`, from the side of those who search meanwhile. */

const extract = readFileSync(join(root, 'directory/loader/example/irs-extract-200.csv'), 'utf8')
  .trimEnd()
  .split('\n')
const folder = mkdtempSync(join(tmpdir(), 'replace-'))
const [older, newer] = [fileOf('older', 24), fileOf('newer', 60)]
afterAll(() => rmSync(folder, { recursive: true }))

/** A file of the first organizations of the extract. */
function fileOf(name: string, organizations: number): string {
  const path = join(folder, `${name}.csv`)
  writeFileSync(path, `${extract.slice(0, organizations + 1).join('\n')}\n`)
  return path
}

let engine: Engine
let service: Awaited<ReturnType<typeof startService>>
/** Does something at each request of a loader, in place of an answer or before it. */
let atRequest: (request: IncomingMessage, answer: () => void, response: ServerResponse) => void

beforeEach(async () => {
  engine = new Engine()
  const inner = createEngineServer(engine)
  atRequest = (_, answer) => answer()
  service = await startService((request, response) =>
    atRequest(request, () => inner.emit('request', request, response), response),
  )
})
afterEach(() => service.close())

const url = () => service.url

const load = (...args: string[]) => captured(() => loadCommand([...args, '--to', url()]))

/** The loader as a process, for signals. */
function start(...args: string[]): { child: ChildProcess; ended: Promise<Outcome> } {
  const child = spawn(
    process.execPath,
    [join(built, 'directory/loader/main.js'), ...args, '--to', url()],
    {
      cwd: root,
    },
  )
  return { child, ended: outcomeOf(child) }
}

/** What each family holds, by every way to name it. */
const held = () =>
  families
    .map(({ alias }) => ['', '*', '-*'].map((end) => engine.count(alias + end).count))
    .map(String)

const all = (count: number) => families.map(() => `${count},${count},${count}`)

test('the new organizations take the place of the old ones, again and again, and nothing is left', async () => {
  await load(older)
  for (const [file, count] of [
    [newer, 60],
    [older, 24],
    [newer, 60],
  ] as const) {
    // biome-ignore format: short
    const { code, out, err } = await load('--replace', file)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      new RegExp(`^organization-serp {4}${count} organizations, 0 samples among them$`, 'm'),
    )
    expect(held()).toEqual(all(count))
    expect(engine.indices.names.length).toBe(3)
  }
  const { code, err } = await load(older) // goes where the aliases lead
  expect([code, err, held()]).toEqual([0, '', all(60)])
})

test('an index that bears the name of a family is replaced by an alias', async () => {
  engine.createIndex('map-serp', {})
  engine.index('map-serp', '1', '{"id":"1","name":"X"}')
  const { code, err } = await load('--replace', newer)
  expect([code, err, held()]).toEqual([0, '', all(60)])
  expect(engine.indices.names).not.toContain('map-serp')
})

test('files without an organization replace nothing', async () => {
  await load(older)
  const empty = join(folder, 'empty.csv')
  writeFileSync(empty, `${extract[0]}\nnone\n`)
  const { code, err } = await load('--replace', empty)
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('nothing is replaced, the earlier data remains\n'),
  ])
  expect(held()).toEqual(all(24))
  expect(engine.indices.names.length).toBe(3)
})

test('a batch that the engine loses is noticed, and replaces nothing', async () => {
  await load(older)
  atRequest = (request, answer) => {
    answer()
    const [, index] = /^\/(.*_\d{8}-\d{9})\/_refresh$/.exec(request.url!) ?? []
    if (index !== undefined) engine.delete(index, 'us-010466768')
  }
  const { code, err } = await load('--replace', newer)
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(' holds 59 organizations instead of 60; nothing is replaced'),
  ])
  expect(held()).toEqual(all(24))
})

/** A load that is asked to end with its bulk request of this number. */
function loadUntil(number: number, ...args: string[]): Promise<Outcome> {
  let isAskedToEnd = false
  endAt(number, () => {
    isAskedToEnd = true
  })
  return captured(() => loadCommand([...args, '--to', url()], () => isAskedToEnd))
}

/** The same by SIGTERM to a process. */
function processUntil(number: number, ...args: string[]): Promise<Outcome> {
  endAt(number, () => child.kill('SIGTERM'))
  const { child, ended } = start(...args)
  return ended
}

function endAt(number: number, end: () => void): void {
  let bulks = 0
  atRequest = (request, answer) => {
    if (request.url?.startsWith('/_bulk') && ++bulks === number) {
      end()
      setTimeout(answer, 100)
    } else answer()
  }
}

/** Counts the bulk requests from now on. */
function countBulks(): () => number {
  let bulks = 0
  atRequest = (request, answer) => {
    if (request.url?.startsWith('/_bulk')) bulks++
    answer()
  }
  return () => bulks
}

test.each([
  [
    'a replacement',
    loadUntil,
    ['--replace'],
    'nothing is replaced, the earlier data remains',
    all(24),
    all(60),
  ],
  ['a load that adds, by SIGTERM', processUntil, [], 'what is loaded remains', undefined, all(60)],
])(
  'asked to end, %s says what remains; --resume sends only the rest',
  async (_, until, args, remains, before, after) => {
    await load(older)
    const command = [...args, '--batch-size', '3', newer]
    const { code, err } = await until(10, ...command)
    expect([code, err.split('\n').at(-2)]).toEqual([
      1,
      `load: it was stopped; ${remains}; to go on, run the same command with --resume`,
    ])
    if (before) expect(held()).toEqual(before)
    const bulks = countBulks()
    const resumed = await load('--resume', ...command)
    expect([resumed.code, resumed.err, held()]).toEqual([0, '', after])
    expect(resumed.out).toMatch(
      /^60 organizations loaded, 0 rows refused, 0 rows replaced .*, 60 rows read/m,
    )
    expect(bulks()).toBeGreaterThan(0)
    expect(bulks()).toBeLessThanOrEqual(10)
    expect(engine.indices.names.length).toBe(3)
  },
)

test.each([
  ['with the same choice it goes on', ['--keep-missing'], 1, all(60), 36],
  ['without it, it begins with the first row', [], 8, all(24), 0],
])('ended while it keeps what the files lack: %s', async (_, choice, sent, after, inactive) => {
  await load(newer)
  const command = ['--replace', '--batch-size', '3', older]
  const { code, err } = await loadUntil(9, '--keep-missing', ...command)
  expect([code, err]).toEqual([1, expect.stringContaining('load: it was stopped; nothing is')])
  expect(held()).toEqual(all(60))
  const bulks = countBulks()
  const resumed = await load('--resume', ...choice, ...command)
  expect([resumed.code, held(), bulks()]).toEqual([0, after, sent])
  const query = { term: { active: false } }
  expect(engine.count('organization-entity', { query })).toMatchObject({ count: inactive })
})

/** What is said of an index that a load fills, if it still does. */
const leftover =
  /^\S+ belongs to a load that is running or was interrupted, last saved at \d{4}-\d\d-\d\dT[\d:.]+Z; searches do not see it\. Only if it was interrupted: run its command with --resume, or DELETE /gm

test('--resume without an interrupted load of these files begins with the first row', async () => {
  await load(older)
  await loadUntil(5, '--replace', '--batch-size', '3', newer)
  const bulks = countBulks()
  const { code, err } = await load('--replace', '--resume', '--batch-size', '3', older)
  expect([code, held(), bulks()]).toEqual([0, all(24), 8])
  expect(err.match(leftover)).toHaveLength(families.length)
})

/**
 * A load that, as if it were killed, sends nothing more after the request that is `number` in order
 * of those that begin with `begin`, which is done or not.
 */
async function loadKilledAt(begin: string, number: number, isDone: boolean, file: string) {
  let seen = 0
  atRequest = ({ method, url }, answer, response) => {
    const isFatal = `${method} ${url}`.startsWith(begin) && ++seen === number
    if (seen < number || (isFatal && isDone)) answer()
    else response.writeHead(403).end('{}') // it ends, and can undo nothing
  }
  await load('--replace', file)
}

const switched = families.length + 1 // one request for each family hides its old index
const resume = ['--resume', newer]

test.each([
  ['before the switch', 'POST /_aliases', 1, false, resume, 60, 0, 'switching searches'],
  ['after the switch', 'POST /_aliases', switched, true, resume, 60, 0, 'nothing is loaded again'],
  ['when all is deleted', 'DELETE', 3, true, resume, 60, 0, 'nothing is loaded again'],
  ['after it, by another load', 'POST /_aliases', switched, true, [older], 24, 1, 'switching'],
])('killed %s, it is completed: nothing is sent again, nothing is left', async (...row) => {
  const [, request, number, isDone, next, count, sent, said] = row
  await load(older)
  await loadKilledAt(request, number, isDone, newer)
  const bulks = countBulks()
  const { code, err, out } = await load('--replace', ...next)
  expect([code, err, held(), bulks()]).toEqual([0, '', all(count), sent])
  expect(out).toContain(said)
  expect(engine.indices.names.length).toBe(3)
})

test.each([['fills', 'POST /_bulk']])(
  'an index that another load %s is reported as perhaps in use',
  async (_, begin) => {
    await load(older)
    await loadKilledAt(begin, 1, false, newer)
    atRequest = (_, answer) => answer()
    const { err } = await load('--replace', fileOf('empty', 0))
    expect(err.match(leftover)).toHaveLength(families.length)
  },
)

test('an engine that is overloaded after the last row costs no rows: --resume goes on', async () => {
  await load(older)
  atRequest = ({ url }, answer, response) => {
    if (/_\d{8}-\d{9}\/_count/.test(url!)) response.writeHead(429).end('{}')
    else answer()
  }
  const { code, err } = await load('--replace', newer)
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /_count \(429\); nothing is replaced, the earlier data remains; to go on, run the same command with --resume$/m,
    ),
  ])
  expect(held()).toEqual(all(24))
  const bulks = countBulks()
  const resumed = await load('--replace', '--resume', newer)
  expect([resumed.code, resumed.err, held(), bulks()]).toEqual([0, '', all(60), 0])
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Searches } from '../../auth-service/cli/searches-command.js'
import { toDay } from '../../kit/usage/counts.js'
import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { callOf, post } from './mcp/calls.js'

/** Search terms, from the calls of several owners and addresses to the command of operators. */

const dataDir = mkdtempSync(join(tmpdir(), 'directory-data-'))
let stack: RunningStack
const start = (env: NodeJS.ProcessEnv) =>
  startStack({
    dataDir,
    env: { WORKERS: '2', LOG_LEVEL: 'trace', ...env },
  })
beforeAll(async () => {
  stack = await start({})
})
afterAll(async () => {
  await stack?.stop()
  rmSync(dataDir, { recursive: true })
})

/** A visitor at an address of its own, on a connection of its own, for any worker. */
const from = (visitor: number) => ({
  'x-forwarded-for': `192.0.2.${visitor}`,
  connection: 'close',
})

async function find(query: string, headers: Record<string, string>): Promise<void> {
  await stack.request.get(`/api/v1/organizations${query}`).set(headers).expect(200)
}

async function byTool(name: string, q: string, visitor: number): Promise<void> {
  const { status } = await post(`${stack.url}/api/v1/mcp`, callOf(name, { q }), from(visitor))
  expect(status).toBe(200)
}

/** Calls for as many visitors. */
async function each(visitors: number, call: (visitor: number) => Promise<void>): Promise<void> {
  for (let visitor = 1; visitor <= visitors; visitor++) await call(visitor)
}

const command = (...args: string[]) =>
  runCommand(['usage', 'searches', ...args], { DATA_DIR: dataDir })

async function searches(...args: string[]): Promise<Searches> {
  const { code, out, err } = await command(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** The texts of all files that the gateway writes. */
function written(): string {
  const folder = join(dataDir, 'usage')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

const found = { term: 'food bank', searches: 7, foundNothing: 0 }
const missed = { term: 'zyxquilt guild', searches: 5, foundNothing: 5 }

test('terms of five owners or addresses are kept, and nothing else', async () => {
  const key = await stack.mintKey()
  await find('?q=Food%20%20BANK', { 'x-api-key': key })
  await byTool('find_organizations', 'food bank', 9)
  await each(3, (visitor) => find('?q=food+bank', from(visitor)))
  await find('?q=food+bank&facets=region', from(1))
  await find('?q=food+bank&size=1&page=1', from(2))
  await find('?q=food+bank&size=1&page=2', from(3)) // the same search, read on
  await each(5, (visitor) => find('?q=zyxquilt+guild', from(visitor)))
  const ofFour = '?q=zyxfour+askers'
  await each(4, (visitor) => find(ofFour, from(visitor)))
  await each(4, (visitor) => find(ofFour, from(visitor)))
  await each(5, (visitor) => find('?q=zyxann%40example.org', from(visitor)))
  await each(5, (visitor) => find('?q=zyx+401-555-0100', from(visitor)))
  await each(5, (visitor) => find('/suggest?q=zyxsugg', from(visitor)))
  await each(5, (visitor) => byTool('suggest_organizations', 'zyxsugg', visitor))
  await stack.stop()

  expect(await searches()).toEqual({ mostFrequent: [found, missed], foundNothing: [missed] })
  const serving = stack.output().match(/"worker":\d(?=.*"endpoint":"find")/g)
  expect(new Set(serving).size).toBe(2)
  const terms = written().match(/"term":"[^"]*"/g)
  expect(terms).toEqual(['"term":"food bank"', '"term":"zyxquilt guild"'])
  expect(written()).not.toMatch(/zyx(?!quilt)|192\.0\.2\./)
})

test('nothing of it is in the log', () => {
  expect(stack.output()).toContain('"endpoint":"find"')
  expect(stack.output()).not.toMatch(/zyx|food.{1,6}bank/i)
})

test('with SEARCH_TERMS=off there are none', async () => {
  stack = await start({ SEARCH_TERMS: 'off', WORKERS: '1' })
  await each(6, (visitor) => find('?q=food+bank', from(visitor)))
  await stack.stop()
  expect((await searches()).mostFrequent).toEqual([found, missed])
})

test('the command shows two tables, of the days that are asked for', async () => {
  const { out, code } = await command('--days', '2')
  expect(code).toBe(0)
  expect(out).toBe(`Most frequent

TERM            SEARCHES  FOUND NOTHING
food bank       7         0
zyxquilt guild  5         5

Found nothing

TERM            SEARCHES  FOUND NOTHING
zyxquilt guild  5         5

Terms that fewer than five owners or addresses have asked for on a day are not kept.
`)
  const none = { mostFrequent: [], foundNothing: [] }
  expect(await searches('--day', toDay(Date.now(), -3), '--days', '2')).toEqual(none)
  expect(await searches('--day', toDay(Date.now(), -1))).toEqual(none)
  const wrong = await command('--day', '2026-02-30')
  expect([wrong.code, wrong.err]).toEqual([1, '--day must be a day, such as 2026-01-31\n'])
})

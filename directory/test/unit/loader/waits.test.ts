import { Engine } from '../../../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../../../packages/embedded-engine/src/server.js'
import { serviceOf, startService } from '../../../../test/support/service.js'
import { LoadTotals } from '../../../loader/load-totals.js'
import { families } from '../../../loader/record/format.js'
import { Checkpoint } from '../../../loader/replace/checkpoint.js'
import { deleteReplaced } from '../../../loader/replace/leftovers.js'
import { beginReplacement, switchTo } from '../../../loader/replace/replacement.js'
import { loadBatch } from '../../../loader/write/bulk.js'
import { type LoadTarget, openTarget } from '../../../loader/write/target.js'

/** How long the loader waits, and what it says meanwhile (docs/loading.md). No time passes here. */

const mockWaited: number[] = []
jest.mock('node:timers/promises', () => ({
  ...jest.requireActual('node:timers/promises'),
  setTimeout: async (ms: number) => void mockWaited.push(ms),
}))
beforeEach(() => {
  mockWaited.length = 0
})
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

const candidate = (id: string) => ({ line: 1, organization: { id, name: `Organization ${id}` } })
const firstIndices = new Map(families.map((family) => [family, family.index]))

test.each([['overloaded', 429]])(
  'a request is sent again for 86 seconds to three minutes while the engine is %s',
  async (_, status) => {
    const service = await startService((_, response) => response.writeHead(status).end('{}'))
    const target = openTarget(service.url, {})
    await expect(loadBatch(target, firstIndices, [candidate('1')])).rejects.toThrow(
      'the engine stays overloaded',
    )
    await target.close()
    await service.close()
    expect(sum(mockWaited)).toBeGreaterThanOrEqual(86_000)
    expect(sum(mockWaited)).toBeLessThanOrEqual(180_000)
  },
)

describe('--replace', () => {
  let engine: Engine
  let service: Awaited<ReturnType<typeof serviceOf>>
  let target: LoadTarget
  /** The calls, and how many waits there were before each. */
  const calls: [call: string, waits: number][] = []

  beforeEach(async () => {
    engine = new Engine()
    service = await serviceOf(createEngineServer(engine))
    target = openTarget(service.url, {})
    calls.length = 0
    jest.spyOn(console, 'log').mockImplementation(() => {}) // its phases
  })
  afterEach(async () => {
    await target.close()
    await service.close()
  })

  /** The same engine, as one of Elasticsearch. */
  const elasticsearch = (): LoadTarget => ({
    ...target,
    isEmbedded: false,
    send(method, path, body) {
      calls.push([`${method} ${path.replace(/_\d.*/, '_…')}`, mockWaited.length])
      return target.send(method, path, body)
    },
  })

  /** Loads the new indices. @returns what switches to them */
  async function replaceWith(id: string): Promise<(at: LoadTarget) => Promise<void>> {
    const indices = await beginReplacement(target)
    await loadBatch(target, indices, [candidate(id)])
    return async (at) =>
      deleteReplaced(at, await switchTo(at, indices, new Checkpoint(at, indices, id)))
  }

  test('deletes the old indices ten seconds after the switch; at once in the embedded engine', async () => {
    for (const id of ['1', '2']) await (await replaceWith(id))(elasticsearch())
    expect(mockWaited).toEqual([10_000])
    expect(calls.filter(([call]) => call === 'POST /_aliases').at(-1)).toEqual([
      'POST /_aliases',
      0,
    ])
    expect(calls.slice(-3)).toEqual(families.map(({ alias }) => [`DELETE /${alias}_…`, 1]))
    await (await replaceWith('3'))(target)
    expect(mockWaited).toEqual([10_000])
    expect(engine.indices.names).toHaveLength(3)
  })

  test('of two at a time the one that ends last stays', async () => {
    const [first, second] = [await replaceWith('first'), await replaceWith('second')]
    await second(target)
    await first(target)
    for (const { alias } of families) {
      const { hits } = engine.search(`${alias}*`, { query: { match_all: {} } }) as {
        hits: { hits: { _id: string }[] }
      }
      expect(hits.hits.map(({ _id }) => _id)).toEqual(['first'])
    }
    expect(engine.indices.names).toHaveLength(3)
  })
})

test('the line on the progress has the rate of the last minute, and the share of the whole, and no estimate without one', () => {
  let now = 0
  jest.spyOn(performance, 'now').mockImplementation(() => now)
  const tally = new LoadTotals(1_000_000, () => {})
  const take = (count: number) =>
    tally.took(
      Array.from({ length: count }, (_, i) => ({ ...candidate(`${now} ${i}`), line: i })),
      [],
      '',
    )
  tally.rows = 25_006 // twice as many as are done
  take(12_500)
  for (const line of [1, 2, 3]) tally.refuse({ line, reason: 'x' }, '')
  tally.readBytes(379_999)
  now = 2315
  expect(tally.progress()).toBe('12,500 loaded, 3 refused, 5,400/s, 18 % done, about 10 s left')
  expect(tally.progress(100)).toMatch(/^12,600 loaded, 3 refused, 5,\d+\/s, 19 % done/)
  tally.rows = 12_503
  for (let second = 3; second <= 90; second++) {
    now = second * 1000
    if (second > 30) take(100)
    if (second > 30) tally.rows += 100
    if (second > 30) tally.readBytes(379_999 + (second - 30) * 10_000)
    tally.progress()
  }
  expect(tally.progress()).toBe('18,500 loaded, 3 refused, 100/s, 97 % done, about 3 s left')
  now = 160_000
  tally.progress()
  now = 161_000
  expect(tally.progress()).toBe('18,500 loaded, 3 refused, 0/s, 97 % done')
  jest.restoreAllMocks()
})

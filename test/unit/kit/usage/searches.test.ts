import { mergeSearches, Searches } from '../../../../kit/usage/searches.js'

/** What operators see of searches; how one is cancelled: test/http/gateway/operators.test.ts. */

const context = (id: string, cost: number, kind: 'api-key' | 'none' = 'api-key') => ({
  requestId: id,
  pipeline: 'organizations',
  caller: { kind, ownerId: kind === 'none' ? 'address:10.0.0.1' : '7', credentialId: 'x' },
  search: { cost: { total: cost } },
})
const ids = (searches: readonly { id: string }[]) => searches.map(({ id }) => id)

test('those in the engine come before those that wait, each by cost; a visitor has no address', () => {
  const searches = new Searches()
  const begin = (id: string, cost: number) => searches.begin(context(id, cost), () => {})
  begin('cheap', 1).sent()
  begin('waits', 1000)
  begin('dear', 10).sent()
  searches.begin(context('visitor', 5, 'none'), () => {}).sent()
  const { running, underWay } = searches.report()
  expect({ ids: ids(running), underWay }).toEqual({
    ids: ['dear', 'visitor', 'cheap', 'waits'],
    underWay: 4,
  })
  expect(running[1]).toMatchObject({ owner: null, prefix: null })
})

test('twenty of lately are kept, the most expensive, for a quarter of an hour; none that only waited', () => {
  const searches = new Searches()
  for (let cost = 30; cost > 0; cost--) {
    const { sent, ended } = searches.begin(context(String(cost), cost), () => {})
    sent()
    ended()
  }
  searches.begin(context('given up', 1000), () => {}).ended()
  const { running, lately } = searches.report()
  expect({ running, ids: ids(lately) }).toEqual({
    running: [],
    ids: Array.from({ length: 20 }, (_, i) => String(30 - i)),
  })
  expect(searches.report(Date.now() + 15 * 60_000).lately).toEqual([])
})

test('the reports of several processes are one', () => {
  const reports = [3, 4].map((cost) => {
    const searches = new Searches()
    searches.begin(context(`of ${cost}`, cost), () => {}).sent()
    return searches.report()
  })
  expect(mergeSearches(reports)).toMatchObject({
    running: [{ id: 'of 4' }, { id: 'of 3' }],
    underWay: 2,
    lately: [],
  })
})

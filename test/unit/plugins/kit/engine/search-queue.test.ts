import { Cancellation } from '../../../../../plugins/kit/cancellation.js'
import { SearchQueue } from '../../../../../plugins/kit/engine/search-queue.js'
import { pass, standClock, turns } from '../../../../support/clock.js'
import { type Client, simulate } from '../../../../support/queue-simulation.js'

standClock()

/** A queue of three slots; `begun` has the searches in flight and those before. */
function watch(isAnswering = true) {
  const hasAnswered = () => isAnswering
  const queue = new SearchQueue({ slots: 3, patienceMs: 8000, hasAnswered })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    queue,
    async send(...names: string[]) {
      for (const name of names) {
        const begin = (end: () => void) => {
          begun.push(name)
          ends.set(name, end)
        }
        const owner = name.slice(0, -1)
        const fail = ({ reason, code }: { reason?: string; code?: string }) =>
          void begun.push(`${name} ${reason ?? code}`)
        void Promise.resolve(queue.enter(owner, new Cancellation())).then(begin, fail)
      }
      await turns(2)
    },
    /** Ends a search after it has used the engine for some more milliseconds. */
    async end(name: string, ms: number) {
      pass(ms)
      ends.get(name)!()
      await turns(2)
    },
  }
}

test('the last slot is for an owner who has none, and has not just used more than others', async () => {
  const { begun, send, end } = watch()
  await send('a1', 'a2', 'a3', 'b1', 'b2')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1', 1000)
  await send('b3', 'c1')
  expect(begun.slice(3)).toEqual(['c1'])
  await end('c1', 1)
  await send('c2')
  expect(begun.slice(4)).toEqual(['c2'])
})

test('the next search is of the owner who has used the engine least', async () => {
  const { begun, send, end } = watch()
  await send('a1', 'b1', 'a2', 'b2', 'b3')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1', 30)
  expect(begun.slice(2)).toEqual(['b2'])
  await end('b1', 10) // b has used 40 ms, and as much again by b2 is likely
  expect(begun.slice(3)).toEqual(['a2'])
  await end('b2', 0) // in the end it took 10 ms
  expect(begun.slice(4)).toEqual(['b3'])
})

test('visitors are one owner together, and each has a share of it', async () => {
  const { begun, send, end } = watch()
  await send('address:u1', 'address:u2', 'address:v1', 'address:w1', 'a1')
  expect(begun).toEqual(['address:u1', 'address:u2', 'a1'])
  await send('a2')
  await end('a1', 10)
  await end('address:u1', 0)
  expect(begun.slice(3)).toEqual(['a2']) // visitors have used 10 ms more
  await end('address:u2', 10)
  expect(begun.slice(4)).toEqual(['address:v1'])
})

test.each<[string, boolean, string]>([
  ['answers others', true, 'OVERLOADED'],
  ['has answered nothing meanwhile', false, 'unreachable'],
])('who waits too long while the engine %s is told so', async (_, isAnswering, code) => {
  const { begun, send } = watch(isAnswering)
  await send('a1', 'a2', 'a3', 'b1', 'b2')
  pass(8001)
  await turns(2)
  expect(begun.slice(3)).toEqual([`a3 ${code}`, `b2 ${code}`])
})

const many = (count: number, client: (i: number) => Client) =>
  Array.from({ length: count }, (_, i) => client(i))

test.each([30, 100, 500])(
  'beside %i visitors another one gets what is due to him, and a key does not wait',
  async (count) => {
    const visitor = { owner: 'address:me', ms: 40, everyMs: 1000, from: 3000 }
    const key = { owner: 'key', ms: 10, everyMs: 500, from: 3000 }
    const others = many(count, (i) => ({ owner: `address:${i}`, ms: 40, atOnce: 1, from: i * 5 }))
    const [own, ofKey] = await simulate([visitor, key, ...others])
    const due = Math.min(1, 50 / (count + 1)) // of one a second: the engine answers fifty
    expect(own!.latenciesMs.length).toBeGreaterThanOrEqual(Math.floor(due * 56))
    expect(Math.max(...ofKey!.latenciesMs)).toBeLessThanOrEqual(20)
  },
)

test('however many new visitors come, another one gets answers', async () => {
  const visitor = { owner: 'address:me', ms: 40, everyMs: 1000 }
  const others = many(4000, (i) => ({
    ...{ owner: `address:${i}`, ms: 40, everyMs: 60_000, from: i * 15 },
  }))
  const [own] = await simulate([visitor, ...others])
  expect(own!.latenciesMs.length).toBeGreaterThan(3)
})

test.each([1, 2, 5, 10])(
  'beside %i owners with long searches another one does not wait, and each has the same',
  async (count) => {
    const owner = { owner: 'me', ms: 10, everyMs: 250, from: 5000 }
    const others = many(count, (i) => ({ owner: `other ${i}`, ms: 470 + 7 * i, atOnce: 20 }))
    const [own, ...rest] = await simulate([owner, ...others], 30)
    expect(own!.latenciesMs).toHaveLength(100)
    expect(Math.max(...own!.latenciesMs)).toBeLessThanOrEqual(20)
    const answers = rest.map(({ latenciesMs }) => latenciesMs.length)
    expect(Math.max(...answers) - Math.min(...answers)).toBeLessThanOrEqual(2)
    expect(answers.reduce((sum, one) => sum + one)).toBeGreaterThan(100)
  },
)

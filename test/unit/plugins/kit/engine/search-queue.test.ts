import { Cancellation } from '../../../../../plugins/kit/cancellation.js'
import { SearchQueue } from '../../../../../plugins/kit/engine/search-queue.js'
import { pass, standClock, turns } from '../../../../support/clock.js'

standClock()

/** A queue of three slots; `begun` has the searches in flight and those before. */
function watch() {
  const queue = new SearchQueue({ slots: 3, patienceMs: 60_000 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    async send(...names: string[]) {
      for (const name of names) {
        const begin = (end: () => void) => {
          begun.push(name)
          ends.set(name, end)
        }
        const owner = name.slice(0, -1)
        void Promise.resolve(queue.enter(owner, new Cancellation())).then(begin, () => undefined)
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

test('one owner never has all slots', async () => {
  const { begun, send } = watch()
  await send('a1', 'a2', 'a3', 'b1', 'b2')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('the next search is of the owner who has used the engine least lately', async () => {
  const { begun, send, end } = watch()
  await send('a1', 'b1', 'b2', 'a2', 'c1', 'c2')
  await end('b1', 10) // all three have run for 10 ms, b2 goes on
  expect(begun.slice(3)).toEqual(['a2'])
  await end('a1', 10)
  expect(begun.slice(4)).toEqual(['c1'])
  await send('a3', 'b3')
  await end('c1', 1)
  expect(begun.slice(5)).toEqual(['c2'])
  await end('c2', 1) // a has 20, b has 10
  expect(begun.slice(6)).toEqual(['b3'])
})

test('what was used is forgotten within some seconds', async () => {
  const { begun, send, end } = watch()
  await send('a1')
  await end('a1', 1000)
  pass(60_000)
  await send('b1', 'b2', 'c1')
  await end('b1', 20)
  await send('a2', 'b3', 'a3')
  expect(begun.slice(1)).toEqual(['b1', 'b2', 'c1', 'a2'])
  await end('c1', 1) // of a remain 2.5 ms
  expect(begun.slice(5)).toEqual(['a3'])
})

test('visitors are one owner together: a new one comes after others who have used less', async () => {
  const { begun, send, end } = watch()
  await send('address:u1', 'address:v1', 'address:w1', 'a1')
  expect(begun).toEqual(['address:u1', 'address:v1', 'a1'])
  await send('a2')
  await end('a1', 10)
  expect(begun.slice(3)).toEqual(['a2'])
  await end('address:u1', 10) // visitors have 20 together, a has 10
  expect(begun.slice(4)).toEqual(['address:w1'])
  await send('a3', 'address:x1', 'address:u2')
  await end('a2', 5) // a has 25, u 20, x none
  expect(begun.slice(5)).toEqual(['a3'])
  await end('address:w1', 1)
  expect(begun.slice(6)).toEqual(['address:x1'])
})

import { FairQueue } from '../../../../edge/fair-queue.js'
import { Cancellation } from '../../../../plugins/kit/cancellation.js'
import { pass, standClock, turns } from '../../../support/clock.js'

standClock()

test('the patience of each ends by itself, and who begins meanwhile is not told', async () => {
  const queue = new FairQueue({ slots: 2, dearShare: 1, patienceMs: 40 })
  const leave = queue.enter('a', 0, new Cancellation()) as () => void
  const came: string[] = []
  const cancels = new Map<string, Cancellation>()
  const enter = (name: string) => {
    const cancel = new Cancellation()
    cancels.set(name, cancel)
    const told = (what: string) => () => void came.push(`${name} ${what}`)
    Promise.resolve(queue.enter(name, 0, cancel)).then(told('began'), told('gave up'))
  }
  for (const name of ['first', 'second', 'third', 'last']) {
    enter(name)
    pass(10)
  }
  await turns(3)
  expect(came).toEqual(['first gave up'])
  pass(11)
  await turns(3)
  expect(came).toEqual(['first gave up', 'second gave up'])
  leave()
  await turns(3)
  const heard = jest.fn()
  cancels.get('third')!.listen(heard)
  pass(1000)
  await turns(3)
  expect(came).toEqual(['first gave up', 'second gave up', 'third began', 'last gave up'])
  cancels.get('third')!.abort()
  expect(heard).toHaveBeenCalled()
  expect(queue.waiting).toBe(0)
})

test.each([
  [
    'an owner of whom sixteen wait rests after each dear search eight times as long as it took',
    20,
    [50, 141, 232],
  ],
  ['one of whom fewer wait does not', 14, [50, 60, 70]],
])('beside others, %s', async (_, many, expected) => {
  const queue = new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 10_000 })
  const enter = (owner: string, begin: (leave: () => void) => void) =>
    void Promise.resolve(queue.enter(owner, 0.25, new Cancellation())).then(begin)
  const began: number[] = []
  const start = performance.now()
  enter('other', (leave) => leave()) // nobody is alone, here and below
  for (let i = 0; i < many; i++) {
    enter('many', (leave) => {
      began.push(performance.now() - start)
      setTimeout(leave, 10)
    })
  }
  for (let ms = 0; ms < 260; ms++) {
    enter('other', (leave) => leave())
    pass(1)
    await turns(1)
  }
  const seen = began.slice(0, expected.length)
  for (const [i, at] of expected.entries()) expect(Math.abs(seen[i]! - at)).toBeLessThanOrEqual(6)
})

test('who becomes alone while he rests begins at once what comes', async () => {
  const queue = new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 10_000 })
  let began = 0
  const leaves: (() => void)[] = []
  const enter = (owner: string) =>
    void Promise.resolve(queue.enter(owner, 0.25, new Cancellation())).then((leave) => {
      began++
      leaves.push(leave)
    })
  enter('other')
  for (let i = 0; i < 20; i++) enter('many')
  pass(50) // until it is plain that no more come
  await turns(1)
  expect(began).toBe(2)
  pass(900)
  for (const leave of leaves.splice(0)) leave()
  await turns(2)
  expect(began).toBe(2)
  pass(200)
  enter('many')
  await turns(2)
  expect(began).toBe(6)
})

test('beside others a dear search begins when no more of its owner have come for 25 ms, after 3 s at the latest', async () => {
  const queue = new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 10_000 })
  const start = performance.now()
  const began = new Map<string, number>()
  const enter = (owner: string, share = 0.25) =>
    void Promise.resolve(queue.enter(owner, share, new Cancellation())).then((leave) => {
      if (!began.has(owner)) began.set(owner, performance.now() - start)
      leave()
    })
  enter('other', 0)
  enter('one')
  for (let ms = 0; ms < 3100; ms += 5) {
    enter('other', 0)
    enter('ordinary', 0)
    if (ms < 100) enter('some')
    enter('endless')
    pass(5)
    await turns(1)
  }
  const after = (owner: string) => Math.round(began.get(owner)! / 5) * 5
  expect(['ordinary', 'one', 'some', 'endless'].map(after)).toEqual([5, 25, 125, 3000])
})

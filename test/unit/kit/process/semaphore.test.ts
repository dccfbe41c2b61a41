import { Semaphore } from '../../../../kit/process/semaphore.js'

test('tasks start in order, at most so many at once, also after one has failed', async () => {
  const semaphore = new Semaphore(2)
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (name: string) =>
    semaphore.run(async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (name === 'b') throw new Error(name)
      return name
    })
  const all = Promise.allSettled(['a', 'b', 'c', 'd'].map(run))
  await undefined
  expect([started, semaphore.waiting]).toEqual([['a', 'b'], 2])
  for (let ended = 0; ended < 4; ended++) {
    ends[ended]!()
    await new Promise(setImmediate)
    expect(started).toEqual(['a', 'b', 'c', 'd'].slice(0, ended + 3))
  }
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(semaphore.isIdle).toBe(true)
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Turns } from '../../../gateway/turns.js'

test('one begins in each turn of the event loop, in the order they came', async () => {
  const turns = new Turns()
  const begun: number[] = []
  for (let i = 0; i < 5; i++) turns.take(() => begun.push(i))
  for (let count = 1; count <= 5; count++) {
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, count))
    await nextTurn()
  }
})

test('alone, a request does not wait, not even when one before it threw', async () => {
  const turns = new Turns()
  expect(() =>
    turns.take(() => {
      throw new Error('of the test')
    }),
  ).toThrow('of the test')
  await nextTurn()
  await nextTurn()
  let hasBegun = false
  turns.take(() => {
    hasBegun = true
  })
  expect(hasBegun).toBe(true)
})

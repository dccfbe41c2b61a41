import { setImmediate as nextTurn } from 'node:timers/promises'
import { Turns } from '../../../../plugins/upstream/turns.js'

test('one begins in each turn of the event loop, in the order they came', async () => {
  const turns = new Turns()
  const begun: number[] = []
  for (let i = 0; i < 5; i++) void turns.take().then(() => begun.push(i))
  const seen: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await Promise.resolve()
    await Promise.resolve()
    seen.push(begun.length)
    await nextTurn()
  }
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(seen[0]).toBe(1)
  for (const [i, count] of seen.slice(1).entries()) expect(count - seen[i]!).toBeLessThanOrEqual(1)
})

test('alone, a request does not wait', async () => {
  const turns = new Turns()
  for (let i = 0; i < 3; i++) {
    let hasBegun = false
    void turns.take().then(() => {
      hasBegun = true
    })
    await Promise.resolve()
    expect(hasBegun).toBe(true)
    await nextTurn()
    await nextTurn()
  }
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { discard } from '../../../../plugins/kit/discarded.js'

test('what is thrown away does not pile up', async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  for (let i = 0; i < 100; i++) {
    discard(Array.from({ length: 16 }, () => Buffer.allocUnsafeSlow(64 * 1024)))
    await nextTurn()
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }
  expect(most).toBeLessThan(10 * 1024 * 1024) // of 100 MB
})

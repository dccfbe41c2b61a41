import { setImmediate as nextTurn } from 'node:timers/promises'
import { releaseBuffers } from '../../../../kit/http/release-buffers.js'

const size = 64 * 1024

test('what is given back takes no memory, even while it is held', async () => {
  const before = process.memoryUsage().arrayBuffers
  const all: Buffer[] = []
  for (let i = 0; i < 100; i++) {
    const chunks = Array.from({ length: 16 }, () => Buffer.allocUnsafeSlow(size))
    releaseBuffers(chunks)
    all.push(...chunks)
    await nextTurn()
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 1024 * 1024) // of 100 MB
  expect(all.every(({ length }) => length === 0)).toBe(true)
})

test('parts of one piece are given back together, and what is read meanwhile is whole', async () => {
  const piece = Buffer.allocUnsafeSlow(size)
  const chunks = [piece.subarray(0, 10), piece.subarray(10, 20)]
  releaseBuffers(chunks)
  expect(chunks.map(({ length }) => length)).toEqual([10, 10])
  await nextTurn()
  expect(chunks.map(({ length }) => length)).toEqual([0, 0])
})

test('what others have a part of stays', async () => {
  const [small, other] = [Buffer.from('small'), Buffer.from('other')]
  releaseBuffers([small])
  await nextTurn()
  expect(`${small} ${other}`).toBe('small other')
})

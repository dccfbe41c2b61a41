import { limitedTarget } from '../../../loader/write/limited-target.js'
import type { EngineResponse, LoadTarget } from '../../../loader/write/target.js'

const ok: EngineResponse = { status: 200, body: { items: [{ index: { status: 201 } }] } }
const overloads: [string, EngineResponse][] = [
  ['of the whole request', { status: 429, body: {} }],
  ['of one document', { status: 200, body: { items: [{ index: { status: 429 } }] } }],
]

/** An engine that answers when the test says so, and a loader that keeps it busy. */
function start(most: number) {
  const open: ((answer: EngineResponse) => void)[] = []
  const engine: LoadTarget = {
    ...{ url: '', isEmbedded: false, close: async () => {} },
    send: () => new Promise((resolve) => open.push(resolve)),
  }
  const target = limitedTarget(engine, most)
  for (let i = 0; i < 100; i++) void target.send('POST', '/_bulk?x', '')
  return {
    underWay: () => open.length,
    async answer(answer: EngineResponse) {
      open.shift()!(answer)
      await new Promise((resolve) => setImmediate(resolve))
    },
    target,
  }
}

test.each(overloads)(
  'an overload %s halves the bulks, and success raises them to the most',
  async (_, busy) => {
    const { underWay, answer } = start(4)
    expect(underWay()).toBe(4)
    await answer(ok)
    expect(underWay()).toBe(4)
    await answer(busy)
    expect(underWay()).toBe(3)
    await answer(ok)
    expect(underWay()).toBe(2)
    for (let i = 0; i < 12; i++) await answer(ok)
    expect(underWay()).toBe(4)
    for (let i = 0; i < 12; i++) await answer(busy)
    expect(underWay()).toBe(1)
  },
)

test('other requests are not limited', () => {
  const { underWay, target } = start(1)
  void target.send('GET', '/x')
  expect(underWay()).toBe(2)
})

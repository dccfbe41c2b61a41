import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decisions } from '../../../../gateway/decisions/kept-decisions.js'
import { Ring } from '../../../../gateway/decisions/ring.js'
import type { Shape } from '../../../../gateway/decisions/shape.js'
import { captureLog } from '../../../support/captured-log.js'

const shape = (url: string): Shape => {
  return { method: 'GET', url, headers: {}, body: '', used: {}, status: 200 }
}
const textOf = (url: string) => JSON.stringify(shape(url))

test('equal shapes are one entry, and the oldest decisions leave first', () => {
  const ring = new Ring({ decisions: 3, bytes: 1e6 })
  for (const url of ['/a', '/b', '/a', '/c']) ring.add(textOf(url))
  expect(ring.kept()).toEqual([
    { shape: shape('/a'), count: 1 },
    { shape: shape('/b'), count: 1 },
    { shape: shape('/c'), count: 1 },
  ])
  ring.add(textOf('/d'), 2)
  expect(ring.kept()).toEqual([
    { shape: shape('/c'), count: 1 },
    { shape: shape('/d'), count: 2 },
  ])
})

test('long shapes leave earlier, and the longest are only counted', () => {
  const ring = new Ring({ decisions: 10_000, bytes: 8_000_000 })
  for (let i = 0; i < 1000; i++) ring.add(textOf(`/${i}${'x'.repeat(40_000)}`))
  ring.add(textOf('x'.repeat(70_000)))
  const bytes = ring.texts.reduce((sum, [text]) => sum + text.length, 0)
  expect(bytes).toBeGreaterThan(7_000_000)
  expect(bytes).toBeLessThan(8_000_000)
  expect(ring.kept().at(-1)!.shape.url).toMatch(/^\/999x/)
  expect(ring.tooLong).toBe(1)
})

describe('the file', () => {
  let file: string
  beforeEach(() => {
    process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'decisions-'))
    file = join(process.env.DATA_DIR, 'decisions.json')
  })
  afterEach(() => {
    delete process.env.DATA_DIR
    delete process.env.DECISIONS
  })

  const handedOver = { texts: [[textOf('/a'), 2]] as const, tooLong: 1 }

  test('is for its owner, and the next process goes on with it', async () => {
    const decisions = new Decisions()
    decisions.add(handedOver)
    expect(decisions.report()).toEqual({
      ...{ decisions: 2, tooLong: 1, shapes: [{ shape: shape('/a'), count: 2 }] },
    })
    await decisions.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const next = new Decisions()
    expect(next.kept()).toEqual([{ shape: shape('/a'), count: 2 }])
    await next.close()
  })

  test.each(['{"format":1,"sha', '{"format":2}', '{"format":1,"shapes":[["x",1]]}', 'null'])(
    'is set aside when it is %s',
    async (text) => {
      writeFileSync(file, text)
      const log = captureLog()
      const decisions = new Decisions()
      log.end()
      expect(decisions.kept()).toEqual([])
      expect(log.output()).toContain('set aside')
      expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(text)
      await decisions.close()
    },
  )

  test('is removed when decisions are not kept', () => {
    writeFileSync(file, '{}')
    process.env.DECISIONS = 'off'
    expect(new Decisions().report()).toBeUndefined()
    expect(existsSync(file)).toBe(false)
  })
})

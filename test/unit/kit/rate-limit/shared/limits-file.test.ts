import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDrafts, replaceSynced } from '../../../../../kit/process/durable.js'
import { LimitsFile } from '../../../../../kit/rate-limit/shared/limits-file.js'
import { SharedLimits } from '../../../../../kit/rate-limit/shared/shared-limits.js'

jest.mock('../../../../../kit/process/durable.js', () => {
  const durable = jest.requireActual<object>('../../../../../kit/process/durable.js')
  return { ...durable, replaceSynced: jest.fn(), removeDrafts: jest.fn(async () => undefined) }
})

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'directory-limits-'))
  process.env.DATA_DIR = dataDir
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  rmSync(dataDir, { recursive: true })
})

test('a slow disk gets one write at a time, and the latest counts at the end', async () => {
  const counter = { name: 'a', length: 'month', maxKeys: 10 } as const
  const limits = new SharedLimits(1)
  const file = new LimitsFile(limits)
  const finished: (() => void)[] = []
  const written: string[] = []
  jest.mocked(replaceSynced).mockImplementation(async (_, text) => {
    written.push(/"k",\d+/.exec(text)![0])
    await new Promise<void>((resolve) => finished.push(resolve))
  })
  for (let second = 0; second < 5; second++) {
    limits.take(counter, { key: 'k', weight: 1, limit: 10, wantsLease: false })
    await jest.advanceTimersByTimeAsync(1000)
  }
  const closed = file.close()
  for (let i = 0; i < 10; i++) {
    finished.shift()?.()
    await jest.advanceTimersByTimeAsync(0)
  }
  await closed
  expect(written).toEqual(['"k",1', '"k",5'])
})

test('a start removes the drafts of its file', async () => {
  await new LimitsFile(new SharedLimits(1)).close()
  expect(removeDrafts).toHaveBeenCalledWith(join(dataDir, 'limits.json'))
})

describe('a restart', () => {
  const day = 86_400_000
  const lengths = { month: 'month', day: 86_400, hour: 3600 } as const
  type Name = keyof typeof lengths
  let limits: SharedLimits
  let file: LimitsFile

  beforeEach(() => {
    jest.mocked(replaceSynced).mockImplementation(async (path, text) => writeFileSync(path, text))
    start()
  })

  function start(): void {
    limits = new SharedLimits(1)
    file = new LimitsFile(limits)
  }

  const take = (name: Name, weight = 1) =>
    limits.take(
      { name, length: lengths[name], maxKeys: 10 },
      { key: 'k', weight, limit: 5, wantsLease: false },
    )

  test('months and days go on, an hour begins again', async () => {
    for (const name of Object.keys(lengths) as Name[]) take(name, 3)
    await file.close()
    start()
    expect((['month', 'day', 'hour'] as const).map((name) => take(name).remaining)).toEqual([
      1, 1, 4,
    ])
  })

  test('after kill -9 a second later nothing is lost', async () => {
    take('month', 5)
    await jest.advanceTimersByTimeAsync(1000)
    start()
    expect(take('month')).toMatchObject({ isTaken: false, remaining: 0 })
  })

  test('a clock set back by a year ends no window, and prolongs none beyond its length', async () => {
    jest.setSystemTime(Date.now() + 400 * day)
    take('month', 5)
    take('day', 5)
    await file.close()
    jest.setSystemTime(Date.now() - 400 * day)
    start()
    for (const [name, most] of [
      ['month', 31],
      ['day', 1],
    ] as const) {
      const { isTaken, msLeft } = take(name)
      expect([name, isTaken, msLeft <= most * day]).toEqual([name, false, true])
    }
  })

  test('after the end of a window it begins again', async () => {
    take('month', 5)
    take('day', 5)
    await file.close()
    jest.setSystemTime(Date.now() + 32 * day)
    start()
    expect([take('month').remaining, take('day').remaining]).toEqual([4, 4])
  })

  test.each([
    '{"format":1,"counts"',
    '{"format":2,"counts":{}}',
    '{"format":1,"counts":{"a":[["k",1]]}}',
    '{"format":1,"counts":{"a":[["k","1",1]]}}',
    '{"format":1,"counts":{"a":[["k",-1,1]]}}',
  ])('on a damaged file is refused, with the remedy: %s', (damaged) => {
    writeFileSync(join(dataDir, 'limits.json'), damaged)
    expect(start).toThrow(/limits\.json.*is damaged.*remove it/)
  })
})

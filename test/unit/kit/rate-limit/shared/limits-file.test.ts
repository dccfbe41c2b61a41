import { mkdtempSync, rmSync } from 'node:fs'
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

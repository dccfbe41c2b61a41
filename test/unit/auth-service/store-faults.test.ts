import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import {
  forget,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { outcomeOf } from '../../support/command.js'
import { built } from '../../support/stack.js'
import { until } from '../../support/until.js'

jest.setTimeout(300_000)
const support = join(__dirname, '../../support')
/** All file system calls that the writer leads to, but those of its last write. */
const faultPoints = 112
/** From one tried call to the next; `FAULT_STEP=1` tries each. A write takes eight calls. */
const step = Number(process.env.FAULT_STEP ?? 3)

/** Runs the writer with a planted fault; resolves with what it said. */
async function write(
  fault: string,
  at: number,
): Promise<{ folder: string; lines: string[]; calls: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-faults-'))
  const env = {
    PATH: process.env.PATH,
    FAULT: fault,
    FAULT_AT: String(at),
    STORE_FOLDER: folder,
    STORE_MODULE: join(built, 'auth-service/store/lowdb/lowdb.js'),
  }
  const args = ['--import', join(support, 'fault-at.mjs'), join(support, 'store-writer.mjs')]
  const { out, err } = await outcomeOf(spawn(process.execPath, args, { env }))
  return { folder, lines: out.trim().split('\n'), calls: err.trim().split('\n') }
}

/** Compares the store in the folder with what its writer got. */
async function judge(folder: string, lines: string[]): Promise<string[]> {
  const store = await openLowdbStore(folder)
  const wrong: string[] = []
  for (const line of lines) {
    const [said, verb, id = ''] = line.split(' ')
    if (said !== 'done' && said !== 'failed') continue
    const key = await store.get('apiKeys', id)
    const isThere = verb === 'create' ? key !== undefined : key?.revokedAt !== undefined
    if (isThere !== (said === 'done')) wrong.push(line)
  }
  await store.close()
  const left = readdirSync(folder).filter(
    (name) => !['auth.json', 'auth.previous.json'].includes(name),
  )
  return [...wrong, ...left]
}

/** A few at a time, so that a small machine is not overrun. */
async function forEachPoint(check: (at: number) => Promise<void>): Promise<void> {
  let next = 1
  const worker = async () => {
    for (let at = next; at <= faultPoints; at = next) {
      next += step
      await check(at)
    }
  }
  await Promise.all([worker(), worker()])
}

test('killed at any file system call: the store opens, and everything acknowledged is in it', async () => {
  let killed = 0
  await forEachPoint(async (at) => {
    const { folder, lines } = await write('kill', at)
    if (!lines.includes('done create last')) killed++
    expect([
      at,
      await judge(
        folder,
        lines.filter((line) => line.startsWith('done')),
      ),
    ]).toEqual([at, []])
  })
  expect(killed).toBe(Math.ceil(faultPoints / step))
})

test('an error at any file system call: what was refused is not there, what was acknowledged is', async () => {
  let failed = 0
  await forEachPoint(async (at) => {
    const { folder, lines } = await write(at % 2 ? 'EIO' : 'ENOSPC', at)
    if (lines[0] !== 'open') return // it refused to start, which is right
    if (lines.some((line) => line.startsWith('failed'))) failed++
    const reasons = lines
      .filter((line) => line.startsWith('failed create'))
      .map((line) => line.split(' ').at(-1))
    expect([at, reasons.filter((reason) => reason !== (at % 2 ? 'away' : 'full'))]).toEqual([
      at,
      [],
    ])
    expect([at, lines.at(-1), await judge(folder, lines)]).toEqual([at, 'done create last', []])
  })
  expect(failed).toBeGreaterThanOrEqual(30)
})

test('each acknowledgement comes after: file written, synced, renamed, folder synced', async () => {
  const { calls, lines } = await write('trace', 0)
  expect(lines.at(-1)).toBe('done create last')
  const writes = calls
    .join('\n')
    .split(/^open .*\.draft$/m)
    .slice(1)
  expect(writes).toHaveLength(13)
  for (const steps of writes) {
    const names = steps
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0])
    expect(names.filter((name) => ['writeFile', 'sync', 'rename', 'open'].includes(name!))).toEqual(
      ['writeFile', 'sync', 'rename', 'rename', 'open', 'sync'],
    )
  }
})

describe('a write that fails, as the caller sees it', () => {
  const dataDir = temporaryFolder()
  const switchFile = join(temporaryFolder(), 'fault')
  const faultAt = pathToFileURL(join(support, 'fault-at.mjs')).href
  let auth: RunningAuthService
  let accessToken: string
  let first: { key: string }
  const acknowledged: string[] = []

  beforeAll(async () => {
    auth = await startAuthService({
      dataDir,
      env: { FAULT_WHILE: switchFile, NODE_OPTIONS: `--import ${faultAt}` },
    })
    accessToken = (await auth.login('admin@example.org')).accessToken
    first = (await create('first')).body.data
    acknowledged.push('first')
  })
  afterAll(async () => {
    await auth?.stop()
    await forget(dataDir)
  })

  const create = (name: string) =>
    auth.request.post('/api/v1/api-keys').auth(accessToken, { type: 'bearer' }).send({ name })
  const names = async () => {
    const { body } = await auth.request
      .get('/api/v1/api-keys')
      .auth(accessToken, { type: 'bearer' })
    return body.data.keys.map(({ name }: { name: string }) => name).sort()
  }
  /** From now on the call fails that the fault names. */
  const plant = (fault: string) => {
    writeFileSync(`${switchFile}.draft`, fault)
    renameSync(`${switchFile}.draft`, switchFile)
  }

  test.each([
    ['open EACCES', 'away'],
    ['writeFile ENOSPC', 'full'],
    ['writeFile EDQUOT', 'full'],
    ['sync EIO', 'away'],
    ['rename EROFS', 'away'],
  ])(
    '%s: 503 with Retry-After, nothing acknowledged, the next write succeeds',
    async (fault, reason) => {
      plant(fault)
      const refused = await create(`lost to ${fault}`)
      const verdict = await auth.internal
        .post('/internal/api-keys/verify')
        .auth(auth.secret.service, { type: 'bearer' })
        .send(parseApiKey(first.key))
      const namesMeanwhile = await names()
      rmSync(switchFile)
      const made = await create(`after ${fault}`)

      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
      const message = 'The service cannot use its store right now. Try again shortly.'
      expect(refused.body.error).toEqual({ code: 'SERVICE_UNAVAILABLE', message, details: {} })
      expect([verdict.body.data.state, namesMeanwhile]).toEqual(['active', acknowledged])
      expect(made.status).toBe(201)
      acknowledged.push(`after ${fault}`)
      expect(await names()).toEqual(acknowledged.sort())

      const told = await logged(refused.body.meta.requestId)
      expect(told).toMatchObject({ level: 'error', err: { name: 'StoreError', reason } })
      expect(told.err.message).toContain(join(dataDir, 'auth.json'))
      expect(told.err.message).toContain(fault.split(' ')[1])
    },
  )

  test('after a crash it holds what was acknowledged, and nothing else', async () => {
    await auth.kill()
    auth = await startAuthService({ dataDir })
    expect(await names()).toEqual(acknowledged)
  })

  /** The line in the log that shows why a request failed. */
  async function logged(requestId: string): Promise<{ err: { message: string } }> {
    const lines = () => auth.output().split('\n')
    const found = () =>
      lines().filter((line) => line.includes('"a request failed"') && line.includes(requestId))
    await until(() => found().length > 0)
    return JSON.parse(found()[0]!)
  }
})

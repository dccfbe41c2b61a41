import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import {
  forget,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { watchDisk } from '../../support/faulty-disk.js'
import { key } from '../../support/store-records.js'
import { until } from '../../support/until.js'

afterEach(() => jest.restoreAllMocks())

/** Writes to a store, one change after the other, and notes what became of each. */
async function write(folder: string, lines: string[]): Promise<void> {
  const store = await openLowdbStore(folder)
  lines.push('open')
  const attempt = (name: string, work: () => Promise<unknown>) =>
    work().then(
      () => void lines.push(`done ${name}`),
      ({ reason }) => void lines.push(`failed ${name} ${reason}`),
    )
  const create = (id: string) => attempt(`create ${id}`, () => store.create('apiKeys', id, key(id)))
  for (let i = 0; i < 3; i++) {
    await Promise.all([create(`a${i}`), create(`b${i}`)]) // two at once: they share a write
    if (i < 2) continue
    await attempt(`revoke a${i - 1}`, async () => {
      const revoked = await store.change('apiKeys', `a${i - 1}`, (record) => ({
        ...record,
        revokedAt: 1,
      }))
      if (!revoked) throw new Error('it was never created')
    })
  }
  // a fault after a rename leaves the file ahead of what was said; the next write fixes that
  await create('last')
  await store.close()
}

/** Writes with a fault at this call, the first being 1. */
async function writeWith(fault: string, at: number) {
  const [folder, lines] = [temporaryFolder(), [] as string[]]
  let calls = 0
  const { killed } = await watchDisk(() => (++calls === at ? fault : undefined))
  await Promise.race([write(folder, lines).catch(() => lines.push('refused')), killed])
  jest.restoreAllMocks()
  return { folder, lines, hasFault: calls >= at }
}

/** Compares the store in the folder, whose writer is gone, with what its writer got. */
async function judge(folder: string, lines: string[]): Promise<string[]> {
  const left = temporaryFolder()
  for (const name of readdirSync(folder))
    if (!name.includes('.lock')) cpSync(join(folder, name), join(left, name))
  const store = await openLowdbStore(left)
  const wrong: string[] = []
  for (const line of lines) {
    const [said, verb, id = ''] = line.split(' ')
    if (said !== 'done' && said !== 'failed') continue
    const found = await store.get('apiKeys', id)
    const isThere = verb === 'create' ? found !== undefined : found?.revokedAt !== undefined
    if (isThere !== (said === 'done')) wrong.push(line)
  }
  await store.close()
  const kept = ['auth.json', 'auth.previous.json']
  return [...wrong, ...readdirSync(left).filter((name) => !kept.includes(name))]
}

test('killed at any file system call: the store opens, and everything acknowledged is in it', async () => {
  let at = 1
  for (let hasFault = true; hasFault; at++) {
    const { folder, lines, ...rest } = await writeWith('kill', at)
    hasFault = rest.hasFault
    const acknowledged = lines.filter((line) => line.startsWith('done'))
    expect([at, await judge(folder, acknowledged)]).toEqual([at, []])
  }
  expect(at).toBeGreaterThan(50)
})

test('an error at any file system call: what was refused is not there, what was acknowledged is', async () => {
  let failed = 0
  for (let at = 1, hasFault = true; hasFault; at++) {
    const [fault, reason] = at % 2 ? ['EIO', 'away'] : ['ENOSPC', 'full']
    const { folder, lines, ...rest } = await writeWith(fault!, at)
    hasFault = rest.hasFault
    if (lines[0] !== 'open') continue // it refused to start, which is right
    const refused = lines.filter((line) => line.startsWith('failed create'))
    if (refused.length > 0) failed++
    for (const line of refused) expect([at, line.split(' ').at(-1)]).toEqual([at, reason])
    // a fault in the last write has no write after it that fixes the file
    if (lines.includes('done create last'))
      expect([at, await judge(folder, lines)]).toEqual([at, []])
  }
  expect(failed).toBeGreaterThan(35)
})

test('each acknowledgement comes after: file written, synced, renamed, folder synced', async () => {
  const calls: string[] = []
  await watchDisk((name, path) => {
    calls.push(path.endsWith('.draft') && name === 'open' ? 'draft' : name)
    return undefined
  })
  await write(temporaryFolder(), [])
  const writes = calls.join(' ').split('draft ').slice(1)
  expect(writes).toHaveLength(5)
  const ordered = ['writeFile', 'sync', 'rename', 'open']
  for (const steps of writes)
    expect(steps.split(' ').filter((name) => ordered.includes(name))).toEqual([
      ...['writeFile', 'sync', 'rename', 'rename', 'open', 'sync'],
    ])
})

describe('a write that fails, as the caller sees it', () => {
  const dataDir = temporaryFolder()
  let auth: RunningAuthService
  let accessToken: string
  let first: { key: string }
  const acknowledged = ['first']
  beforeAll(async () => {
    auth = await startAuthService({ dataDir })
    accessToken = (await auth.login('admin@example.org')).accessToken
    first = (await create('first')).body.data
  })
  afterAll(async () => {
    await auth?.stop()
    await forget(dataDir)
  })

  const create = (name: string) => auth.as(accessToken, 'post', '/api/v1/api-keys', { name })
  const names = async () => {
    const { body } = await auth.as(accessToken, 'get', '/api/v1/api-keys')
    return body.data.keys.map(({ name }: { name: string }) => name).sort()
  }

  const health = async () => (await auth.internal.get('/internal/health')).body.data.storeFault

  test.each([
    ['writeFile', 'ENOSPC', 'full'],
    ['rename', 'EROFS', 'away'],
  ])(
    '%s %s: 503 with Retry-After, nothing acknowledged, the next write succeeds',
    async (call, code, reason) => {
      await watchDisk((name) => (name === call ? code : undefined))
      const refused = await create('lost')
      const { state } = await auth.verifyKey(first.key)
      const namesMeanwhile = await names()
      expect(await health()).toEqual(reason)
      jest.restoreAllMocks()
      // without a request that writes
      await until(async () => (await health()) === undefined)
      await create(`after ${code}`).expect(201)

      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
      const message = 'The service cannot use its store right now. Try again shortly.'
      expect(refused.body.error).toEqual({ code: 'SERVICE_UNAVAILABLE', message, details: {} })
      expect([state, namesMeanwhile]).toEqual(['active', acknowledged])
      acknowledged.push(`after ${code}`)
      expect(await names()).toEqual(acknowledged.sort())

      const { requestId } = refused.body.meta
      const told = auth
        .output()
        .split('\n')
        .find((line) => line.includes('"a request failed"') && line.includes(requestId))
      const { level, err } = JSON.parse(told!)
      expect([level, err.name, err.reason]).toEqual(['error', 'StoreError', reason])
      expect(err.message).toContain(join(dataDir, 'auth.json'))
      expect(err.message).toContain(code)
    },
  )

  test('after a restart it holds what was acknowledged, and nothing else', async () => {
    await auth.stop()
    auth = await startAuthService({ dataDir })
    expect(await names()).toEqual(acknowledged)
  })
})

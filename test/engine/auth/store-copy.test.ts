import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { kinds } from '../../../auth-service/store/store.js'
import { readStableTables } from '../../../auth-service/store/transfer.js'
import { startAuthService, temporaryFolder } from '../../support/auth-service.js'
import { runCommandProcess } from '../../support/command.js'
import { type Filling, fillStore, working } from '../../support/filled-store.js'
import { until } from '../../support/until.js'

/**
 * The way out of one machine; test/http/auth/store-command.test.ts has the rest of the command.
 * `KEYS=10000 POINTS=20` for the full measure.
 */
const amount = { users: 10, keys: Number(process.env.KEYS ?? 3000) }
const points = Number(process.env.POINTS ?? 2)
// addresses, sessions, a signing key
const records = 2 * amount.users + amount.users + amount.keys + 1

const url = process.env.TEST_ENGINE_URL!
const dataDir = temporaryFolder()
const indexAt = (point: number) => `auth-test-copy-${Date.now().toString(36)}-${point}`
const last = indexAt(points)

let filling: Filling
beforeAll(async () => {
  filling = await fillStore(await openLowdbStore(dataDir), amount)
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await drop(last)
})

const settings = (index: string) => ({
  DATA_DIR: dataDir,
  AUTH_ELASTICSEARCH_URL: url,
  AUTH_INDEX: index,
})
const copy = (index: string, killed?: Promise<void>) =>
  runCommandProcess(
    ['store', 'copy', '--to', 'elasticsearch', '--json'],
    settings(index),
    killed ? { killed } : {},
  )
const counted = async (index: string) => {
  await fetch(`${url}/${index}/_refresh`, { method: 'POST' })
  return ((await (await fetch(`${url}/${index}/_count`)).json()) as { count?: number }).count ?? 0
}
const drop = (index: string) => fetch(`${url}/${index}-1`, { method: 'DELETE' })

test(`killed at ${points} points, the copy is whole after it was run again: nothing lost, nothing doubled`, async () => {
  const startedAt = performance.now()
  const whole = await copy(last)
  console.log(`a copy of ${records} records: ${Math.round(performance.now() - startedAt)} ms`)
  expect([whole.err, whole.code, await counted(last)]).toEqual(['', 0, records])
  const left: number[] = []
  for (let point = 0; point < points; point++) {
    const index = indexAt(point)
    const halted = { yes: false }
    await copy(index, hasWritten(index, (records * point) / points, halted))
    halted.yes = true
    left.push(await counted(index))
    const { err, out } = await copy(index)
    const told = (JSON.parse(out) as { records: number }[]).reduce(
      (sum, row) => sum + row.records,
      0,
    )
    expect([err, told, await counted(index)]).toEqual(['', records, records])
    await drop(index)
  }
  console.log(`killed when it had written ${left.join(', ')}`)
  expect(left.filter((number) => number < records).length).toBeGreaterThan(points / 2)
})

test('every key, session and password works in the copy, and in a backup of it in an empty folder', async () => {
  const folder = temporaryFolder()
  const backup = join(folder, 'backup')
  const env = { ...settings(last), AUTH_STORE: 'elasticsearch' }
  expect(await runCommandProcess(['store', 'backup', backup], env)).toMatchObject({
    code: 0,
    err: '',
  })
  expect(await runCommandProcess(['store', 'restore', backup], { DATA_DIR: folder })).toMatchObject(
    {
      code: 0,
      err: '',
    },
  )
  const [first, second] = await Promise.all([dataDir, folder].map(openLowdbStore))
  const [before, after] = [await readStableTables(first!), await readStableTables(second!)]
  for (const kind of kinds) expect([kind, after[kind].size]).toEqual([kind, before[kind].size])
  expect(after).toEqual(before)
  await Promise.all([first!.close(), second!.close()])

  const all = { keys: amount.keys, sessions: amount.users, passwords: amount.users }
  for (const settings of [
    { ...env, DATA_DIR: temporaryFolder() },
    { AUTH_STORE: 'lowdb', DATA_DIR: folder },
  ]) {
    const nobody = { BOOTSTRAP_EMAIL: '', BOOTSTRAP_PASSWORD: '' }
    const auth = await startAuthService({
      dataDir: settings.DATA_DIR,
      env: { ...settings, ...nobody },
    })
    expect(await working(auth, filling)).toEqual(all)
    const { refreshToken } = filling.tokens[0]!
    expect((await auth.request.post('/api/v1/auth/refresh').send({ refreshToken })).status).toBe(
      200,
    )
    await auth.stop()
    rmSync(settings.DATA_DIR, { recursive: true })
  }
})

/** Resolves when this many records are there, unless the waiting was halted. */
async function hasWritten(index: string, wanted: number, halted: { yes: boolean }): Promise<void> {
  await until(async () => halted.yes || (await counted(index)) >= wanted)
}

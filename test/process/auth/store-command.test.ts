import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { openStore } from '../../../auth-service/store/open.js'
import { startAuthService, temporaryFolder } from '../../support/auth-service.js'
import { runCommand, runCommandProcess } from '../../support/command.js'
import { serveEngine } from '../../support/embedded-engine.js'
import { type Filling, fillStore, working } from '../../support/filled-store.js'
import { key } from '../../support/store-records.js'

const amount = { users: 6, keys: 600 }
const all = { keys: amount.keys, sessions: amount.users, passwords: amount.users }
const tables = { users: 5, emails: 5, sessions: 5, apiKeys: 600, signingKeys: 1, links: 0 }
const rows = (written: boolean) =>
  Object.entries(tables).map(([table, records]) => ({
    ...{ table, records, written: written ? records : 0 },
  }))

const folders: string[] = []
const newFolder = () => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder
}
const dataDir = newFolder()
const backup = join(newFolder(), 'backup')
let filling: Filling
beforeAll(async () => {
  filling = await fillStore(await openLowdbStore(dataDir), amount)
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Runs `npm run store -- …`. @returns what it printed as JSON, or the error's text. */
async function store(args: string[], env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { code, out, err } = await runCommand(['store', ...args, '--json'], {
    DATA_DIR: dataDir,
    ...env,
  })
  expect(code).toBe(err === '' ? 0 : 1)
  return err === '' ? JSON.parse(out) : err.trim()
}

const serviceOn = (folder: string, env: NodeJS.ProcessEnv = { AUTH_STORE: 'lowdb' }) =>
  startAuthService({
    dataDir: folder,
    env: { BOOTSTRAP_EMAIL: '', BOOTSTRAP_PASSWORD: '', ...env },
  })

test('while the service runs, its file is left alone', async () => {
  const auth = await serviceOn(dataDir)
  const held = expect.stringMatching(
    /^\/.*auth\.lock is held by another auth service .*\. Stop it first/,
  )
  for (const args of [
    ['backup', backup],
    ['copy', '--to', 'elasticsearch'],
  ]) {
    expect(await store(args)).toEqual(held)
  }
  const apart = await runCommandProcess(['store', 'backup', backup], { DATA_DIR: dataDir })
  expect(apart).toEqual({ code: 1, out: '', err: held })
  expect(existsSync(backup)).toBe(false)
  await auth.stop()
})

describe('a backup', () => {
  test('is a file for its owner only, with number and checksum of each table, and is never written over', async () => {
    expect(await store(['backup', backup])).toEqual(rows(true))
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    const [head] = readFileSync(backup, 'utf8').split('\n')
    const sum = (records: number) => ({ records, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(JSON.parse(head!).tables).toEqual(
      Object.fromEntries(rows(true).map(({ table, records }) => [table, sum(records)])),
    )
    const before = readFileSync(backup)
    expect(await store(['backup', backup])).toBe(
      `${backup} is there already, and is left as it is. Name another file.`,
    )
    expect(readFileSync(backup)).toEqual(before)
    expect(readdirSync(join(backup, '..'))).toEqual(['backup'])
  })

  test.each([
    ['the store is empty: are AUTH_STORE', 'new', () => ({ DATA_DIR: newFolder() })],
    ['cannot be written (ENOENT). Name a file in a folder', 'nowhere/new', () => ({})],
  ])('is refused where %s', async (message, file, env) => {
    const said = await store(['backup', join(newFolder(), file)], env())
    expect(said).toContain(message)
  })

  test('restored into an empty folder: every key, session and password works', async () => {
    const folder = newFolder()
    expect(await store(['restore', backup], { DATA_DIR: folder })).toEqual(rows(true))
    // once more changes nothing
    expect(await store(['restore', backup], { DATA_DIR: folder })).toEqual(rows(false))
    const auth = await serviceOn(folder)
    expect(await working(auth, filling)).toEqual(all)
    const refreshed = await auth.request
      .post('/api/v1/auth/refresh')
      .send({ refreshToken: filling.tokens[0]!.refreshToken })
    expect(refreshed.status).toBe(200)
    await auth.stop()
    // another session, and the last uses of the keys
    const others =
      'the store to be written holds other records already (sessions: 6, apiKeys: 600), and ' +
      'is left as it is.'
    expect(await store(['restore', backup], { DATA_DIR: folder })).toBe(
      `${others} Name an empty one.`,
    )
  })
})

describe('a copy to Elasticsearch', () => {
  let engine: Awaited<ReturnType<typeof serveEngine>>
  let to: NodeJS.ProcessEnv
  beforeAll(async () => {
    engine = await serveEngine()
    to = { AUTH_ELASTICSEARCH_URL: engine.url, AUTH_INDEX: 'auth-copy' }
  })
  afterAll(() => engine.close())
  const copy = (env: NodeJS.ProcessEnv = {}) =>
    store(['copy', '--to', 'elasticsearch'], { ...to, ...env })

  test('holds every record once, and works', async () => {
    expect(await copy()).toEqual(rows(true))
    expect(await copy()).toEqual(rows(false))
    const auth = await serviceOn(newFolder(), { ...to, AUTH_STORE: 'elasticsearch' })
    expect(await working(auth, filling)).toEqual(all)
    await auth.stop()
  })

  test('leaves a file on which no service starts again, until the mark is removed', async () => {
    const folder = newFolder()
    await store(['restore', backup], { DATA_DIR: folder })
    expect(existsSync(join(folder, 'auth.moved'))).toBe(false)
    await copy({ DATA_DIR: folder, AUTH_INDEX: 'auth-moved' })
    await expect(serviceOn(folder)).rejects.toThrow(
      /has moved, and its file is old: set AUTH_STORE/,
    )
    rmSync(join(folder, 'auth.moved'))
    const auth = await serviceOn(folder)
    await auth.stop()
  })

  test('into a store that holds anything else is refused, and leaves it as it is', async () => {
    const env = { ...to, AUTH_INDEX: 'auth-other' }
    const other = await openStore({ ...env, AUTH_STORE: 'elasticsearch' })
    await other.create('apiKeys', 'x', key('x'))
    expect(await copy(env)).toMatch(
      /holds other records already \(apiKeys: 1\), and is left as it is/,
    )
    expect([...(await other.all('apiKeys')).keys(), ...(await other.all('users')).keys()]).toEqual([
      'x',
    ])
    await other.close()
  })

  test.each([
    [
      'the store itself',
      { AUTH_STORE: 'elasticsearch' },
      /AUTH_STORE is elasticsearch already: it names the store to copy/,
    ],
    ['nobody', { AUTH_ELASTICSEARCH_URL: 'http://127.0.0.1:9' }, /the auth store cannot be opened/],
  ])('to %s is refused', async (_name, env, message) => {
    expect(await copy(env)).toEqual(expect.stringMatching(message))
  })
})

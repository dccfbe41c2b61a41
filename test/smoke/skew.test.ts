import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '../support/auth-service.js'
import { built, end, readyMessage, root, startScript, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

/**
 * docs/upgrading.md: gateway and auth service of this version and of the one before it, under
 * calls, and a rollback to it. The previous version is the last tag before this commit, built here.
 */
const withoutTags = '21db1da2' // the previous version until there is a tag

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
const previous = previousVersion()
if (previous === undefined) console.log(`the clone lacks ${withoutTags}: skew is not tested`)

function previousVersion(): string | undefined {
  const here = git('tag', '--points-at', 'HEAD').split('\n')
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')
  const tag = tags.find((name) => name !== '' && !here.includes(name))
  if (tag !== undefined) return tag
  try {
    git('cat-file', '-e', `${withoutTags}^{commit}`)
    return withoutTags
  } catch {
    return undefined
  }
}

const folder = join(tmpdir(), 'previous')
const versions = {
  this: { dist: built, config: join(root, 'config') },
  previous: { dist: join(folder, 'dist'), config: join(folder, 'config') },
}
type Version = keyof typeof versions

beforeAll(() => {
  if (previous === undefined) return
  git('worktree', 'add', '--detach', '--force', folder, previous)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['dev/build.js'], { cwd: folder, stdio: 'ignore' })
})
afterAll(() => {
  if (existsSync(folder)) git('worktree', 'remove', '--force', folder)
})

const secrets = { SERVICE_SECRET: 's'.repeat(40), OPERATOR_SECRET: 'o'.repeat(40) }
const email = 'admin@example.org'
const password = 'marble-otter-canyon'
const running: ChildProcess[] = []
const folders: string[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map(end))
  for (const name of folders.splice(0)) rmSync(name, { recursive: true, force: true })
})

/** Starts a part of a version; resolves with its addresses. */
async function launch<Urls>(version: Version, part: string, env: NodeJS.ProcessEnv): Promise<Urls> {
  const { dist, config } = versions[version]
  const { DATA_DIR = newFolder() } = env
  const { child, output } = startScript(
    join(dist, part, 'main.js'),
    testEnvironment(DATA_DIR, config, { ...secrets, ...env }),
  )
  running.push(child)
  return readyMessage<Urls>(child, output)
}

function newFolder(): string {
  const made = temporaryFolder()
  folders.push(made)
  return made
}

const launchAuth = (version: Version, dataDir: string) =>
  launch<{ url: string; internalUrl: string }>(version, 'auth-service', {
    ...{ DATA_DIR: dataDir, BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password },
  })

/** A gateway before an auth service, and its calls. */
async function openGateway(version: Version, auth: { url: string; internalUrl: string }) {
  const { url } = await launch<{ url: string }>(version, 'gateway', {
    ...{ AUTH_SERVICE_URL: auth.url, AUTH_INTERNAL_URL: auth.internalUrl },
    ELASTICSEARCH_URL: 'http://127.0.0.1:9',
  })
  async function call(method: string, path: string, credential?: string, body?: object) {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(credential && { Authorization: `Bearer ${credential}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, data: text === '' ? undefined : JSON.parse(text).data }
  }
  const login = async () => (await call('POST', 'auth/login', undefined, { email, password })).data
  const makeKey = async (token: string, more: object = {}) =>
    (await call('POST', 'api-keys', token, { name: 'a', ...more })).data
  const statusOf = async (credential: string) => (await call('GET', 'limits', credential)).status
  return { call, login, makeKey, statusOf }
}

const confined = { allow: { addresses: ['127.0.0.0/8'] } }
/** Whether a version tells its level: those before 1.0.0 do not. */
const tellsLevel = (version: Version) =>
  existsSync(join(versions[version].config, '../kit/api/levels.ts'))

const skewed: [gateway: Version, auth: Version][] = [
  ['previous', 'this'],
  ['this', 'previous'],
]
const skewTest = previous === undefined ? test.skip : test

skewTest.each(skewed)('versions together: gateway %s, auth service %s', async (ours, theirs) => {
  const auth = await launchAuth(theirs, newFolder())
  const { call, login, makeKey, statusOf } = await openGateway(ours, auth)
  const { accessToken, refreshToken } = await login()
  const key = await makeKey(accessToken)
  const own = await makeKey(accessToken, confined)

  const statuses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => statusOf(i % 2 === 0 ? accessToken : key.key)),
  )
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  const isEnforced = tellsLevel(ours) || !tellsLevel(theirs)
  expect(await statusOf(own.key)).toBe(isEnforced ? 200 : 401)

  const renewed = await call('POST', 'auth/refresh', undefined, { refreshToken })
  expect([renewed.status, await statusOf(renewed.data.accessToken)]).toEqual([200, 200])
  expect((await call('DELETE', `api-keys/${key.id}`, accessToken)).status).toBeLessThan(300)
  await until(async () => (await statusOf(key.key)) === 401)
  expect((await call('POST', 'auth/logout', accessToken, { refreshToken })).status).toBeLessThan(
    300,
  )
})

skewTest('going back: the previous version goes on with the store of this one', async () => {
  const dataDir = newFolder()
  const before = await openGateway('this', await launchAuth('this', dataDir))
  const { accessToken } = await before.login()
  const { key } = await before.makeKey(accessToken)
  await Promise.all(running.splice(0).map(end))
  const after = await openGateway('previous', await launchAuth('previous', dataDir))
  expect([await after.statusOf(accessToken), await after.statusOf(key)]).toEqual([200, 200])
  expect(await after.login()).toHaveProperty('accessToken')
})

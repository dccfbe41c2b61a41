import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigFiles } from '../../../../gateway/config/config.js'
import { digestCheck } from '../../../../gateway/host/verdict.js'
import { authFile } from '../../../../kit/config/auth-file.js'
import { facts } from '../facts.js'

/** What the digest of a check covers besides the files, for which there is a test of a gateway. */

let build: () => string
jest.mock('../../../../kit/process/product-folder.js', () => ({
  ...jest.requireActual('../../../../kit/process/product-folder.js'),
  digestBuild: () => build(),
}))

let folder: string
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z') })
  folder = mkdtempSync(join(tmpdir(), 'verdict-'))
  build = () => 'a build'
})
afterEach(() => {
  jest.useRealTimers()
  for (const name of ['EXAMPLE', 'AUTH_INDEX_FILE']) delete process.env[name]
  rmSync(folder, { recursive: true })
})

const source = { value: { token: 'one' } } as unknown as ConfigFiles['gateway']
const config = { gateway: source, system: source, digest: 'texts', isCodeKnown: true }
const digest = (changed: unknown = {}, policies = facts) =>
  digestCheck(folder, { ...config, ...(changed as object) } as ConfigFiles, policies)

test('nothing has changed a minute later', () => {
  const before = digest()
  jest.advanceTimersByTime(60_000)
  expect(digest()).toBe(before)
  expect(before).toMatch(/^[0-9a-f]{64}$/)
})

/** What a change returns is another configuration. */
type Change = () => unknown

test.each<[string, Change]>([
  [
    'a variable of the environment',
    () => {
      process.env.EXAMPLE = 'a'
    },
  ],
  [
    'the build',
    () => {
      build = () => 'another'
    },
  ],
  [
    'the day',
    () => {
      jest.advanceTimersByTime(86_400_000)
    },
  ],
  ['the file of the auth service', () => writeFileSync(join(folder, authFile), 'plans: [gold]\n')],
  ['a text', () => ({ digest: 'others' })],
  ['the value of a variable', () => ({ gateway: { value: { token: 'two' } } })],
])('another digest: %s', (_, change) => {
  const before = digest()
  const after = digest(change())
  expect(after).toEqual(expect.any(String))
  expect(after).not.toBe(before)
})

test('another digest: the policies', () => {
  const fewer = { ...facts, policies: new Map([...facts.policies].slice(1)) }
  expect(digest({}, fewer)).not.toBe(digest())
})

test.each<[string, Change]>([
  ['code that is not all known', () => ({ isCodeKnown: false })],
  [
    'a build that cannot be read',
    () => {
      build = () => {
        throw new Error('EACCES')
      }
    },
  ],
  [
    'a setting that cannot be read',
    () => {
      process.env.AUTH_INDEX_FILE = join(folder, 'missing')
    },
  ],
  [
    'a file of the auth service that cannot be read',
    () => {
      mkdirSync(join(folder, authFile))
    },
  ],
])('none, so that all is checked: %s', (_, change) => {
  expect(digest(change())).toBeUndefined()
})

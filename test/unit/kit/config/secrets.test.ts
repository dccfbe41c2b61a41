import { execFile } from 'node:child_process'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { dataFolder } from '../../../../kit/config/data-folder.js'
import { ownSecret, settingAtStart } from '../../../../kit/config/secrets.js'
import { setting } from '../../../../kit/config/settings.js'
import { built } from '../../../support/stack.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'directory-secrets-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('a secret is made once, for its owner only, and read ever after', () => {
  const env = { DATA_DIR: join(folder, 'data') }
  const secret = ownSecret('SERVICE_SECRET', env)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(ownSecret('SERVICE_SECRET', env)).toBe(secret)
  expect(setting('SERVICE_SECRET', env)).toBe(secret)
  expect(settingAtStart('SERVICE_SECRET', env)).toBe(secret)
  expect(settingAtStart('HOST', env)).toBe('127.0.0.1')
  expect(settingAtStart('OPERATOR_SECRET', env)).not.toBe(secret)
  const kept = join(folder, 'data/secrets')
  expect(readdirSync(kept).sort()).toEqual(['OPERATOR_SECRET', 'SERVICE_SECRET'])
  expect([
    statSync(kept).mode & 0o777,
    statSync(join(kept, 'SERVICE_SECRET')).mode & 0o777,
  ]).toEqual([0o700, 0o600])
})

test('a secret that is set is not kept', () => {
  const set = 'a secret that the operator has set'
  expect(ownSecret('SERVICE_SECRET', { DATA_DIR: join(folder, 'data'), SERVICE_SECRET: set })).toBe(
    set,
  )
  expect(readdirSync(folder)).toEqual([])
})

test('processes that make it at once agree', async () => {
  const script =
    `import { ownSecret } from '${built}/test/programs/kit.js'; ` +
    "console.log(ownSecret('SERVICE_SECRET'))"
  const make = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { DATA_DIR: folder },
    })
  const made = await Promise.all(Array.from({ length: 6 }, make))
  const secret = readFileSync(join(folder, 'secrets/SERVICE_SECRET'), 'utf8')
  expect(made.map(({ stdout }) => stdout)).toEqual(made.map(() => secret))
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['SERVICE_SECRET'])
})

describe('an error to keep a secret names its setting', () => {
  test('a file in the place of the folder', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    for (const DATA_DIR of [file, join(file, 'inside')]) {
      expect(() => dataFolder({ DATA_DIR })).toThrow(
        'DATA_DIR must name a folder that this user may write: a file is in',
      )
      expect(() => ownSecret('SERVICE_SECRET', { DATA_DIR })).toThrow('DATA_DIR must name a folder')
    }
  })

  test('a folder of secrets that may only be read, before another part has made them', () => {
    symlinkSync('/proc/self', join(folder, 'secrets'))
    expect(() => ownSecret('SERVICE_SECRET', { DATA_DIR: folder })).toThrow(
      /^SERVICE_SECRET is not set and cannot be kept in .*SERVICE_SECRET \(E\w+\): set SERVICE_SECRET or SERVICE_SECRET_FILE$/,
    )
  })
})

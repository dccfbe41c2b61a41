import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../../gateway/config/config.js'

const folder = mkdtempSync(join(tmpdir(), 'directory-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(gateway: string, system = 'plugins: {}\n') {
  writeFileSync(join(folder, 'gateway.config.yml'), gateway)
  writeFileSync(join(folder, 'system.config.yml'), system)
  return readConfig(folder, (name) => (name === 'PORT' ? '8080' : undefined))
}

test.each([
  ['http', 'http: { port: 80 }', '"http" is not allowed here: set HOST and PORT'],
  ['https', 'https: {}', '"https" is not allowed here: set TLS_CERT and TLS_KEY'],
  ['admin', 'admin: { port: 9876 }', '"admin" is not allowed here: remove it'],
  ['a misspelt key', 'pipelnes: {}', 'unknown key "pipelnes": did you mean "pipelines"?'],
  [
    'a member of Object.prototype',
    'constructor: {}',
    'unknown key "constructor": known: watch, apiEndpoints',
  ],
  ['a watch that is no switch', 'watch: sometimes', '"watch" must be true or false'],
  ['a list', '[]', 'the file must be a mapping'],
  ['an empty file', '', 'the file must be a mapping'],
])('gateway.config.yml with %s is refused', (_, text, says) => {
  expect(() => read(text)).toThrow(says)
})

test('a file that is not UTF-8 is refused as such', () => {
  const asPowerShell = Buffer.from('\ufeffpolicies: []\n', 'utf16le')
  writeFileSync(join(folder, 'gateway.config.yml'), asPowerShell)
  expect(() => readConfig(folder, () => undefined)).toThrow('the file is not UTF-8: save it as')
})

test('x- keys hold anchors for the others', () => {
  const { gateway } = read('x-shared: &ours [envelope]\npolicies: *ours\n')
  expect(gateway.value).toEqual({ policies: ['envelope'] })
  expect(() => read('policies: []\n', 'x-a: 1\nplugins: {}\n')).toThrow('unknown key "x-a"')
})

test('mistakes of both files are reported at once, with file, line and column', () => {
  expect(() =>
    read('policies: []\nhttp: {}\n', 'plugins: {}\nplugin: {}\ndb: $' + '{NOPE}\n'),
  ).toThrow(/gateway\.config\.yml:2:1 "http".*\n.*system\.config\.yml:3:5 NOPE has no value/)
})

test('a missing file is reported with its setting', () => {
  expect(() => readConfig(join(folder, 'nowhere'), () => undefined)).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/gateway\.config\.yml:1:1 .*CONFIG_DIR/),
      mistakes: expect.arrayContaining([expect.objectContaining({ rule: 'file-unreadable' })]),
    }),
  )
})

test('the hash distinguishes configurations, and only them', () => {
  const { hash } = read('policies: []')
  expect(hash).toMatch(/^[0-9a-f]{12}$/)
  expect(read('policies: []').hash).toBe(hash)
  expect(read('policies: [a]').hash).not.toBe(hash)
  expect(read('policies: []', 'plugins: { a: {} }').hash).not.toBe(hash)
})

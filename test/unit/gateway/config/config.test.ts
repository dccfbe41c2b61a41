import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../../gateway/config/config.js'
import { readTemplateTexts } from '../../../../gateway/config/template-files.js'
import { readInstead } from '../../../../kit/config/yaml/file.js'
import { listTemplates } from '../../../../plugins/kit/templates/fill/read-template.js'
import { words } from '../../../support/cases.js'
import { testFolder } from '../../../support/folders.js'

const folder = testFolder()

const sections = words('db crypto session accessTokens refreshTokens authorizationCodes')
const right = `plugins: {}\n${sections.map((name) => `${name}: {}\n`).join('')}`

function read(gateway: string, system = right) {
  writeFileSync(join(folder, 'gateway.config.yml'), gateway)
  writeFileSync(join(folder, 'system.config.yml'), system)
  return readConfig(folder, (name) => (name === 'PORT' ? '8080' : undefined))
}

test.each(['[]', ''])('gateway.config.yml of %j is refused', (text) => {
  expect(() => read(text)).toThrow('the file must be object: Sections: apiEndpoints')
})

test('a file that is not UTF-8 is refused as such', () => {
  const asPowerShell = Buffer.from('\ufeffpolicies: []\n', 'utf16le')
  writeFileSync(join(folder, 'gateway.config.yml'), asPowerShell)
  expect(() => readConfig(folder, () => undefined)).toThrow('the file is not UTF-8: save it as')
})

test('x- keys hold anchors for the others', () => {
  const { gateway } = read('x-shared: &ours [envelope]\npolicies: *ours\n')
  expect(gateway.value).toEqual({ policies: ['envelope'] })
  expect(() => read('policies: []\n', `x-a: 1\n${right}`)).toThrow('unknown key "x-a"')
})

test('mistakes of both files are reported at once, with file, line and column', () => {
  expect(() => read('policies: $' + '{NOPE}\n', `${right}plugin: {}\n`)).toThrow(
    /gateway\.config\.yml:1:11 NOPE has no value.*\n.*system\.config\.yml:8:1 unknown key "plugin": did/,
  )
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
  expect(read('policies: []', right.replace('{}', '{ a: { package: a } }')).hash).not.toBe(hash)
})

test('a process has the texts that it was given, however CONFIG_DIR is written', () => {
  const texts = { 'words.yml': 'groups: []', 'search-templates/own.yml': 'title: Own' }
  for (const CONFIG_DIR of ['./config', 'config/', '/etc/directory/']) {
    const env = jest.replaceProperty(process, 'env', { CONFIG_DIR })
    readInstead(CONFIG_DIR, texts)
    expect({ texts: readTemplateTexts(CONFIG_DIR), names: listTemplates() }).toEqual({
      texts,
      names: ['own'],
    })
    env.restore()
    readInstead(CONFIG_DIR, {})
    expect(readTemplateTexts(CONFIG_DIR)).toEqual({})
  }
})

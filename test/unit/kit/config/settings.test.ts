import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  choiceSetting,
  portSetting,
  requiredSetting,
  setting,
} from '../../../../kit/config/settings.js'
import { words } from '../../../support/cases.js'
import { testFolder } from '../../../support/folders.js'

const folder = testFolder()

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
/** A data folder of its own, with this file as its secret. */
const dataDir = (name: string, secret: string): string => {
  mkdirSync(join(folder, name, 'secrets'), { recursive: true })
  file(join(name, 'secrets', 'SERVICE_SECRET'), secret)
  return join(folder, name)
}

/** As long as a secret must be, and no longer. */
const secret = (text: string): string => text.padEnd(32, '.')

test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
  ['HOST', { HOST: '::1' }, '::1'],
  ['ELASTICSEARCH_URL', {}, undefined],
  ['ELASTICSEARCH_API_KEY', { ELASTICSEARCH_API_KEY_FILE: file('key', 'k1\n') }, 'k1'],
  ['HOST', { HOST_FILE: file('host', '::1') }, '::1'],
  ['GRANTS_TOKEN', { GRANTS_TOKEN_FILE: file('token', 't 1 \r\n\n') }, 't 1 '],
  ['GRANTS_TOKEN', { GRANTS_TOKEN_FILE: file('marked', '\uFEFFt1\n') }, 't1'],
  ['GRANTS_TOKEN', { GRANTS_TOKEN: 't2', GRANTS_TOKEN_FILE: '' }, 't2'],
  ['SERVICE_SECRET', { DATA_DIR: dataDir('kept', `${secret('kept')}\n`) }, secret('kept')],
  [
    'SERVICE_SECRET',
    { DATA_DIR: dataDir('kept', `${secret('kept')}\n`), SERVICE_SECRET: secret('set') },
    secret('set'),
  ],
  ['SERVICE_SECRET', { DATA_DIR: join(folder, 'nowhere') }, undefined],
  ['constructor', {}, undefined],
])('%s with %j', (name, env, value) => {
  expect(setting(name, env)).toBe(value)
})

test.each<[string, NodeJS.ProcessEnv, string]>([
  [
    'SERVICE_SECRET',
    { SERVICE_SECRET: 'a', SERVICE_SECRET_FILE: 'b' },
    'set SERVICE_SECRET or SERV',
  ],
  ['SERVICE_SECRET', { SERVICE_SECRET_FILE: '/no' }, 'SERVICE_SECRET_FILE: cannot read /no ('],
  ['GRANTS_TOKEN', { GRANTS_TOKEN_FILE: folder }, '(EISDIR)'],
  ['GRANTS_TOKEN', { GRANTS_TOKEN_FILE: file('blank', ' \n') }, 'blank is empty'],
  ['SERVICE_SECRET', { DATA_DIR: file('a-file', '') }, 'DATA_DIR must name a folder: a file is in'],
  ['SERVICE_SECRET', { SERVICE_SECRET: secret('').slice(1) }, 'has fewer than 32 characters:'],
  ['OPERATOR_SECRET', { OPERATOR_SECRET_FILE: file('short', 'x'.repeat(31)) }, 'or remove it and'],
  ['SERVICE_SECRET', { DATA_DIR: dataDir('weak', 'hunter2') }, 'SERVICE_SECRET has fewer than 32'],
])('%s with %j is refused: %s', (name, env, says) => {
  expect(() => setting(name, env)).toThrow(says)
})

test.each(words('65536 0x10 1e3 08080 +80 80.0 8080a -1 NaN ٨٠'))('PORT=%s is refused', (PORT) => {
  expect(() => portSetting('PORT', { PORT })).toThrow('PORT must be a port between 0 and 65535')
})

test('a setting that is missing, or none of the choices, is refused', () => {
  expect(() => requiredSetting('ELASTICSEARCH_URL', {})).toThrow('ELASTICSEARCH_URL is not set')
  expect(() => choiceSetting('COLOUR', ['red', 'green', 'blue'], { COLOUR: 'gren' })).toThrow(
    'COLOUR must be red, green or blue',
  )
})

test('reading makes nothing', () => {
  expect(setting('OPERATOR_SECRET', { DATA_DIR: join(folder, 'new') })).toBeUndefined()
  expect(readdirSync(folder)).not.toContain('new')
})

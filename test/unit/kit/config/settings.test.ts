import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  choiceSetting,
  portSetting,
  requiredSetting,
  setting,
} from '../../../../kit/config/settings.js'

const folder = mkdtempSync(join(tmpdir(), 'directory-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
  ['HOST', { HOST: '' }, '127.0.0.1'],
  ['HOST', {}, '127.0.0.1'],
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
  ['toString', process.env, undefined],
])('%s with %j', (name, env, value) => {
  expect(setting(name, env)).toBe(value)
})

test.each<[() => unknown, string]>([
  [
    () => setting('SERVICE_SECRET', { SERVICE_SECRET: 'a', SERVICE_SECRET_FILE: 'b' }),
    'set SERVICE_SECRET or SERV',
  ],
  [
    () => setting('SERVICE_SECRET', { SERVICE_SECRET_FILE: '/nowhere' }),
    'SERVICE_SECRET_FILE: cannot read /nowhere (',
  ],
  [() => setting('SERVICE_SECRET', { SERVICE_SECRET_FILE: file('empty', '\n') }), 'empty is empty'],
  [
    () => setting('GRANTS_TOKEN', { GRANTS_TOKEN: 'a', GRANTS_TOKEN_FILE: 'b' }),
    'set GRANTS_TOKEN or GRANTS_TOKEN_FILE, not',
  ],
  [
    () => setting('GRANTS_TOKEN', { GRANTS_TOKEN_FILE: '/nowhere' }),
    'GRANTS_TOKEN_FILE: cannot read /nowhere (ENOENT)',
  ],
  [() => setting('GRANTS_TOKEN', { GRANTS_TOKEN_FILE: folder }), '(EISDIR)'],
  [() => setting('GRANTS_TOKEN', { GRANTS_TOKEN_FILE: file('blank', ' \n') }), 'blank is empty'],
  [() => setting('SERVICE_SECRET', { DATA_DIR: dataDir('hollow', '\n') }), 'SERVICE_SECRET: '],
  [
    () => setting('SERVICE_SECRET', { DATA_DIR: file('a-file', '') }),
    'DATA_DIR must name a folder: a file is in the',
  ],
  [
    () => setting('SERVICE_SECRET', { SERVICE_SECRET: secret('').slice(1) }),
    'SERVICE_SECRET has fewer than 32 characters:',
  ],
  [
    () => setting('OPERATOR_SECRET', { OPERATOR_SECRET_FILE: file('short', 'x'.repeat(31)) }),
    'or remove it and the next',
  ],
  [
    () => setting('SERVICE_SECRET', { DATA_DIR: dataDir('weak', 'hunter2') }),
    'SERVICE_SECRET has fewer than 32',
  ],
  [() => requiredSetting('ELASTICSEARCH_URL', {}), 'ELASTICSEARCH_URL is not set'],
  ...['65536', '0x10', '1e3', '08080', '+80', '80.0', '8080a', '-1', 'NaN', '٨٠'].map(
    (PORT): [() => unknown, string] => [
      () => portSetting('PORT', { PORT }),
      'PORT must be a port between 0 and 65535',
    ],
  ),
  [
    () => choiceSetting('COLOUR', ['red', 'green', 'blue'], { COLOUR: 'gren' }),
    'COLOUR must be red, green or blue',
  ],
])('%s is refused: %s', (read, says) => {
  expect(read).toThrow(says)
})

test('a refused secret is not shown', () => {
  expect(() => setting('SERVICE_SECRET', { SERVICE_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
})

test('reading makes nothing', () => {
  expect(setting('OPERATOR_SECRET', { DATA_DIR: join(folder, 'new') })).toBeUndefined()
  expect(readdirSync(folder)).not.toContain('new')
})

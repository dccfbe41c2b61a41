import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDescriptions } from '../../../../plugins/describe/described-file.js'
import * as plugin from '../../../../plugins/describe/index.js'
import { testFolder } from '../../../support/folders.js'
import { middlewareOf } from '../../../support/step-server.js'

const folder = testFolder()

test.each([
  [
    'a file that is not there',
    '/nowhere/fields.json',
    /cannot read \/nowhere\/fields.json \(ENOENT\)/,
  ],
  ['a file of something else', join(folder, 'other.json'), /does not hold \{"families"/],
  ['a file that is no JSON', join(folder, 'text.json'), /\(no JSON\)/],
])('%s stops the start', (_, path, message) => {
  writeFileSync(
    join(folder, 'other.json'),
    JSON.stringify({ families: { 'map-serp': { fields: [{ name: 1 }] } } }),
  )
  writeFileSync(join(folder, 'text.json'), 'fields')
  expect(() => parseDescriptions(path)).toThrow(message)
})

test('no rules of its own make it tell of the index of users and keys', () => {
  const rules = (indexPrefixes: string[]) => ({
    rules: { indexPrefixes, engine: { nodes: 'http://127.0.0.1:1' } },
  })
  expect(() => middlewareOf(plugin, rules(['directory-auth']))).toThrow('reaches AUTH_INDEX')
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePresets } from '../../../dev/cookbook.js'

const read = (path: string) => readFileSync(join(__dirname, '../../..', path), 'utf8')

test('the presets of /try are the examples of docs/queries.md', () => {
  const presets = parsePresets(read('docs/queries.md'))
  expect(presets.length).toBe(15)
  expect(
    presets.every(({ title, about, index }) => title !== '' && about !== '' && index.endsWith('*')),
  ).toBe(true)
  expect(JSON.parse(read('web/src/try/presets.json'))).toEqual(presets)
})

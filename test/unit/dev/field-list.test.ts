import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFields } from '../../../dev/field-list.js'

test('docs/fields.md holds the fields that the shipped gateway tells', async () => {
  const text = readFileSync(join(__dirname, '../../../docs/fields.md'), 'utf8')
  expect(text).toContain('| `tax_code` |')
  expect(await withFields(text)).toBe(text)
}, 60_000)

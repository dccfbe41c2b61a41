import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientType } from '../../../../dev/client-type.js'
import { withFields } from '../../../../dev/field-list.js'

const read = (file: string) => readFileSync(join(__dirname, '../../../..', file), 'utf8')

test('the client’s type and docs/fields.md are those of the table of fields', () => {
  expect(read('packages/client/src/organization.ts')).toBe(clientType())
  expect(read('docs/fields.md')).toBe(withFields(read('docs/fields.md')))
})

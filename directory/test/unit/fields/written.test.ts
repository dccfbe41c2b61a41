import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeErrorCodes, writeOrganization } from '../../../../dev/client-types.js'
import { withFieldSchemas } from '../../../../dev/directory-openapi.js'
import { withFields } from '../../../../dev/doc-tables.js'

const read = (file: string) => readFileSync(join(__dirname, '../../../..', file), 'utf8')

test('the client’s types, docs/fields.md and directory/openapi.yml are those of the tables', () => {
  expect(read('packages/client/src/organization.ts')).toBe(writeOrganization())
  expect(read('packages/client/src/error-codes.ts')).toBe(writeErrorCodes())
  expect(read('directory/openapi.yml')).toBe(withFieldSchemas(read('directory/openapi.yml')))
  expect(read('docs/fields.md')).toBe(withFields(read('docs/fields.md')))
})

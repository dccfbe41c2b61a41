import { askedFields } from '../grammar/field-names.js'
import type { CatalogFields } from '../rule/fields.js'
import type { Report } from './report.js'

/** Writes the names of fields in place of the patterns in a validated body. */
export function writeNames({ named, hitRequests }: Report, fields: CatalogFields): void {
  for (const { write, value, clause } of named) write(value, fields, clause)
  for (const asked of hitRequests) askedFields(asked, fields, asked)
}

import { askedFields } from '../grammar/field-names.js'
import type { SearchRulesSettings } from '../grammar/settings.js'
import type { CatalogFields } from '../rule/fields.js'
import type { Aggregation, Rule } from '../rule/rule.js'
import type { Report } from './report.js'

/** The same bound as for other texts. */
const longestName = 256

/** Validates a name chosen by the caller: the answer repeats it for each bucket and hit. */
export function validateName(name: string, depth: number, report: Report): void {
  if (name.length > longestName) report.refuse(depth, `at most ${longestName} characters`)
}

/** Writes the names of fields in place of the patterns in a validated body. */
export function writeNames({ named, hitRequests }: Report, fields: CatalogFields): void {
  for (const { write, value, clause } of named) write(value, fields, clause)
  for (const asked of hitRequests) askedFields(asked, fields, asked)
}

/** The names allowed at a place: names that the operator has closed are no useful suggestion. */
export function* offeredNames(
  named: ReadonlyMap<string, Rule | Aggregation>,
  { features, unsafe }: SearchRulesSettings,
): Iterable<string> {
  for (const [name, one] of named) {
    const rule = 'kind' in one ? one : one.rule
    if (rule.kind === 'closed' || (rule.kind === 'feature' && !features.has(rule.name))) continue
    if (rule.kind !== 'unsafe' || unsafe.has(rule.name)) yield name
  }
}

import type { SearchRulesSettings } from '../grammar/settings.js'
import type { Aggregation, Rule } from '../rule/rule.js'

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

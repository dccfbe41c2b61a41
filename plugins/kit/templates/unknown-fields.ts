import type { Diagnostic, Path } from '../../../kit/config/yaml/diagnostics.js'
import { validatorOf } from '../../../packages/query-guard/src/index.js'
import type { KnownFields } from '../policy.js'
import type { SearchRulesParams } from '../rules/params.js'
import { pathIn, strictRules } from './check-template.js'
import { extremeCalls } from './extreme-calls.js'
import { fill } from './fill.js'
import type { SearchTemplate } from './search-template.js'

/** What is doubtful about a template. */
interface Doubt {
  path: Path
  message: string
  /** An alternative. */
  remedy?: string
}

const notFound = 'change the name, or load documents that have the field'

/**
 * Warnings of fields that a template names and its indices lack, and of texts that are compared
 * with whole values: the hints that a free search would get. Where the indices may have more fields
 * than are known, only of those that have an alternative.
 */
export function unknownFields(
  template: SearchTemplate,
  rules: SearchRulesParams,
  { fieldsOf, areAll }: KnownFields,
): Diagnostic[] {
  return doubtsOf(template, rules, fieldsOf)
    .filter(({ remedy }) => areAll || remedy !== undefined)
    .map((doubt) => ({ remedy: notFound, ...doubt, rule: 'template-hint', severity: 'warning' }))
}

function doubtsOf(
  template: SearchTemplate,
  rules: SearchRulesParams,
  fieldsOf: KnownFields['fieldsOf'],
): Doubt[] {
  const unlimited = { ...strictRules(rules), hints: true, maxCost: Number.MAX_SAFE_INTEGER }
  const fields = (index: string) =>
    fieldsOf(rules.indexPrefixes.find((prefix) => index.startsWith(prefix)) ?? index)
  const validate = validatorOf(unlimited, { fields, documents: () => 0 })
  const doubts = new Map<string, Doubt>()
  for (const values of extremeCalls(template, rules)) {
    const result = validate(JSON.stringify(fill(template, values)))
    const hints = 'search' in result ? (result.search.hints?.(true) ?? []) : []
    for (const hint of hints) {
      // positions in lists depend on what a call leaves out; the first one leaves out nothing
      const key = hint.replace(/\[\d+\]/g, '')
      if (!doubts.has(key)) doubts.set(key, doubtIn(hint.replace(/^body\./, '')))
    }
  }
  return [...doubts.values()]
}

function doubtIn(hint: string): Doubt {
  const [message = hint, remedy] = hint.split('; ')
  return { path: pathIn(hint), message, ...(remedy !== undefined && { remedy }) }
}

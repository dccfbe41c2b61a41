import type { Diagnostic, Path } from '../../../kit/config/yaml/diagnostics.js'
import { fieldRules } from '../../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../../kit/context.js'
import { rulesFor } from '../../kit/rules/by-plan.js'
import { formMistakes } from '../../kit/rules/mistakes.js'
import type { SearchRulesParams } from '../../kit/rules/params.js'
import { validatorOf } from '../../kit/rules/validator.js'

/** What an address of the sitemap is made of. */
const fields = ['id', 'name', 'updated_at']

/** Visitors read the sitemap: their rules hold, without the cost, as no caller chose the search. */
function rulesOfVisitors(rules: SearchRulesParams): SearchRulesParams {
  const { engine: _, ...own } = rulesFor(rules, 'anonymous')
  return { ...own, hints: false, maxCost: Number.MAX_SAFE_INTEGER }
}

/** The search for all organizations that visitors may see. */
export function searchOfAll(rules: SearchRulesParams, index: string): SearchRequest {
  const result = validated(rules, index)
  if ('search' in result) return { ...result.search, isDeclared: true }
  // cannot happen: the start has checked it
  throw new Error(`sitemap: ${JSON.stringify(result.problems)}`)
}

/** Mistakes in the rules, or under which there is no sitemap. @param path Where they are. */
export function ruleMistakes(rules: SearchRulesParams, index: string, path: Path): Diagnostic[] {
  const ofForm = formMistakes(rules, path)
  if (ofForm.some(({ severity }) => severity !== 'warning')) return ofForm
  const result = validated(rules, index)
  const problems = 'problems' in result ? Object.values(result.problems).flat() : []
  const messages = [
    ...(seenOf(rules).includes('id') ? [] : ['visitors may not see the field id of its addresses']),
    ...problems.map((problem) => `the rules refuse the search for all organizations: ${problem}`),
  ]
  const remedy = 'change the rules or the index, or remove the pipeline of the sitemap'
  const refusals = messages.map((message) => ({ path, rule: 'sitemap-refused', message, remedy }))
  return [...ofForm, ...refusals]
}

function validated(rules: SearchRulesParams, index: string) {
  const body = { query: { match_all: {} }, _source: seenOf(rules) }
  return validatorOf(rulesOfVisitors(rules))(JSON.stringify({ index, body }))
}

/** The fields of an address that visitors may see. */
function seenOf(rules: SearchRulesParams): string[] {
  const { allow, deny } = rulesOfVisitors(rules).fields ?? {}
  const own = fieldRules(allow, deny)
  return fields.filter((name) => own?.allows(name) ?? true)
}

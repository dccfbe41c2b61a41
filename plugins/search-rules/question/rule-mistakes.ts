import type { Diagnostic } from '../../../kit/config/yaml/diagnostics.js'
import { paramsOf } from '../../../routes/pipelines.js'
import type { DeclaredRoute } from '../../../routes/routes.js'
import type { SearchRulesParams } from '../grammar/settings.js'
import { checkQuestion, type Refusal } from './check-question.js'
import type { Question } from './question.js'

/**
 * Errors in the file of a question that its rules refuse; otherwise warnings for fields that the
 * searches of the same indices close.
 */
export function ruleMistakes(
  question: Question,
  rules: SearchRulesParams,
  routes: readonly DeclaredRoute[],
): Diagnostic[] {
  const { refusals } = checkQuestion(question, rules)
  if (refusals.length > 0) return refusals.map(refusedBy)
  return searchRulesOn(rules.indexPrefixes, routes)
    .flatMap(({ fields }) => checkQuestion(question, { ...rules, fields }).refusals)
    .map(closedBy)
}

/** A message that names more parameters is hard to read. */
const mostNamed = 4

function refusedBy({ path, problem, given }: Refusal): Diagnostic {
  const values = given.length > mostNamed ? 'its parameters' : given.join(', ') || 'no parameter'
  const remedy = /query cost \d/.test(problem)
    ? 'lower maxLength, maxWords or the fields of its texts, or raise maxCost: docs/query-cost.md'
    : 'change the question, or the rules of its step: docs/search-rules.md'
  const message = `the search rules refuse it with ${values}: ${problem}`
  return { path, rule: 'question-refused', message, remedy }
}

function closedBy({ path, problem }: Refusal): Diagnostic {
  return {
    path,
    rule: 'question-field',
    severity: 'warning',
    message: `the rules of the free search close a field that the question uses: ${problem}`,
    remedy: 'deny it in the rules of the question too, or remove it from the file',
  }
}

type ClosingRules = SearchRulesParams & { fields: NonNullable<SearchRulesParams['fields']> }

/** The rules of the steps `search-rules` that close fields of some of these indices. */
function searchRulesOn(
  prefixes: readonly string[],
  routes: readonly DeclaredRoute[],
): ClosingRules[] {
  const all = routes.flatMap(({ pipeline }) => (pipeline ? paramsOf(pipeline, 'search-rules') : []))
  return (all as unknown as SearchRulesParams[]).filter(
    (rules): rules is ClosingRules =>
      rules.fields !== undefined &&
      rules.mode !== 'report' &&
      rules.indexPrefixes.some((prefix) => prefixes.includes(prefix)),
  )
}

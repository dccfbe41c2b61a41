import { validationError } from '../../../../kit/api/errors.js'
import { entering } from '../../../../kit/credentials/plans.js'
import { defaultMaxCost, rounded, unitCosts } from '../../../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../../context.js'
import { byPlan, plansIn, rulesFor } from '../../rules/by-plan.js'
import { catalogOf, type SearchRulesParams } from '../../rules/params.js'
import { validatorOf } from '../../rules/validator.js'
import type { Values } from '../fill/compile.js'
import { type FilledSearch, fillApart } from '../fill/fill.js'
import type { SearchTemplate } from '../fill/search-template.js'
import { type Reach, toReach, within } from '../parameters/reach.js'
import { findTyped } from '../parameters/understanding.js'
import { makeChain } from './follow-up.js'
import { makeTextHints } from './hints.js'

type AnswerOf = (values: Values) => NonNullable<SearchRequest['answer']>

/**
 * Makes the search of a call of the values of its parameters, and of what makes its answer by them.
 */
export type AskFor = (values: Values) => (answerOf: AnswerOf) => SearchRequest

/** What callers of a plan may do with a template. */
export interface Opened {
  /** What is known of the fields that the rules of the plan name. */
  catalog: ReturnType<typeof catalogOf>
  /** Its parameters within their reach. */
  parameters: SearchTemplate['parameters']
  askFor: AskFor
}

/** @param rules Those of the plan. */
export function openTo(template: SearchTemplate, rules: SearchRulesParams, plan?: string): Opened {
  const reach = toReach(rules, plan)
  return {
    catalog: catalogOf(rules),
    parameters: within(template, reach).parameters,
    askFor: makeAsk(template, rules, reach),
  }
}

/** The same by the plan of a caller, made once for each. @param rules Those of a step. */
export function openToPlans(template: SearchTemplate, rules: SearchRulesParams) {
  return byPlan(plansIn(rules), (plan) => openTo(template, rulesFor(rules, plan), plan))
}

/**
 * The rules for what a file declares. It is the operator's own, so no field is unknown, and the cost
 * of the bodies that it makes may grow with the index.
 */
function declaredRules(rules: SearchRulesParams): SearchRulesParams {
  return { ...rules, hints: false, unknownFields: 'hint', maxCost: Number.MAX_SAFE_INTEGER }
}

/**
 * The function that makes the search of a call, validated by search rules, with its cost, and those
 * that follow where it finds nothing: one that counts why, and one that tolerates typos.
 * It throws an ApiError VALIDATION_ERROR for a page that the engine does not reach, and for a call
 * of whose two searches one costs more than `maxCost`.
 */
function makeAsk(template: SearchTemplate, rules: SearchRulesParams, reach: Reach): AskFor {
  const catalog = catalogOf(rules)
  const validate = validatorOf(declaredRules(rules), catalog)
  const maxCost = rules.maxCost ?? defaultMaxCost

  function validated(search: FilledSearch): SearchRequest {
    const result = validate(JSON.stringify(search))
    if ('search' in result) return { ...result.search, isDeclared: true }
    // the file breaks the rules, whatever the caller sends: its policy test fails as well
    throw new Error(`search template "${template.name}": ${JSON.stringify(result.problems)}`)
  }

  /**
   * A call costs the same in an index of any size, so that a limit means as many calls. The cost of
   * a word grows as if each document had it: with 1.8 million it was 50 times what it took.
   */
  function priced(search: SearchRequest, facets: SearchRequest | undefined): SearchRequest {
    const size = Math.max(1, (catalog?.documents(template.index) ?? 0) / unitCosts.smallIndex)
    const costs = [search, ...(facets ? [facets] : [])].map(({ cost }) => cost.total / size)
    const greatest = rounded(Math.max(...costs))
    if (greatest > maxCost) {
      const problem = `this call costs ${greatest} of ${maxCost}: send fewer words or filters`
      throw validationError({ query: [problem] }, ['maxCost'])
    }
    return { ...search, facets, cost: { total: rounded(costs.reduce((sum, one) => sum + one)) } }
  }

  /** The counts of a call without a typed text are kept: calls of this kind are few, and repeated. */
  function counting(search: FilledSearch, values: Values): SearchRequest {
    const isKept = findTyped(template, values) === undefined
    return { ...validated(search), ...(isKept && { version: catalog?.version?.(template.index) }) }
  }

  return function askFor(values) {
    checkWindow(values, reach)
    return (answerOf) => chainWith(values, answerOf)
  }

  function chainWith(values: Values, answerOf: AnswerOf): SearchRequest {
    const ofText = makeTextHints(template, values)
    const hints = ofText.length > 0 ? () => ofText : undefined
    const asked = (values: Values): SearchRequest => {
      const { hits, counts } = fillApart(template, values)
      return {
        ...priced(validated(hits), counts && counting(counts, values)),
        ...{ understood: describeTyped(template, values), hints },
        ...{ text: countedText(template, values), answer: answerOf(values) },
      }
    }
    return makeChain({ template, values, asked, validated })
  }
}

function describeTyped(template: SearchTemplate, values: Values): object | undefined {
  const typed = findTyped(template, values)
  return typed?.text.describe(typed.value)
}

/**
 * The typed text of a search, where its first page is asked for. Lists are left out: they suggest,
 * by the letters of a word that is being typed.
 */
function countedText(template: SearchTemplate, values: Values): string | undefined {
  const isFirst = (values.get('page') ?? 1) === 1
  const typed = template.answer.kind === 'page' && isFirst ? findTyped(template, values) : undefined
  return typed?.text.getText(typed.value)
}

/** @throws ApiError VALIDATION_ERROR for a page beyond the hits that callers reach. */
function checkWindow(values: Values, { window, isOfVisitors }: Reach): void {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number' || page * size <= window) return
  const others = isOfVisitors ? entering : 'read on with search_after of the search'
  const problem = `page times size must not exceed ${window}: narrow the search, or ${others}`
  throw validationError({ page: [problem] }, ['limits.window'])
}

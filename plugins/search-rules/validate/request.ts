import { isObject } from '../../../kit/config/objects.js'
import type { SearchRequest } from '../../kit/context.js'
import type { FieldCatalog } from '../../kit/field-catalog.js'
import { type Cost, rounded } from '../cost/cost.js'
import { type SearchRulesParams, settingsOf } from '../grammar/settings.js'
import type { JsonObject } from '../rule/json-value.js'
import { knownFields } from '../rule/known-fields.js'
import { type FieldWarning, FieldWarnings } from '../suggestions/field-warnings.js'
import { hintsOf } from '../suggestions/hints.js'
import { indexRule } from './index-rule.js'
import { parseJson } from './json-text.js'
import type { RuleKind } from './leaf.js'
import { Report } from './report.js'
import { sentBody } from './sent-body.js'
import { validate } from './validate.js'

/**
 * Problems by field of the request (docs/api.md, Envelope). At most 10 texts; never a value that
 * the caller sent.
 */
export type Problems = Partial<Record<'index' | 'body', string[]>>

/** A request that may go to the engine, or its problems. */
export type ValidatedSearch =
  | { search: SearchRequest; reported: string[]; meter?: Cost }
  | SearchRefusal

export interface SearchRefusal {
  problems: Problems
  /** The kinds of rules that were broken. */
  broken: readonly RuleKind[]
  /**
   * Its cost, as far as it was validated, if the parts are wanted; absent for a text that is not a
   * request.
   */
  meter?: Cost
}

/**
 * Makes the validator of request texts: everything that can be prepared is prepared here.
 * @param isItemized Whether to list the parts of the price one by one.
 * @throws Error for an operator's mistake.
 */
export function validatorOf(
  params: SearchRulesParams,
  register?: FieldCatalog,
  isItemized = false,
): (text: string) => ValidatedSearch {
  const settings = settingsOf(params)
  const { limits, fields, isReport } = settings
  const validateIndex = indexRule(params.indexPrefixes, limits)
  const needsWarnings = settings.hints || settings.refusesUnknownFields

  /** Hints about doubtful references, on demand: names are compared only then. */
  function hintsFor(index: string, warnings: readonly FieldWarning[]) {
    const families = params.indexPrefixes.map((name) => ({
      name,
      fields: register?.fields(name) ?? new Map(),
    }))
    const family = families.find(({ name }) => index.startsWith(name))!
    const others = families.filter((other) => other !== family)
    const textsOf = (some: readonly FieldWarning[]) => hintsOf(some, family, others, fields)
    return {
      ofUnknown: () => textsOf(warnings.filter(({ kind }) => kind === 'unknown')),
      ofAll: () => textsOf(warnings).map((hint) => `body.${hint}`),
    }
  }

  return function validateText(text) {
    const parsed = parseJson(text, limits)
    if ('problem' in parsed) return unreadable(parsed.problem)
    const request = parsed.value
    if (!isObject(request)) return unreadable('must be a JSON object')
    const { index, body, ...others } = request
    const inIndex = validateIndex(index)
    const fieldsThere = inIndex.length === 0 ? register?.fields(index as string) : undefined
    const warnings =
      needsWarnings && fieldsThere?.size ? new FieldWarnings(fieldsThere, fields) : undefined
    const known = knownFields(fieldsThere)
    const found =
      body === undefined
        ? noBody
        : validate(settings, body, known, new Report(isItemized, warnings))
    const hints = warnings?.found.length ? hintsFor(index as string, warnings.found) : undefined
    const unknown = hints && settings.refusesUnknownFields ? hints.ofUnknown() : []
    const inBody = [...found.problems, ...unknown]
    const priced = isItemized ? { meter: found.cost } : {}
    let framing: RuleKind | undefined
    let isRefused = found.isHard || (inBody.length > 0 && !isReport)
    if (Object.keys(others).length > 0) {
      inBody.unshift('The request takes only index and body')
      framing = 'form'
      isRefused = true
    } else if (!isRefused && inIndex.length === 0 && found.members + 2 !== parsed.members) {
      // More members than were validated: a key occurs twice, and one of the two is lost
      inBody.unshift('The request body must not repeat a key within one object')
      framing = 'json'
      isRefused = true
    }
    if (inIndex.length > 0 || isRefused) {
      const broken = new Set(isRefused ? found.broken : [])
      if (framing) broken.add(framing)
      if (unknown.length > 0) broken.add('field')
      if (inIndex.length > 0) broken.add('index')
      return {
        ...priced,
        broken: [...broken],
        problems: {
          ...(inIndex.length > 0 ? { index: inIndex } : {}),
          ...(isRefused ? { body: inBody.slice(0, 10 - inIndex.length) } : {}),
        },
      }
    }
    if (fields && !isReport)
      for (const hits of found.hitRequests) hits._source = fields.source(hits._source)
    // An exact total is promised (docs/api.md, Search), so it is requested unless the body says
    // otherwise
    const asked = {
      track_total_hits: true,
      timeout: `${limits.timeoutMs}ms`,
      ...(body as JsonObject),
    }
    const sent = sentBody({ body: asked, rounded: found.rounded, known }, text)
    const search = searchOf(index as string, sent, asked, found, settings.maxCost)
    return {
      search: hints && settings.hints ? { ...search, hints: hints.ofAll } : search,
      reported: inBody,
      ...priced,
    }
  }
}

const noBody: Report = Object.assign(new Report(), {
  ...{ problems: ['body is required'], isHard: true },
  broken: new Set<RuleKind>(['form']),
})

function unreadable(problem: string): SearchRefusal {
  return { problems: { body: [`The request body ${problem}`] }, broken: ['json'] }
}

/** @param sent The validated body, as text. */
function searchOf(
  index: string,
  sent: string,
  body: JsonObject,
  found: Report,
  cap: number,
): SearchRequest {
  const { clauses, aggregations, bucketProduct, cost } = found
  return {
    index,
    body: sent,
    hasAggregations: Object.hasOwn(body, 'aggs') || Object.hasOwn(body, 'aggregations'),
    counts: { clauses, aggregations, bucketProduct, hits: Number(body.size ?? 10) },
    cost: { passes: rounded(cost.total), cap },
  }
}

import { type Cost, rounded } from '../cost/cost.js'
import { type GuardOptions, makeSettings } from '../grammar/settings.js'
import { notJson } from '../json/json-error.js'
import { repeatedKey, scanJson } from '../json/json-text.js'
import type { CatalogFields, FieldSource } from '../rule/fields.js'
import { isObject, type JsonObject } from '../rule/json-value.js'
import { type KnownFields, knownFields } from '../rule/known-fields.js'
import type { LimitName, Limits } from '../rule/limits.js'
import { beyond, type Problem, type RuleName } from '../rule/rule.js'
import { type FieldWarning, FieldWarnings, isCertain } from '../suggestions/field-warnings.js'
import { makeHints } from '../suggestions/hints.js'
import { confine, makeFilter } from './filter.js'
import type { GuardedSearch } from './guarded-search.js'
import { indexRule } from './index-prefix.js'
import { writeNames } from './names.js'
import { Report } from './report.js'
import { sentBody } from './sent-body.js'
import { validate } from './validate.js'

/**
 * Problems by field of the request (docs/api.md, Envelope). At most 10 texts; never a value that
 * the caller sent.
 */
export type Problems = Partial<Record<'index' | 'body', string[]>>

/** A request that may go to the engine, or its problems. */
export type ValidatedSearch = { search: GuardedSearch; cost?: Cost } | SearchRefusal

export interface SearchRefusal {
  problems: Problems
  /** The rules that were broken. */
  broken: readonly RuleName[]
  /**
   * Its cost, as far as it was validated, if the parts are wanted; absent for a text that is not a
   * request.
   */
  cost?: Cost
}

/**
 * Makes the validator of request texts: everything that can be prepared is prepared here.
 * @param isItemized Whether to list the parts of the cost one by one.
 * @throws Error for an operator's mistake.
 */
export function makeValidator(
  params: GuardOptions,
  register?: FieldSource,
  isItemized = false,
): (text: string) => ValidatedSearch {
  const settings = makeSettings(params, makeFilter(params))
  const { limits, fields, filter } = settings
  const validateIndex = indexRule(params.indexPrefixes, limits)
  const needsWarnings = settings.hints || settings.refusesUnknownFields

  /** Validates index and body. */
  function validateParts({ index, body }: FramedRequest): ValidatedParts {
    const inIndex = validateIndex(index)
    const fieldsThere = inIndex === undefined ? register?.fields(index as string) : undefined
    const warnings =
      needsWarnings && fieldsThere?.size
        ? new FieldWarnings(fieldsThere, fields, register?.promised)
        : undefined
    const known = knownFields(fieldsThere, fieldsThere && register?.documents(index as string))
    const report =
      body === undefined
        ? noBody
        : validate(settings, body, known, new Report(isItemized, warnings))
    const hints = warnings?.found.length ? findHints(index as string, warnings.found) : undefined
    const unknown = hints && settings.refusesUnknownFields ? hints.ofUnknown() : []
    return { inIndex, report, known, hints, unknown, fieldsThere }
  }

  /** Hints about doubtful references, on demand: names are compared only then. */
  function findHints(index: string, warnings: readonly FieldWarning[]): Hints {
    const families = params.indexPrefixes.map((name) => ({
      name,
      fields: register?.fields(name) ?? new Map(),
    }))
    const family = families.find(({ name }) => index.startsWith(name))!
    const others = families.filter((other) => other !== family)
    const textsOf = (some: readonly FieldWarning[]) =>
      makeHints(some, family, others, fields, register?.synonyms)
    return {
      ofUnknown: () => textsOf(warnings.filter(({ kind }) => kind === 'unknown')),
      forAnswer: (foundNothing) =>
        textsOf(foundNothing ? warnings : warnings.filter(isCertain)).map((hint) => `body.${hint}`),
    }
  }

  /** The request as it is sent to the engine. */
  function accepted(
    request: FramedRequest,
    { report, known, hints, fieldsThere }: ValidatedParts,
  ): GuardedSearch {
    if (fields) for (const hits of report.hitRequests) hits._source = fields.source(hits._source)
    if (fieldsThere?.size) writeNames(report, fieldsThere)
    // An exact total is promised (docs/api.md, Search), so it is requested unless the body says
    // otherwise
    const defaults = { track_total_hits: true, timeout: `${limits.timeoutMs}ms` }
    const textNow = () => {
      const body = { ...defaults, ...(request.body as JsonObject) }
      return sentBody({ body, rounded: report.rounded, known }, request.text)
    }
    const own = textNow()
    if (filter) confine(filter.queryFor(fieldsThere), report)
    const index = request.index as string
    const body = request.body as JsonObject
    const { totals, bucketProduct, cost } = report
    // one literal with all members: V8 knows no shape for spreads
    return {
      index,
      body: filter ? textNow() : own,
      ownBody: filter ? own : undefined,
      hasAggregations: Object.hasOwn(body, 'aggs') || Object.hasOwn(body, 'aggregations'),
      counts: {
        clauses: totals.clauses,
        aggregations: totals.aggs,
        bucketProduct,
        hits: Number(body.size ?? 10),
      },
      cost: { total: rounded(cost.total) },
      hints: settings.hints ? hints?.forAnswer : undefined,
      fields: fieldsThere,
    }
  }

  return function validateText(text) {
    const request = framed(text, limits)
    if ('problems' in request) return request
    const parts = validateParts(request)
    const itemized = isItemized ? { cost: parts.report.cost } : {}
    const refusal = toRefusal(request, parts)
    if (refusal) return { ...itemized, ...refusal }
    return { search: accepted(request, parts), ...itemized }
  }
}

/** A request whose text is a JSON object. */
interface FramedRequest {
  text: string
  index: unknown
  body: unknown
  /** Whether it has keys besides these two. */
  hasOthers: boolean
  /** How many members its objects have in all, as counted in the text. */
  members: number
}

interface ValidatedParts {
  /** The problem of the index. */
  inIndex: Problem | undefined
  /** What was found in the body. */
  report: Report
  known: KnownFields
  hints: Hints | undefined
  /** Problems of fields that no index has, where they are refused. */
  unknown: string[]
  /** The fields of the indices, if the engine has reported them. */
  fieldsThere: CatalogFields | undefined
}

interface Hints {
  ofUnknown(): string[]
  forAnswer(foundNothing: boolean): string[]
}

function framed(text: string, limits: Limits): FramedRequest | SearchRefusal {
  const parsed = parseJson(text, limits)
  if ('problem' in parsed) return unreadable(parsed.problem)
  const { value, members } = parsed
  if (!isObject(value)) return unreadable({ text: 'must be a JSON object', rule: 'json' })
  const { index, body, ...others } = value
  return { text, index, body, hasOthers: Object.keys(others).length > 0, members }
}

/** The refusal of a request, unless it may pass. */
function toRefusal(request: FramedRequest, parts: ValidatedParts): SearchRefusal | undefined {
  const { inIndex, report, unknown } = parts
  const inBody = [...report.problems, ...unknown]
  const fault = framingFault(request, parts, inBody.length > 0)
  const texts = [...(fault ? [fault.text] : []), ...inBody]
  if (!inIndex && texts.length === 0) return undefined
  const broken = new Set(report.broken)
  if (fault) broken.add(fault.rule)
  if (unknown.length > 0) broken.add('unknownFields')
  if (inIndex) broken.add(inIndex.rule)
  return {
    broken: [...broken],
    problems: {
      ...(inIndex && { index: [inIndex.text] }),
      ...(texts.length > 0 && { body: texts.slice(0, inIndex ? 9 : 10) }),
    },
  }
}

/** What is wrong with a request besides its index and body. */
function framingFault(
  { hasOthers, members }: FramedRequest,
  { inIndex, report }: ValidatedParts,
  isBodyRefused: boolean,
): Problem | undefined {
  if (hasOthers)
    return {
      rule: 'form',
      text: 'The request takes only index and body: put query, size, sort and others into body',
    }
  // More members than were validated: a key occurs twice, and one of the two is lost
  if (!isBodyRefused && !inIndex && report.members + 2 !== members)
    return { rule: 'json', text: `The request body ${repeatedKey}` }
  return undefined
}

const noBody: Report = Object.assign(new Report(), {
  problems: ['body is required'],
  broken: new Set<RuleName>(['form']),
})

function unreadable({ text, rule }: Problem): SearchRefusal {
  return { problems: { body: [`The request body ${text}`] }, broken: [rule] }
}

/**
 * Parses JSON (RFC 8259, nothing more) whose size is already limited. Depth and number of values
 * are checked first, by one pass that does not recurse.
 * @returns the value and the number of members in its text, or the problem with the text.
 */
export function parseJson(
  text: string,
  limits: Limits,
): { value: unknown; members: number } | { problem: Problem } {
  const { depth, nodes, members } = scanJson(text)
  if (depth > limits.jsonDepth)
    return tooLarge('jsonDepth', `must not be nested deeper than ${limits.jsonDepth} levels`)
  if (nodes > limits.jsonNodes)
    return tooLarge('jsonNodes', `must not contain more than ${limits.jsonNodes} values`)
  if (members > limits.jsonMembers)
    return tooLarge('jsonMembers', `must not contain more than ${limits.jsonMembers} members`)
  try {
    return { value: JSON.parse(text), members }
  } catch {
    return { problem: { text: notJson(text), rule: 'json' } }
  }
}

const tooLarge = (limit: LimitName, text: string) => ({ problem: beyond(limit, text) })

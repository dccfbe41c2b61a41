import { isPattern } from '../grammar/named-source.js'
import type { SearchRulesSettings } from '../grammar/settings.js'
import type { CostContext } from '../rule/cost-context.js'
import type { FieldRules } from '../rule/field-rules.js'
import { getKind, type JsonObject } from '../rule/json-value.js'
import type { KnownFields } from '../rule/known-fields.js'
import type { Limits } from '../rule/limits.js'
import type { Feature, LeafRule, ListRule, Rule } from '../rule/rule.js'
import { pay, settle } from './add-costs.js'
import { validateAggregations } from './aggregations.js'
import { validateClause } from './clause.js'
import { getLimit, getRuleName, isRounded, validateJson, validateLeaf } from './leaf.js'
import { validateObject } from './object.js'
import { Report } from './report.js'
import type { Walk } from './walk.js'

/** Values validated after the first problem, to report further ones too. */
const maxFurtherValues = 2000

/**
 * Validates a parsed body by the grammar and adds up its cost, in one pass. Only what the grammar
 * names passes.
 */
export function validate(
  settings: SearchRulesSettings,
  body: unknown,
  known: KnownFields,
  report = new Report(),
): Report {
  new BodyWalk(settings, known, report).visit(settings.body, body, 0)
  settle(report, settings.maxCost)
  return report
}

class BodyWalk implements Walk {
  readonly limits: Limits
  readonly fields: FieldRules | undefined
  readonly known: KnownFields
  readonly report: Report
  readonly settings: SearchRulesSettings
  queryDepth = 0
  aggDepth = 0
  clause: JsonObject = {}
  /** Values validated since the first problem. */
  #since = 0

  constructor(settings: SearchRulesSettings, known: KnownFields, report: Report) {
    this.settings = settings
    this.known = known
    this.limits = settings.limits
    this.fields = settings.fields
    this.report = report
  }

  get here(): Readonly<CostContext> {
    return this.report.cost.here
  }

  set here(context: Readonly<CostContext>) {
    this.report.cost.here = context
  }

  get analyzers(): ReadonlySet<string> {
    return this.settings.analyzers
  }

  isOpen(feature: Feature): boolean {
    return this.settings.features.has(feature)
  }

  get isConfined(): boolean {
    return this.settings.filter !== undefined
  }

  isForbidden(rule: Rule): boolean {
    return rule.kind === 'unsafe' && !this.settings.unsafe.has(rule.name)
  }

  isDone(): boolean {
    const { problems, isOver, isFull, cost } = this.report
    if (isOver || cost.total > this.settings.maxCost) return true
    return problems.length > 0 && (isFull || ++this.#since > maxFurtherValues)
  }

  visit(rule: Rule, value: unknown, depth: number): void {
    if (!this.isDone()) validators[rule.kind](this, rule as never, value, depth)
  }
}

type Validator<Of extends Rule> = (walk: Walk, rule: Of, value: unknown, depth: number) => void
type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>

const validators: { readonly [Kind in Rule['kind']]: Validator<RuleOf<Kind>> } = {
  flag: leaf,
  number: leaf,
  text: leaf,
  word: leaf,
  scalar: leaf,
  field: leaf,
  analyzer: leaf,
  list,
  either,
  unsafe,
  object: validateObject,
  json: ({ report }, _, value, depth) => validateJson(value, depth, report),
  aggs: (walk, _, value, depth) => validateAggregations(walk, value, depth),
  clause: (walk, { of }, value, depth) =>
    validateClause(walk, of?.() ?? walk.settings.queries, value, depth),
  lazy: (walk, { of }, value, depth) => walk.visit(of(), value, depth),
  dropped: (walk, { rule }, value, depth) => walk.visit(rule, value, depth),
  nullable: (walk, { rule }, value, depth) => {
    if (value !== null) walk.visit(rule, value, depth)
  },
  closed: (walk, { rule, by, why }, value, depth) => {
    walk.report.refuse(depth, why, by)
    walk.visit(rule, value, depth)
  },
  feature: (walk, { name, rule }, value, depth) => {
    const { report } = walk
    if (!walk.isOpen(name))
      report.refuse(depth, `${report.nameAt(depth)} is not switched on here`, 'features')
    walk.visit(rule, value, depth)
  },
  costed: (walk, { rule, cost }, value, depth) => {
    walk.visit(rule, value, depth) // first, so that the cost is that of no dropped member
    if (walk.report.isOver) return // a text that is too long is not read for its cost either
    pay(walk, cost, value, { times: walk.here.runs, depth })
  },
}

function leaf(walk: Walk, rule: LeafRule, value: unknown, depth: number): void {
  const { report, limits } = walk
  if (typeof value === 'string') {
    if (rule.kind === 'text' && rule.total) report.count(rule.total, value.length, limits, depth)
    if (rule.kind === 'field' && isPattern(value)) report.count('fieldPatterns', 1, limits, depth)
    if (report.isOver) return // before it is read
  }
  report.note(validateLeaf(rule, value, walk), depth)
  if (isRounded(rule, value)) report.noteRounded(depth)
  report.warnings?.ofLeaf(rule, value, report.path, depth)
}

function unsafe(walk: Walk, rule: RuleOf<'unsafe'>, value: unknown, depth: number): void {
  const { report } = walk
  if (walk.isForbidden(rule) && rule.instead !== undefined)
    report.refuse(depth, rule.instead, 'unsafe')
  else if (walk.isForbidden(rule)) report.refuseName(depth, '', [], 'unsafe')
  else validateJson(value, depth, report)
}

function either(walk: Walk, { rules }: RuleOf<'either'>, value: unknown, depth: number): void {
  const chosen = rules.get(getKind(value))
  if (chosen) walk.visit(chosen, value, depth)
  else walk.report.refuse(depth, `must be ${[...rules.keys()].join(' or ')}`)
}

function list(walk: Walk, { of, min, max, bare }: ListRule, value: unknown, depth: number): void {
  const { report } = walk
  if (!Array.isArray(value)) {
    if (bare) walk.visit(of, value, depth)
    else report.refuse(depth, 'must be an array')
    return
  }
  const most = getLimit(walk, max)
  if (value.length < min) report.refuse(depth, `at least ${min}`)
  if (value.length > most) report.refuse(depth, `at most ${most}`, getRuleName(max))
  for (let i = 0; i < value.length; i++) {
    // there may be thousands
    if (of.kind === 'scalar' && validateLeaf(of, value[i], walk) === undefined) continue
    report.enter(depth, i)
    walk.visit(of, value[i], depth + 1)
  }
}

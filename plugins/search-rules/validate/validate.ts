import { isObject } from '../../../kit/config/objects.js'
import type { FieldRules } from '../../kit/field-rules.js'
import type { Cost } from '../cost/cost.js'
import type { SearchRulesSettings } from '../grammar/settings.js'
import { type CostContext, withHits } from '../rule/cost-context.js'
import { besideAggregation, type JsonObject, kindOf, onlyKey } from '../rule/json-value.js'
import type { KnownFields } from '../rule/known-fields.js'
import type { Limits } from '../rule/limits.js'
import type { Feature, ListRule, ObjectRule, Rule, Scope } from '../rule/rule.js'
import { offeredNames } from '../suggestions/offered.js'
import { validateJson } from './free-json.js'
import { isRounded, limitIn, validateField, validateLeaf } from './leaf.js'
import { checkObject } from './object-checks.js'
import { pay, payForAggregation, payForHits, payForMeta, placeOfHits, settle } from './pricing.js'
import { Report } from './report.js'

/** The same bound as for other texts. */
const longestName = 256

/** Values validated after the first problem, to report further ones too. */
const maxFurtherValues = 2000

/**
 * Validates a parsed body by the grammar and adds up its price, in one pass. Only what the grammar
 * names passes.
 */
export function validate(
  settings: SearchRulesSettings,
  body: unknown,
  known: KnownFields,
  found = new Report(),
): Report {
  const walk = new Walk(settings, known, found)
  walk.visit(settings.body, body, 0)
  settle(found, settings.maxCost)
  return found
}

class Walk implements Scope {
  readonly limits: Limits
  readonly fields: FieldRules | undefined
  readonly known: KnownFields
  readonly found: Report
  readonly #meter: Cost
  readonly #settings: SearchRulesSettings
  /** Values validated since the first problem. */
  #since = 0
  #queryDepth = 0
  #aggDepth = 0

  constructor(settings: SearchRulesSettings, known: KnownFields, found: Report) {
    this.#settings = settings
    this.known = known
    this.limits = settings.limits
    this.fields = settings.fields
    this.found = found
    this.#meter = this.found.cost
  }

  get here(): Readonly<CostContext> {
    return this.#meter.here
  }

  get analyzers(): ReadonlySet<string> {
    return this.#settings.analyzers
  }

  isOpen(feature: Feature): boolean {
    return this.#settings.features.has(feature)
  }

  #isShut(rule: Rule): boolean {
    return rule.kind === 'unsafe' && !this.#settings.unsafe.has(rule.name)
  }

  /** Whether going on would only cost: the verdict is final, and enough problems are reported. */
  #isDone(): boolean {
    if (this.found.problems.length === 0 || this.#settings.isReport) return false
    return this.found.isFull || ++this.#since > maxFurtherValues
  }

  /** Validates the value at the end of a path of `depth` steps. */
  visit(rule: Rule, value: unknown, depth: number): void {
    if (this.#isDone()) return
    switch (rule.kind) {
      case 'object':
        this.#object(rule, value, depth)
        break
      case 'clause':
        this.#clause(rule.of?.() ?? this.#settings.queries, value, depth)
        break
      case 'list':
        this.#list(rule, value, depth)
        break
      case 'either': {
        const chosen = rule.rules.get(kindOf(value))
        if (chosen) this.visit(chosen, value, depth)
        else this.found.refuse(depth, `must be ${[...rule.rules.keys()].join(' or ')}`)
        break
      }
      case 'lazy':
        this.visit(rule.of(), value, depth)
        break
      case 'aggs':
        this.#aggregations(value, depth)
        break
      case 'json':
        validateJson(value, depth, this.found)
        break
      case 'closed':
        this.found.exceed(depth, rule.why, 'switch')
        this.visit(rule.rule, value, depth)
        break
      case 'nullable':
        if (value !== null) this.visit(rule.rule, value, depth)
        break
      case 'dropped':
        this.visit(rule.rule, value, depth)
        break
      case 'feature':
        if (!this.isOpen(rule.name)) {
          this.found.exceed(depth, `${this.found.nameAt(depth)} is not switched on here`, 'switch')
        }
        this.visit(rule.rule, value, depth)
        break
      case 'unsafe':
        if (this.#isShut(rule)) this.found.refuseName(depth, '')
        else validateJson(value, depth, this.found)
        break
      case 'priced':
        this.visit(rule.rule, value, depth) // first, so that the price sees no dropped member
        pay(rule.price, value, this.#meter.here.runs, this.found, this, depth)
        break
      default:
        this.found.note(validateLeaf(rule, value, this), depth)
        if (isRounded(rule, value)) this.found.noteRounded(depth)
        this.found.warnings?.ofLeaf(rule, value, this.found.path, depth)
    }
  }

  #object(rule: ObjectRule, value: unknown, depth: number): void {
    if (!isObject(value)) {
      this.found.refuse(depth, 'must be an object')
      return
    }
    this.#dropNulls(rule, value)
    const most = rule.others ? limitIn(this, rule.others.max) : 0
    const { here } = this.#meter
    const around = rule.asksForHits ? placeOfHits(rule.asksForHits, value, here) : here
    this.#meter.here = around
    let free = 0
    // The value was parsed from JSON: its keys are its own (and an inherited one would be validated
    // too)
    for (const key in value) {
      if (this.#isDone()) return
      this.found.members++
      this.found.enter(depth, key)
      if (rule.inside) this.#meter.here = rule.inside(value, key, around)
      const known = rule.keys.get(key)
      if (known) {
        this.visit(known, value[key], depth + 1)
        if (known.kind === 'dropped') delete value[key]
      } else if (rule.others) {
        if (++free === most + 1)
          this.found.exceed(depth, `at most ${most} ${rule.others.as}${most === 1 ? '' : 's'}`)
        if (rule.others.as === 'name') this.#name(key, depth + 1)
        else {
          this.found.warnings?.ofKey(key, this.found.path, depth + 1)
          this.found.note(validateField(key, false, this), depth + 1)
        }
        this.visit(rule.others.of, value[key], depth + 1)
      } else this.found.refuseName(depth + 1, '', offeredNames(rule.keys, this.#settings))
    }
    if (rule.others && free < rule.others.min)
      this.found.refuse(depth, `a ${rule.others.as} is required`)
    if (rule.isWhole) checkObject(rule, value, { scope: this, found: this.found, depth })
    if (rule.asksForHits) payForHits(rule.asksForHits, value, this.found, this, depth)
    this.#meter.here = here
  }

  /** Validates a name chosen by the caller: the answer repeats it for each bucket and hit. */
  #name(name: string, depth: number): void {
    if (name.length > longestName) this.found.exceed(depth, `at most ${longestName} characters`)
  }

  /**
   * A null counts as absent where allowed, and is not sent. Runs first, so that no price sees it.
   */
  #dropNulls(rule: ObjectRule, value: JsonObject): void {
    for (const key in value) {
      if (value[key] !== null || rule.keys.get(key)?.kind !== 'nullable') continue
      this.found.members++
      delete value[key]
    }
  }

  #list({ of, min, max, bare }: ListRule, value: unknown, depth: number): void {
    if (!Array.isArray(value)) {
      if (bare) this.visit(of, value, depth)
      else this.found.refuse(depth, 'must be an array')
      return
    }
    const most = limitIn(this, max)
    if (value.length < min) this.found.refuse(depth, `at least ${min}`)
    if (value.length > most) this.found.exceed(depth, `at most ${most}`)
    for (let i = 0; i < value.length; i++) {
      // there may be thousands
      if (of.kind === 'scalar' && validateLeaf(of, value[i], this) === undefined) continue
      this.found.enter(depth, i)
      this.visit(of, value[i], depth + 1)
    }
  }

  #clause(clauses: ReadonlyMap<string, Rule>, value: unknown, depth: number): void {
    const name = onlyKey(value)
    if (name === undefined) {
      this.found.refuse(depth, 'must be an object that holds exactly one clause')
      return
    }
    this.found.enter(depth, name)
    const rule = clauses.get(name)
    if (!rule || this.#isShut(rule)) {
      this.found.refuseName(depth + 1, 'clause', rule ? [] : offeredNames(clauses, this.#settings))
      return
    }
    if (++this.found.clauses === this.limits.clauses + 1)
      this.found.exceed(depth, `at most ${this.limits.clauses} clauses in all`)
    if (++this.#queryDepth === this.limits.queryDepth + 1) {
      this.found.exceed(
        depth,
        `queries must not be nested deeper than ${this.limits.queryDepth} levels`,
      )
    }
    this.found.members++
    this.visit(rule, (value as JsonObject)[name], depth + 1)
    this.#queryDepth--
  }

  #aggregations(value: unknown, depth: number): void {
    if (!isObject(value)) {
      this.found.refuse(depth, 'must be an object')
      return
    }
    if (++this.#aggDepth === this.limits.aggDepth + 1) {
      this.found.exceed(
        depth,
        `aggregations must not be nested deeper than ${this.limits.aggDepth} levels`,
      )
    }
    for (const name of Object.keys(value)) {
      if (this.#isDone()) return
      this.found.members++
      this.found.enter(depth, name)
      this.#name(name, depth + 1)
      this.#aggregation(value[name], depth + 1)
    }
    this.#aggDepth--
  }

  #aggregation(value: unknown, depth: number): void {
    const name = onlyKey(value, besideAggregation)
    if (name === undefined || !isObject(value)) {
      this.found.refuse(depth, 'must be an object that holds exactly one type of aggregation')
      return
    }
    this.found.enter(depth, name)
    const type = this.#settings.aggregations.get(name)
    if (!type || this.#isShut(type.rule)) {
      this.found.refuseName(
        depth + 1,
        'aggregation',
        type ? [] : offeredNames(this.#settings.aggregations, this.#settings),
      )
      return
    }
    if (++this.found.aggregations === this.limits.aggs + 1)
      this.found.exceed(depth, `at most ${this.limits.aggs} aggregations in all`)
    this.found.members++
    const { here, builtContainers } = this.#meter
    // of top_hits: each bucket around it has hits of its own
    this.#meter.here = withHits(here, builtContainers, false)
    const { [name]: params, aggs, aggregations, meta } = value
    this.visit(type.rule, params, depth + 1)
    if (isObject(params))
      this.#meter.here = payForAggregation(type, params, here, this.found, this, depth)
    this.#inner('aggs', aggs, depth)
    this.#inner('aggregations', aggregations, depth)
    if (aggs !== undefined && aggregations !== undefined)
      this.found.refuse(depth, 'send aggs or aggregations, not both')
    if (meta !== undefined) {
      this.found.members++
      this.found.enter(depth, 'meta')
      if (isObject(meta)) {
        validateJson(meta, depth + 1, this.found)
        this.#meter.here = here
        payForMeta(meta, this.found, depth + 1)
      } else this.found.refuse(depth + 1, 'must be an object')
    }
    this.#meter.here = here
  }

  #inner(key: string, value: unknown, depth: number): void {
    if (value === undefined) return
    this.found.members++
    this.found.enter(depth, key)
    this.#aggregations(value, depth + 1)
  }
}

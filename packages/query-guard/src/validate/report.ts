import { Cost } from '../cost/cost.js'
import { type BodyPath, pathText } from '../rule/body-path.js'
import { closest } from '../rule/closest.js'
import type { JsonObject } from '../rule/json-value.js'
import type { Limits } from '../rule/limits.js'
import type { NameWriter, Problem, RuleName, TotalName } from '../rule/rule.js'
import type { FieldWarnings } from '../suggestions/field-warnings.js'

/** More do not help (docs/search-rules.md, How it validates). */
const maxProblems = 10
const maxName = 64

const inAll: Readonly<Record<TotalName, string>> = {
  clauses: 'clauses in all',
  aggs: 'aggregations in all',
  queryTextTotal: 'characters of query texts in all',
  fieldPatterns: 'patterns of fields in all; 100 characters of settings under one count as another',
  hitRequests: 'requests for hits in all',
}

/** The problems found and their places: each has the path, never a value. */
export class Report {
  /** At most 10 texts, each with its path. */
  readonly problems: string[] = []
  /** The rules that were broken. */
  readonly broken = new Set<RuleName>()
  /** Whether the maximum number of problems is reached. */
  isFull = false
  /** Members of all validated objects: in a body without problems, all that it has. */
  members = 0
  /** What has been validated of all that a limit bounds in the whole body. */
  readonly totals: Record<TotalName, number> = {
    clauses: 0,
    aggs: 0,
    queryTextTotal: 0,
    fieldPatterns: 0,
    hitRequests: 0,
  }
  /** Whether such a limit is exceeded: what follows would only add to it. */
  isOver = false
  /** The largest product of bucket counts along one branch. */
  bucketProduct = 1
  readonly cost: Cost
  /** Places of numbers whose exact digits matter, although JSON.parse has rounded them. */
  readonly rounded: BodyPath[] = []
  /** The objects that ask for documents. */
  readonly hitRequests: JsonObject[] = []
  /** The objects that take patterns of fields, in a query. */
  readonly named: { write: NameWriter; value: JsonObject; clause: JsonObject }[] = []
  /** The objects that find documents on their own, and the key of the query that does. */
  readonly confinable: { holder: JsonObject; key: string }[] = []
  /** Histograms whose steps the data determines alone. */
  readonly unbounded: BodyPath[] = []
  /** Key or position at each level; entries below the current level are stale. */
  readonly #path: (string | number)[] = []

  /** Doubtful references, if they are wanted. */
  readonly warnings: FieldWarnings | undefined

  /** @param isItemized Whether to list the parts of the cost one by one. */
  constructor(isItemized = false, warnings?: FieldWarnings) {
    this.cost = new Cost(isItemized)
    this.warnings = warnings
  }

  /** Steps to a key or position of the value at a level. */
  enter(depth: number, step: string | number): void {
    this.#path[depth] = step
  }

  /** Steps to the current place, with stale ones after it. */
  get path(): BodyPath {
    return this.#path
  }

  /** The last step of the path to a level, quoted. */
  nameAt(depth: number): string {
    return JSON.stringify(String(this.#path[depth - 1]).slice(0, maxName))
  }

  /** Records a problem at a level. */
  refuse(depth: number, text: string, rule: RuleName = 'form'): void {
    if (this.isFull) return
    this.broken.add(rule)
    this.problems.push(`${this.#pathTo(depth)}: ${text}`)
    this.isFull = this.problems.length === maxProblems
  }

  /**
   * A refusal of the name that leads to a level.
   * @param kind What it would be a name of, such as `clause`; empty for a key.
   * @param offered The names allowed there, of which a similar one is suggested.
   */
  refuseName(
    depth: number,
    kind: string,
    offered: Iterable<string> = [],
    rule: RuleName = 'form',
  ): void {
    if (this.isFull) return
    const name = String(this.#path[depth - 1]).slice(0, maxName)
    const meant = closest(name, offered)
    const what = kind === '' ? this.nameAt(depth) : `${kind} ${this.nameAt(depth)}`
    this.refuse(
      depth,
      `${what} is not allowed${meant === undefined ? '' : `; did you mean ${meant}?`}`,
      rule,
    )
  }

  /** Adds to what a limit bounds in the whole body. */
  count(name: TotalName, amount: number, limits: Limits, depth: number): void {
    this.totals[name] += amount
    if (this.totals[name] <= limits[name] || this.isOver) return
    this.refuse(depth, `at most ${limits[name]} ${inAll[name]}`, `limits.${name}`)
    this.isOver = true
  }

  /** Records a leaf's own problem. */
  note(problem: Problem | undefined, depth: number): void {
    if (problem) this.refuse(depth, problem.text, problem.rule)
  }

  /** Records that the number at a level was rounded, and must reach the engine with its digits. */
  noteRounded(depth: number): void {
    this.rounded.push(this.#path.slice(0, depth))
  }

  /** Records a histogram, at a level, that `hard_bounds` would bound. */
  noteUnbounded(depth: number): void {
    this.unbounded.push(this.#path.slice(0, depth))
  }

  /** Adds to the cost. */
  pay(cost: number, depth: number): void {
    this.cost.add(cost, this.#path, depth)
  }

  #pathTo(depth: number): string {
    return pathText(this.#path.slice(0, depth))
  }
}

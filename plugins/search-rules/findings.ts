import type { JsonObject } from './json-value.js'
import type { Problem, RuleKind } from './leaf.js'
import { Meter, type Steps } from './meter.js'

/** Elasticsearch's bodies nest deep; more than this teaches nobody (docs/search-rules.md, How it judges). */
const maxProblems = 10
const maxPath = 200

/** What a walk finds, and where it is: problems carry the path to the place, never a value. */
export class Findings {
  /** At most 10 texts, each with its path. */
  readonly problems: string[] = []
  /** What kinds of rules the problems broke. */
  readonly broken = new Set<RuleKind>()
  /**
   * Whether one of the problems is of form or of the unsafe kind. The others (a limit, a field rule, something switched
   * off) stand at places that were judged to the end, so that mode `report` can let them pass.
   */
  isHard = false
  /** Whether there are as many problems as a caller is told of. */
  isFull = false
  /** Members of all objects that were judged: in a body without problems, all that it has. */
  members = 0
  /** Query clauses that were judged. */
  clauses = 0
  /** Aggregations that were judged. */
  aggregations = 0
  /** The greatest product of bucket counts along one branch. */
  bucketProduct = 1
  readonly meter: Meter
  /** The objects that ask for documents. */
  readonly hitRequests: JsonObject[] = []
  /** Key or position at each level; what lies deeper than the current level is stale. */
  readonly #path: (string | number)[] = []

  /** @param isItemized Whether the parts of the price are wanted one by one. */
  constructor(isItemized = false) {
    this.meter = new Meter(isItemized)
  }

  /** Steps to a key or position of the value at a level. */
  enter(depth: number, step: string | number): void {
    this.#path[depth] = step
  }

  /** The last step of the path to a level, quoted. */
  nameAt(depth: number): string {
    return JSON.stringify(String(this.#path[depth - 1]).slice(0, 64))
  }

  /** A refusal of form: in no mode may it pass. */
  refuse(depth: number, text: string): void {
    this.isHard = true
    this.exceed(depth, text, 'form')
  }

  /** A refusal by the operator's choice: a limit, a field rule, a switch. */
  exceed(depth: number, text: string, rule: RuleKind = 'limit'): void {
    if (this.isFull) return
    this.broken.add(rule)
    this.problems.push(`${this.#pathTo(depth)}: ${text}`)
    this.isFull = this.problems.length === maxProblems
  }

  /** What a leaf says of itself. */
  note(problem: Problem | undefined, depth: number): void {
    if (problem === undefined) return
    if (problem.isHard) this.refuse(depth, problem.text)
    else this.exceed(depth, problem.text, problem.rule)
  }

  /** Adds to the price. */
  pay(cost: number, depth: number): void {
    this.meter.add(cost, this.#path, depth)
  }

  #pathTo(depth: number): string {
    return pathText(this.#path.slice(0, depth))
  }
}

/** `query.bool.filter[0].term`: keys that are not plain words are quoted. */
export function pathText(path: Steps): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!/^[\p{L}\p{N}_.@*-]{1,64}$/u.test(step)) text += `[${JSON.stringify(step.slice(0, 64))}]`
    else text += text === '' ? step : `.${step}`
    if (text.length > maxPath) return `${text.slice(0, maxPath - 1)}…`
  }
  return text === '' ? 'body' : text
}

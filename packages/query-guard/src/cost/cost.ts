import type { BodyPath } from '../rule/body-path.js'
import type { CostContext } from '../rule/cost-context.js'
import { unitCosts } from './unit-costs.js'

/** A part of a body that has a cost. */
interface CostPart {
  path: BodyPath
  cost: number
}

/** Adds up what a body costs while it is validated. */
export class Cost {
  total = 0
  mostExpensive: CostPart = { path: [], cost: 0 }
  /** Every part, if the caller of this class wants them. */
  readonly parts: CostPart[] | undefined
  here: Readonly<CostContext> = {
    runs: 1,
    collects: 1,
    buckets: 1,
    built: 1,
    answered: 1,
    hits: 1,
    matched: [],
  }
  /** What the clauses of the query cost in each text that is highlighted. */
  #perText = 0
  /** Texts of all hits that are highlighted. */
  #texts = 0
  /** Hits with explained scores: each builds the query again (Elasticsearch, ExplainPhase). */
  #explained = 0

  /** @param isItemized Whether to list the parts one by one. */
  constructor(isItemized = false) {
    this.parts = isItemized ? [] : undefined
  }

  /** Buckets at the current place: as many as the sizes allow, but only those with a document. */
  get containers(): number {
    return Math.min(this.here.buckets, unitCosts.mostBuckets * this.here.collects)
  }

  /** Those of them that are returned. */
  get builtContainers(): number {
    return Math.min(this.here.built, unitCosts.mostBuckets * this.here.collects)
  }

  /** @param path Steps to the part, of which the first `depth` count. */
  add(cost: number, path: BodyPath, depth: number): void {
    if (!(cost > 0)) return // anything but a number is refused elsewhere
    this.total += cost
    if (cost > this.mostExpensive.cost) this.mostExpensive = { path: path.slice(0, depth), cost }
    this.parts?.push({ path: path.slice(0, depth), cost })
  }

  /** Adds a clause's cost in each highlighted text: how many there are is known at the end. */
  addHighlighted(cost: number): void {
    if (cost > 0) this.#perText += cost
  }

  /** Adds hits with the texts of each that are highlighted. */
  addHits(hits: number, texts: number, isExplained: boolean): void {
    if (!(hits > 0)) return
    this.#texts += hits * texts
    if (isExplained) this.#explained += hits
  }

  /** Adds the costs known only at the end: a highlighter runs the whole query on each text. */
  close(): void {
    const perText = unitCosts.highlighted + this.#perText
    this.add(this.#texts * perText, ['highlight'], 1)
    this.add(this.#explained * unitCosts.explained * perText, ['explain'], 1)
  }
}

/** A cost as shown: rounded up to a tenth, from 10 on to a whole number. */
export function rounded(cost: number): number {
  return cost < 10 ? Math.ceil(cost * 10) / 10 : Math.ceil(cost)
}

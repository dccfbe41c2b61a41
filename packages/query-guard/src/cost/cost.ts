import type { BodyPath } from '../rule/body-path.js'
import type { CostContext } from '../rule/cost-context.js'
import type { Marking } from '../rule/rule.js'
import {
  documents,
  perExplained,
  perExplainedPattern,
  perMarkedPattern,
  perMarkedText,
  perPlainText,
  perUnmarkedText,
  wordMarked,
} from './costs.js'

/** A part of a body that has a cost. */
export interface CostPart {
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
    prepared: 1,
    hits: 1,
    isScored: true,
    isRun: true,
    matched: [],
  }
  /** Word patterns in the query, and the hits that they highlight. */
  #patterns = 0
  /**
   * Hits with explained scores: each builds the whole query again (Elasticsearch, ExplainPhase).
   */
  #explained = 0
  readonly #marked: (Marking & { hits: number })[] = []

  /** @param isItemized Whether to list the parts one by one. */
  constructor(isItemized = false) {
    this.parts = isItemized ? [] : undefined
  }

  /** Buckets at the current place: as many as the sizes allow, but only those with a document. */
  get containers(): number {
    return Math.min(this.here.buckets, documents * this.here.collects)
  }

  /** Those of them that are returned. */
  get builtContainers(): number {
    return Math.min(this.here.built, documents * this.here.collects)
  }

  /** @param path Steps to the part, of which the first `depth` count. */
  add(cost: number, path: BodyPath, depth: number): void {
    if (!(cost > 0)) return // anything but a number is refused elsewhere
    this.total += cost
    if (cost > this.mostExpensive.cost) this.mostExpensive = { path: path.slice(0, depth), cost }
    this.parts?.push({ path: path.slice(0, depth), cost })
  }

  /** Adds word patterns: they cost something if hits are highlighted, which is known at the end. */
  addPatterns(count: number): void {
    if (count > 0) this.#patterns += count // anything but a number is refused elsewhere
  }

  addMarked(hits: number, marking: Marking | undefined): void {
    if (marking && hits > 0) this.#marked.push({ hits, ...marking })
  }

  /** Adds hits whose scores are explained. */
  addExplained(hits: number): void {
    if (hits > 0) this.#explained += hits
  }

  /**
   * Adds the costs known only at the end. A highlighter other than `plain` analyzes only the fields
   * in which the query searches for words, unless words are highlighted in any field (Lucene,
   * UnifiedHighlighter.getFieldHighlighter), and runs the whole query on each.
   */
  close(): void {
    const patterns = this.#patterns
    for (const { hits, texts, isAnywhere, isPlain } of this.#marked) {
      const looked =
        isAnywhere && patterns > 0 ? texts : Math.min(texts, Math.ceil(patterns / wordMarked))
      const each =
        (perMarkedText + perMarkedPattern * patterns) * looked +
        (isPlain ? perPlainText : perUnmarkedText) * texts
      this.add(hits * each, ['highlight'], 1)
    }
    this.add(this.#explained * (perExplained + perExplainedPattern * patterns), ['explain'], 1)
  }
}

/** A cost as shown: rounded up to a tenth, from 10 on to a whole number. */
export function rounded(cost: number): number {
  return cost < 10 ? Math.ceil(cost * 10) / 10 : Math.ceil(cost)
}

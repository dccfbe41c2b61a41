import type { Steps } from '../kit/body-path.js'
import { documents } from './grammar/prices.js'
import type { Place } from './rule.js'

/** A part of a body that has a price. */
export interface Part {
  path: Steps
  /** Passes over the addressed documents. */
  cost: number
}

/** Adds up what a body costs while it is walked. */
export class Meter {
  total = 0
  dearest: Part = { path: [], cost: 0 }
  /** Every part, where somebody asks for them. */
  readonly parts: Part[] | undefined
  here: Readonly<Place> = { runs: 1, collects: 1, buckets: 1, built: 1, answered: 1, hits: 1, isScored: true }
  /** Patterns of words in the query, and texts of hits that are marked: a highlighter runs each over each. */
  #patterns = 0
  #marked = 0

  /** @param isItemized Whether the parts are wanted one by one. */
  constructor(isItemized = false) {
    this.parts = isItemized ? [] : undefined
  }

  /** Buckets at the current place: as many as the sizes allow, but none without a document. */
  get containers(): number {
    return Math.min(this.here.buckets, documents * this.here.collects)
  }

  /** Those of them that are answered with. */
  get builtContainers(): number {
    return Math.min(this.here.built, documents * this.here.collects)
  }

  /** @param path Steps to the part, of which the first `depth` count. */
  add(cost: number, path: Steps, depth: number): void {
    if (!(cost > 0)) return // what is no number is refused elsewhere
    this.total += cost
    if (cost > this.dearest.cost) this.dearest = { path: path.slice(0, depth), cost }
    this.parts?.push({ path: path.slice(0, depth), cost })
  }

  addPatterns(count: number): void {
    if (count > 0) this.#patterns += count
  }

  addMarked(texts: number): void {
    if (texts > 0) this.#marked += texts
  }

  /** Adds what is known only when all was seen. */
  close(): void {
    this.add(perMarkedPattern * this.#patterns * this.#marked, ['highlight'], 1)
  }
}

/** Passes for running a pattern over a text of a hit. */
const perMarkedPattern = 0.008

/** A price as it is told: to a tenth, from 10 on whole. Never less than it is. */
export function rounded(cost: number): number {
  return cost < 10 ? Math.ceil(cost * 10) / 10 : Math.ceil(cost)
}

import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../kit/process/lru-options.js'
import { type AskedTerm, addSearches, type SearchTerm } from '../../kit/usage/counts.js'

/** Owners or addresses that must ask for a term on a day before it is written. */
const minAskers = 5

/** Terms that fewer have asked for: beyond them, the one asked longest ago is forgotten. */
const maxCandidates = 10_000

/** Terms that are written: beyond them, the newest with the fewest searches is forgotten. */
const maxTerms = 2000

/** A term that few have asked for: it never leaves the memory. */
interface Candidate {
  sum: SearchTerm
  askers: Set<string>
}

/** The search terms of a day that enough owners or addresses have asked for. */
export class PopularTerms {
  readonly #candidates = new LRUCache<string, Candidate>(lruOptions(maxCandidates))
  readonly #terms = new Map<string, SearchTerm>()

  /** @returns whether `rows` is different now. */
  add({ asker, ...counts }: AskedTerm): boolean {
    const { hour, term } = counts
    const known = this.#terms.get(term)
    if (known) {
      addSearches(known, counts)
      return true
    }
    const sum = { hour, term, searches: 0, foundNothing: 0 }
    const candidate = this.#candidates.get(term) ?? { sum, askers: new Set() }
    addSearches(candidate.sum, counts)
    candidate.askers.add(asker)
    this.#candidates.set(term, candidate)
    if (candidate.askers.size < minAskers) return false
    this.#admit(candidate.sum)
    return true
  }

  /** Most searches first. */
  get rows(): SearchTerm[] {
    return [...this.#terms.values()].sort((one, other) => other.searches - one.searches)
  }

  /** From now on it is not known who has asked for it. */
  #admit(sum: SearchTerm): void {
    this.#candidates.delete(sum.term)
    this.#terms.set(sum.term, sum)
    if (this.#terms.size > maxTerms) this.#terms.delete(this.rows.at(-1)!.term)
  }
}

import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../kit/process/lru-options.js'
import { type AskedTerm, addSearches, type SearchTerm } from '../../kit/usage/search-terms.js'
import type { UsageStore } from '../../kit/usage/store.js'

/** Owners or addresses that must ask for a term on a day before it is written. */
const fewestAskers = 5

/** Terms that fewer have asked for: beyond them, the one asked longest ago is forgotten. */
const mostCandidates = 10_000

/** Terms that are written: beyond them, the newest with the fewest searches is forgotten. */
const mostTerms = 2000

/** A term that few have asked for: it never leaves the memory. */
interface Candidate {
  sum: SearchTerm
  askers: Set<string>
}

/** The terms of a day, as the workers hand them over. */
class DayOfTerms {
  /** Of its part in the store. */
  readonly id = randomUUID()
  hasNews = false
  readonly #candidates = new LRUCache<string, Candidate>(lruOptions(mostCandidates))
  readonly #terms = new Map<string, SearchTerm>()

  add(asked: AskedTerm): void {
    const known = this.#terms.get(asked.term)
    if (known) {
      addSearches(known, asked)
      this.hasNews = true
    } else this.#addCandidate(asked)
  }

  /** Most searches first. */
  get terms(): SearchTerm[] {
    return [...this.#terms.values()].sort((one, other) => other.searches - one.searches)
  }

  #addCandidate({ term, asker, ...counts }: AskedTerm): void {
    const candidate = this.#candidates.get(term) ?? beginning(term)
    addSearches(candidate.sum, counts)
    candidate.askers.add(asker)
    if (candidate.askers.size < fewestAskers) this.#candidates.set(term, candidate)
    else this.#admit(candidate.sum)
  }

  /** From now on it is not known who has asked for it. */
  #admit(sum: SearchTerm): void {
    this.hasNews = true
    this.#candidates.delete(sum.term)
    this.#terms.set(sum.term, sum)
    if (this.#terms.size > mostTerms) this.#terms.delete(this.terms.at(-1)!.term)
  }
}

function beginning(term: string): Candidate {
  return { sum: { term, searches: 0, foundNothing: 0 }, askers: new Set() }
}

/** The search terms of a gateway, by day. */
export class SearchTerms {
  readonly #store: Pick<UsageStore, 'writeTerms'>
  readonly #days = new Map<string, DayOfTerms>()

  constructor(store: Pick<UsageStore, 'writeTerms'>) {
    this.#store = store
  }

  /** Counts what a worker has handed over. */
  add(asked: readonly AskedTerm[]): void {
    for (const one of asked) {
      const day = this.#days.get(one.day) ?? new DayOfTerms()
      this.#days.set(one.day, day)
      day.add(one)
    }
  }

  /** Writes what is new. Any other day than today is then forgotten, with those who asked. */
  async write(today: string): Promise<void> {
    for (const [day, terms] of this.#days) {
      if (day !== today) this.#days.delete(day)
      if (terms.hasNews) await this.#writeDay(day, terms)
    }
  }

  async #writeDay(day: string, open: DayOfTerms): Promise<void> {
    open.hasNews = false
    try {
      await this.#store.writeTerms({ day, id: open.id, terms: open.terms })
    } catch (error) {
      open.hasNews = true
      throw error
    }
  }
}

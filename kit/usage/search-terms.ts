import { workerNumber } from '../log/worker-number.js'
import { dayAt } from './usage.js'

/** What is kept of a term that enough owners or addresses have asked for on a day. */
export interface SearchTerm {
  term: string
  searches: number
  /** Those of them that found nothing. */
  foundNothing: number
}

/** What one of them asked for. It is never written or logged. */
export interface AskedTerm extends SearchTerm {
  day: string
  /** The owner; the address of a caller without a credential. */
  asker: string
}

/** The most characters of a term, and the least digits of a number that may be someone's. */
const [mostCharacters, digitsOfNumber] = [100, 6]

/**
 * The term of a text, in lower case and with single blanks. Undefined for a text that is empty or
 * too long, and for one that may be an e-mail address, a phone number or the number of an
 * organization.
 */
export function termOf(text: string): string | undefined {
  const term = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const digits = term.match(/\p{Nd}/gu)?.length ?? 0
  const isNobodys = !term.includes('@') && digits < digitsOfNumber
  return isNobodys && term !== '' && term.length <= mostCharacters ? term : undefined
}

/** The most that are counted between two takes; what is new beyond them is not counted. */
const mostAsked = 10_000

/** Counts searches until someone takes the counts, once a minute. */
export class SearchTermCounter {
  #asked = new Map<string, AskedTerm>()

  /** @param now Milliseconds since 1970. */
  count(text: string, asker: string, foundNothing: boolean, now = Date.now()): void {
    const term = termOf(text)
    if (term === undefined) return
    const day = dayAt(now)
    const id = JSON.stringify([day, asker, term])
    const asked = this.#asked.get(id) ?? { day, asker, term, searches: 0, foundNothing: 0 }
    if (asked.searches === 0 && this.#asked.size >= mostAsked) return
    addSearches(asked, { searches: 1, foundNothing: Number(foundNothing) })
    this.#asked.set(id, asked)
  }

  /** Returns what was counted since the last call. */
  take(): AskedTerm[] {
    const asked = [...this.#asked.values()]
    this.#asked = new Map()
    return asked
  }
}

export function addSearches(
  sum: Omit<SearchTerm, 'term'>,
  { searches, foundNothing }: Omit<SearchTerm, 'term'>,
): void {
  sum.searches += searches
  sum.foundNothing += foundNothing
}

/** That of a worker, whose counts the primary takes; a stock express-gateway has none. */
export const searchTermCounter = workerNumber === undefined ? undefined : new SearchTermCounter()

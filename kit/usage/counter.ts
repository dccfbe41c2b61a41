import { workerNumber } from '../log/worker-number.js'
import {
  type AskedTerm,
  addSearches,
  createUsed,
  hourMs,
  roundCost,
  toDay,
  toFirstHour,
  toHour,
  type UsageRow,
} from './counts.js'

/** Who sent a request. */
export interface CountedCaller {
  kind: 'access-token' | 'api-key' | 'none'
  ownerId: string
  credentialId: string
  keyPrefix?: string
}

/** A request that has ended. */
export interface CountedRequest {
  code: string | undefined
  /** Cost of its search; 0 for none. */
  cost: number
  bytes: number
}

/** What a worker has counted since it was last asked. */
export interface WorkerUsage {
  rows: readonly UsageRow[]
  terms: readonly AskedTerm[]
}

/** The most terms by asker between two takes; what is new beyond them is not counted. */
const maxTerms = 10_000

/** Counts requests and search terms until someone takes the counts, once a minute. */
export class UsageCounter {
  /** By the hour, and the id of a key, or of the owner of a token. */
  #rows = new Map<string, UsageRow>()
  /** By the day, who asked, and the term. */
  #terms = new Map<string, AskedTerm>()

  /** @param now Milliseconds since 1970. */
  count(caller: CountedCaller, { code, cost, bytes }: CountedRequest, now = Date.now()): void {
    const { kind, ownerId, credentialId, keyPrefix } = caller
    const isKey = kind === 'api-key'
    const id = `${Math.floor(now / hourMs)} ${isKey ? credentialId : ownerId}`
    let row = this.#rows.get(id)
    if (!row) {
      const key = isKey ? credentialId : null
      const prefix = (isKey && keyPrefix) || null
      row = { hour: toHour(now), owner: ownerId, key, prefix, ...createUsed() }
      this.#rows.set(id, row)
    }
    row.requests++
    row.bytes += bytes
    if (cost > 0) row.cost = roundCost(row.cost + roundCost(cost))
    if (code !== undefined) row.errors[code] = (row.errors[code] ?? 0) + 1
  }

  /** @param now Milliseconds since 1970. */
  countSearch(text: string, asker: string, foundNothing: boolean, now = Date.now()): void {
    const term = normalizeTerm(text)
    if (term === undefined) return
    const hour = toFirstHour(toDay(now))
    const id = JSON.stringify([hour, asker, term])
    const asked = this.#terms.get(id) ?? { hour, asker, term, searches: 0, foundNothing: 0 }
    if (asked.searches === 0 && this.#terms.size >= maxTerms) return
    addSearches(asked, { searches: 1, foundNothing: Number(foundNothing) })
    this.#terms.set(id, asked)
  }

  /** Returns what was counted since the last call. */
  take(): WorkerUsage {
    const taken = { rows: [...this.#rows.values()], terms: [...this.#terms.values()] }
    this.#rows = new Map()
    this.#terms = new Map()
    return taken
  }
}

/** The most characters of a term, and the least digits of a number that may be someone's. */
const [maxCharacters, minPersonalDigits] = [100, 6]

/**
 * The term of a text, in lower case and with single blanks. Undefined for a text that is empty or
 * too long, and for one that may be an e-mail address, a phone number or the number of an
 * organization.
 */
export function normalizeTerm(text: string): string | undefined {
  const term = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const digits = term.match(/\p{Nd}/gu)?.length ?? 0
  const isPersonal = term.includes('@') || digits >= minPersonalDigits
  return isPersonal || term === '' || term.length > maxCharacters ? undefined : term
}

/** That of a worker, whose counts the primary takes; a stock express-gateway has none. */
export const usageCounter = workerNumber === undefined ? undefined : new UsageCounter()

import { workerNumber } from '../log/worker-number.js'
import { hourAt, hourMs, inHundredths, nothingUsed, type UsageRow } from './usage.js'

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

/** Counts requests until someone takes the counts: one row for each credential and hour. */
export class UsageCounter {
  #endsAt = 0
  #hour = ''
  /** Of this hour, by the id of a key, or of the owner of a token. */
  #rows = new Map<string, UsageRow>()
  #earlier: UsageRow[] = []

  count(caller: CountedCaller, { code, cost, bytes }: CountedRequest, now = Date.now()): void {
    if (now >= this.#endsAt || now < this.#endsAt - hourMs) this.#beginHour(now)
    const id = caller.kind === 'api-key' ? caller.credentialId : caller.ownerId
    const row = this.#rows.get(id) ?? this.#begin(id, caller)
    row.requests++
    row.bytes += bytes
    if (cost > 0) row.cost = inHundredths(row.cost + inHundredths(cost))
    if (code !== undefined) row.errors[code] = (row.errors[code] ?? 0) + 1
  }

  /** Returns what was counted since the last call. */
  take(): UsageRow[] {
    const rows = [...this.#earlier, ...this.#rows.values()]
    this.#earlier = []
    this.#rows = new Map()
    return rows
  }

  #beginHour(now: number): void {
    this.#earlier.push(...this.#rows.values())
    this.#rows = new Map()
    this.#hour = hourAt(now)
    this.#endsAt = now - (now % hourMs) + hourMs
  }

  #begin(id: string, { kind, ownerId, credentialId, keyPrefix }: CountedCaller): UsageRow {
    const key = kind === 'api-key' ? credentialId : null
    const prefix = (key !== null && keyPrefix) || null
    const row = { hour: this.#hour, owner: ownerId, key, prefix, ...nothingUsed() }
    this.#rows.set(id, row)
    return row
  }
}

/** That of a worker, whose counts the primary takes; a stock express-gateway has none. */
export const usageCounter = workerNumber === undefined ? undefined : new UsageCounter()

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isObject } from '../../kit/config/objects.js'
import { byteLength } from '../../kit/http/byte-length.js'
import { counter } from '../../kit/metrics/prometheus.js'
import type { Cancellation } from '../kit/cancellation.js'
import type { SearchRequest } from '../kit/context.js'
import type { CacheParams } from '../kit/engine/params.js'
import { SingleFlight, type Waiter } from './single-flight.js'

/** An answer for several callers: its size is that of its JSON. */
export interface Shareable {
  json: readonly Buffer[]
}

/** How to send a search that is not cached. */
export interface SearchExecution<Answer> {
  /** Acquires the search's slot. @returns the function that releases it. */
  enter(): (() => void) | Promise<() => void>
  /** Releases it after the search, or keeps it for one that follows up. */
  keep(leave: () => void): void
  send(cancel: Cancellation, mayBeLarge: () => void): Promise<Answer>
}

/** An answer, and the value of its Cache-Status header (RFC 9211), if it has one. */
export interface CachedAnswer<Answer> {
  answer: Answer
  status?: string
}

/** The name of the cache in Cache-Status. */
const name = 'nonprofit-directory'

const count = counter({
  name: 'directory_search_cache_total',
  help:
    'Searches of steps with a cache, and facets that are kept: "hit" answered from the cache, ' +
    '"collapsed" merged with a concurrent one, "miss" sent to the engine, "bypass" too long to ' +
    'compare.',
  labels: ['outcome'],
})

/** Overhead of an entry besides its answer. */
const entryBytes = 500

/**
 * Reuses a good answer for equal searches within a few seconds, and sends one request for all that
 * arrive meanwhile. It belongs to one step of one pipeline, like the rules that validated its
 * searches; permissions and cost of each caller were checked before.
 */
export class SearchCache<Answer extends Shareable> {
  readonly #cached: LRUCache<string, Answer>
  readonly #flights = new Map<string, SingleFlight<Answer>>()
  readonly #joinMs: number

  /**
   * @param joinMs Maximum age of a request that others may join: one that hangs must not go on for
   *   ever.
   */
  constructor({ seconds, maxBytes }: CacheParams, joinMs: number) {
    this.#joinMs = joinMs
    const sizeCalculation = ({ json }: Answer) => byteLength(json) + entryBytes
    this.#cached = new LRUCache({ maxSize: maxBytes, sizeCalculation, ttl: seconds * 1000 })
  }

  /**
   * Returns the cached answer, joins a pending request, or sends one. @throws as `execution`, and
   * as SingleFlight.wait.
   */
  async get(
    request: SearchRequest,
    waiter: Waiter,
    execution: SearchExecution<Answer>,
  ): Promise<CachedAnswer<Answer>> {
    const key = makeKey(request)
    const known = this.#findKnown(key, waiter)
    if (known) return known
    const leave = await execution.enter()
    // another caller may have asked while this one was waiting for its slot
    const meanwhile = this.#findKnown(key, waiter)
    if (meanwhile) {
      leave()
      return meanwhile
    }
    const flight = new SingleFlight<Answer>((cancel, mayBeLarge) =>
      execution.send(cancel, mayBeLarge).finally(() => execution.keep(leave)),
    )
    const forward = key === undefined ? 'bypass' : 'miss'
    count([forward])
    if (key !== undefined) this.#follow(key, flight)
    return { answer: await flight.wait(waiter), status: `${name}; fwd=${forward}` }
  }

  #findKnown(
    key: string | undefined,
    waiter: Waiter,
  ): CachedAnswer<Answer> | Promise<CachedAnswer<Answer>> | undefined {
    if (key === undefined) return undefined
    const answer = this.#cached.get(key)
    if (answer) {
      count(['hit'])
      return {
        answer,
        status: `${name}; hit; ttl=${Math.ceil(this.#cached.getRemainingTTL(key) / 1000)}`,
      }
    }
    const flight = this.#flights.get(key)
    if (!flight || flight.isGivenUp || performance.now() - flight.startedAt > this.#joinMs)
      return undefined
    count(['collapsed'])
    return flight
      .wait(waiter)
      .then((answer) => ({ answer, status: `${name}; fwd=miss; collapsed` }))
  }

  /** Lets others join a request until it is answered, and caches the answer. */
  #follow(key: string, flight: SingleFlight<Answer>): void {
    const over = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
    this.#flights.set(key, flight)
    flight.answer.then((answer) => {
      this.#cached.set(key, { ...answer, json: answer.json.map(copyAnswer) })
      over()
    }, over)
  }
}

/** A copy of a piece, which is a view of the engine's answer: that would stay in memory with it. */
function copyAnswer(piece: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(piece.length)
  piece.copy(copy)
  return copy
}

/** Longer bodies are not compared: that costs more than their repetition is likely to save. */
const longestBody = 64 * 1024

/** Members whose objects depend on the order of their keys: the sort keys apply first, second, … */
const ordered = ['sort', 'order']

/**
 * The key shared by equal searches: index, validated body, whatever the order of its members, and
 * what its answer depends on.
 * Undefined for a search that is not to be compared.
 */
export function makeKey({ index, body, version }: SearchRequest): string | undefined {
  if (body.length > longestBody) return undefined
  const canonical = JSON.stringify([index, sorted(JSON.parse(body), false), version])
  return createHash('sha256').update(canonical).digest('base64')
}

function sorted(value: unknown, keepsOrder: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, keepsOrder))
  if (!isObject(value)) return value
  const names = Object.keys(value)
  if (!keepsOrder) names.sort()
  return Object.fromEntries(
    names.map((name) => [name, sorted(value[name], keepsOrder || ordered.includes(name))]),
  )
}

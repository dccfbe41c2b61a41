import type { ConnectionRequestParams } from '@elastic/elasticsearch'
import type { Dispatcher } from 'undici'
import { BaseConnection } from '../../kit/elasticsearch/client.js'
import { vocabulary } from '../../plugins/kit/vocabulary.js'

/** What an engine says to a search: with this status, these hits, or nothing at all. */
export type EngineAnswer =
  | 'away'
  | { status?: number; hits?: readonly Record<string, unknown>[]; aggregations?: object }

/** A search that was sent to the engine. */
export interface SentSearch {
  /** Names or patterns of indices, comma separated. */
  index: string
  /** Path and query. */
  path: string
  body: unknown
}

/** How many documents each index family has, by its prefix. */
export type Documents = Readonly<Record<string, number>>

interface Answered {
  status: number
  json: unknown
}

const headers = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' }

/** Answers in place of all engines, in this process, and keeps what it was asked. */
export class EngineDouble {
  /** Searches since the last `forget`. */
  readonly sent: SentSearch[] = []
  readonly #documents: Documents
  #answer: EngineAnswer = {}

  constructor(documents: Documents = {}) {
    this.#documents = documents
  }

  forget(answer: EngineAnswer): void {
    this.sent.length = 0
    this.#answer = answer
  }

  /** What the steps ask at the start, of the fields: nothing is known of their values. */
  measured(path: string, body: string): Answered {
    const counted = countNothing(body)
    const [, family = ''] = /^\/([^/?*]*)/.exec(decodeURIComponent(path)) ?? []
    return counted
      ? toSearchAnswer(counted, this.#documents[family] ?? 0)
      : this.answer(path, body)!
  }

  /** Keeps a search of a step. */
  keep(path: string, body: string): void {
    const [isSearch, index = ''] = /^\/(?:([^/_?][^/?]*)\/)?_search/.exec(path) ?? []
    if (isSearch) this.sent.push({ index: decodeURIComponent(index), path, body: parseJson(body) })
  }

  /** @returns undefined where it does not answer. */
  answer(path: string, body: string): Answered | undefined {
    const [, index, call] = /^\/(?:([^/_?][^/?]*)\/)?([^?/]*)/.exec(path) ?? []
    if (call === '_field_caps') return { status: 200, json: { fields: toCapabilities(index) } }
    if (call === '_mapping') return { status: 200, json: {} }
    if (call === '_pit') return { status: 200, json: { id: 'trial', succeeded: true } }
    if (call !== '_search') return { status: 200, json: {} }
    const given = this.#answer
    return given === 'away' ? undefined : toSearchAnswer({ ...countNothing(body), ...given })
  }
}

/** An answer for the aggregations of a search, all empty; undefined for a search without any. */
function countNothing(body: string): { aggregations: object } | undefined {
  const { aggs } = (parseJson(body) ?? {}) as { aggs?: object }
  const nothing = Object.keys(aggs ?? {}).map((name) => [name, { value: null, buckets: [] }])
  return aggs && { aggregations: Object.fromEntries(nothing) }
}

function toSearchAnswer(
  { status = 200, hits = [], aggregations }: EngineAnswer & object,
  documents = hits.length,
): Answered {
  if (status !== 200) {
    const error = { type: 'trial_exception', reason: 'the answer that the trial names' }
    return { status, json: { error: { root_cause: [error], ...error }, status } }
  }
  const rows = hits.map((source, i) => ({
    ...{ _index: 'trial', _id: String(source.id ?? i + 1), _score: 1, _source: source, sort: [i] },
  }))
  const total = { value: documents, relation: 'eq' }
  const shards = { total: 1, successful: 1, skipped: 0, failed: 0 }
  const found = { total, max_score: rows.length > 0 ? 1 : null, hits: rows }
  return {
    status: 200,
    json: {
      ...{ took: 1, timed_out: false, _shards: shards, hits: found },
      ...(aggregations && { aggregations }),
    },
  }
}

/** The fields that a plugin knows of the indices, as an engine reports them. */
function toCapabilities(index = ''): object {
  const prefix = decodeURIComponent(index).replace(/\*$/, '')
  const fields = [...(vocabulary.fields?.(prefix) ?? [])].map(([name, { type, ...can }]) => [
    name,
    { [type]: { type, ...can } },
  ])
  return Object.fromEntries(fields)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A class of connections to a double, for the official client. */
export function makeConnections(double: EngineDouble) {
  return class extends BaseConnection {
    /** As `plugins/search` uses it, past the client. */
    readonly pool = {
      dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
        const { path, body } = options
        const controller = { abort() {} } as unknown as Dispatcher.DispatchController
        queueMicrotask(() => {
          handler.onRequestStart?.(controller, {})
          const text = String(body ?? '')
          double.keep(path, text)
          const answer = double.answer(path, text)
          if (!answer) return handler.onResponseError?.(controller, new Error('away'))
          handler.onResponseStart?.(controller, answer.status, headers)
          handler.onResponseData?.(controller, Buffer.from(JSON.stringify(answer.json)))
          handler.onResponseEnd?.(controller, {})
        })
        return true
      },
    }

    override async request({ path, body }: ConnectionRequestParams) {
      const { status: statusCode, json } = double.measured(path, String(body ?? ''))
      return { body: JSON.stringify(json), statusCode, headers } as never
    }

    override async close() {}
  }
}

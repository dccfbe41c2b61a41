import type { EngineClient } from '../differential/engines.js'
import type { Answer } from '../door.js'

/** The parts of Elasticsearch's answer to a search that a caller gets to see. */
interface SearchAnswer {
  hits: { total?: { value: number; relation: string }; hits?: Hit[] }
  aggregations?: unknown
}

interface Hit {
  _id: string
  _score: number | null
  _source?: Record<string, unknown>
  sort?: unknown
  highlight?: unknown
  fields?: unknown
  inner_hits?: unknown
}

/** What the node itself answers to a search that the gateway asks with all hits counted. */
export async function askStraight(
  node: EngineClient,
  index: string,
  body: object,
): Promise<Answer['body']['data'] | number> {
  const answer = await node.search(index, { track_total_hits: true, ...body })
  if (answer.status !== 200) return answer.status
  const { hits, aggregations } = answer.body as SearchAnswer
  return {
    results: (hits.hits ?? []).map(resultOf),
    total: hits.total?.value ?? (hits.hits ?? []).length,
    ...(aggregations !== undefined && { aggregations }),
  }
}

/** A hit as the gateway answers it (docs/api.md, Search). */
function resultOf({ _id, _score, _source, sort, highlight, fields, inner_hits }: Hit): {
  id: string
} {
  return {
    ..._source,
    id: (_source?.id as string | undefined) ?? _id,
    ...{ _score },
    ...(sort !== undefined && { _sort: sort }),
    ...(highlight !== undefined && { _highlight: highlight }),
    ...(fields !== undefined && { _fields: fields }),
    ...(inner_hits !== undefined && { _innerHits: inner_hits }),
  }
}

/** What the gateway answers, as far as a node can answer it. */
export function asStraight({ status, body }: Answer): Answer['body']['data'] | number {
  if (status !== 200) return status
  const { results, total, aggregations } = body.data
  return { results, total, ...(aggregations !== undefined && { aggregations }) }
}

import { aggregate } from '../aggregations/index.js'
import { renderFailure } from '../error-body.js'
import { EngineError, illegalArgument, SearchFailure, type ShardFailure } from '../errors.js'
import type { Shard } from '../index/shard.js'
import { shortest } from '../mapping/floats.js'
import type { Json } from '../queries/options.js'
import { hitOf } from './hit.js'
import { rank, type Target } from './ranking.js'
import { maxWindow, parseSearch, type SearchRequest } from './request.js'
import { ShardSearch } from './shard-search.js'

/**
 * Runs a search on the shards (in the order of their names) and renders the answer as Elasticsearch
 * does. @throws EngineError
 */
export function search(shards: readonly Shard[], body: Json, allowPartial: boolean): Json {
  const started = performance.now()
  const request = parseSearch(body)
  const failures: ShardFailure[] = []
  const targets: Target[] = []
  for (const shard of shards) {
    try {
      if (request.from + request.size > maxWindow) throw windowError(request.from + request.size)
      const found = new ShardSearch(shard, request)
      targets.push({ search: found, matches: found.hits() })
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      failures.push({ index: shard.name, error })
    }
  }
  const isLost = failures.length === shards.length || !allowPartial
  if (failures.length > 0 && isLost)
    throw new SearchFailure(failures, failures.length === shards.length)
  const views = targets.map(({ search: view }) => ({ view, docs: view.matches.docs }))
  const aggregations =
    request.aggs === undefined ? undefined : onShards(shards, () => aggregate(views, request.aggs))
  const hits = onShards(shards, () => hitsOf(targets, request))
  return {
    took: Math.round(performance.now() - started),
    timed_out: false,
    _shards: {
      total: shards.length,
      successful: targets.length,
      skipped: 0,
      failed: failures.length,
      ...(failures.length > 0 ? { failures: failures.map(renderFailure) } : {}),
    },
    hits,
    ...(aggregations === undefined || shards.length === 0 ? {} : { aggregations }),
  }
}

/** What Elasticsearch finds out on the shards only is reported as their failure. */
function onShards<T>(shards: readonly Shard[], run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (
      !(error instanceof EngineError) ||
      shards.length === 0 ||
      error.type === 'parsing_exception' ||
      error.type === 'x_content_parse_exception'
    )
      throw error
    throw new SearchFailure(
      shards.map(({ name }) => ({ index: name, error })),
      true,
    )
  }
}

function hitsOf(targets: readonly Target[], request: SearchRequest): Json {
  const { trackTotal, size } = request
  const count = targets.reduce((sum, { matches }) => sum + matches.docs.length, 0)
  const total =
    count > trackTotal ? { value: trackTotal, relation: 'gte' } : { value: count, relation: 'eq' }
  const ranked = size === 0 ? [] : rank(targets, request).slice(request.from)
  return {
    ...(trackTotal === 0 ? {} : { total }),
    max_score: maxScore(targets, request, count),
    hits: ranked.map((hit) => hitOf(hit, request)),
  }
}

function maxScore(
  targets: readonly Target[],
  { sort, trackScores, size }: SearchRequest,
  count: number,
): number | null {
  if (targets.length === 0) return 0
  if (size === 0 || count === 0 || (sort !== undefined && !trackScores)) return null
  let best = 0
  for (const { matches } of targets)
    for (const score of matches.scores) if (score > best) best = score
  return shortest(best)
}

function windowError(wanted: number): EngineError {
  return illegalArgument(
    `Result window is too large, from + size must be less than or equal to: [${maxWindow}] but ` +
      `was [${wanted}]. ` +
      'See the scroll api for a more efficient way to request large data sets. ' +
      'This limit can be set by changing the [index.max_result_window] index level setting.',
  )
}

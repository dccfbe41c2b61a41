import { illegalArgument, parsingError } from '../errors.js'
import { unknownName } from '../lacking.js'
import type { Docs, IndexView } from '../types.js'
import { type Aggregation, BucketBudget, Children, type Context, render } from './aggregation.js'
import { buildComposite } from './composite.js'
import { buildCardinality, buildValueCount } from './counts.js'
import { buildDateHistogram } from './date-histogram.js'
import { buildExtendedStats } from './extended-stats.js'
import { buildFilters } from './filters.js'
import { buildGeohashGrid, buildGeotileGrid } from './geo-grids.js'
import { buildGeoBounds, buildGeoCentroid } from './geo-metrics.js'
import { buildHistogram } from './histogram.js'
import { buildSingle, buildStats } from './metrics.js'
import { buildDateRange, buildRange } from './ranges.js'
import { buildFilter, buildGlobal, buildMissing } from './single-buckets.js'
import { buildTerms } from './terms.js'
import { buildTopHits } from './top-hits.js'

type Build = (body: unknown, context: Context) => Aggregation

/** Aggregations whose buckets may contain others. */
const bucketTypes: Record<string, Build> = {
  terms: buildTerms,
  range: buildRange,
  date_range: buildDateRange,
  histogram: buildHistogram,
  date_histogram: buildDateHistogram,
  filter: buildFilter,
  filters: buildFilters,
  missing: buildMissing,
  global: buildGlobal,
  geohash_grid: buildGeohashGrid,
  geotile_grid: buildGeotileGrid,
  composite: buildComposite,
}

const metricTypes: Record<string, Build> = {
  avg: buildSingle('avg'),
  sum: buildSingle('sum'),
  min: buildSingle('min'),
  max: buildSingle('max'),
  stats: buildStats,
  extended_stats: buildExtendedStats,
  value_count: buildValueCount,
  cardinality: buildCardinality,
  geo_bounds: buildGeoBounds,
  geo_centroid: buildGeoCentroid,
  top_hits: buildTopHits,
}

/** An index of the search, with the documents that matched its query. */
export interface Target {
  view: IndexView
  docs: Docs
}

/**
 * `aggregations` of an answer.
 * @param aggs The request's `aggs`.
 * @throws EngineError 400 for what Elasticsearch would refuse, and for what this engine does not
 * have.
 */
export function aggregate(targets: readonly Target[], aggs: unknown): Record<string, unknown> {
  const views = targets.map(({ view }) => view)
  const children = readAggregations(aggs, views, new BucketBudget(), [])
  return render(children.reduce(targets.map(({ view, docs }) => children.collect(view, docs))))
}

function readAggregations(
  aggs: unknown,
  views: readonly IndexView[],
  budget: BucketBudget,
  parents: readonly string[],
): Children {
  const byName = new Map<string, Aggregation>()
  for (const [name, definition] of Object.entries(object(aggs, 'aggs'))) {
    if (/[[\]>]/.test(name) || name === '') {
      throw parsingError(
        `Invalid aggregation name [${name}]. Aggregation names can contain any character ` +
          "except '[', ']', and '>'",
      )
    }
    const { type, body, inner, meta } = readDefinition(name, object(definition, name))
    const build = buildOf(type)
    if (inner !== undefined && !Object.hasOwn(bucketTypes, type)) {
      throw illegalArgument(`Aggregator [${name}] of type [${type}] cannot accept sub-aggregations`)
    }
    const children = readAggregations(inner ?? {}, views, budget, [...parents, type])
    const aggregation = build(object(body, type), { name, views, children, budget, parents })
    byName.set(name, meta === undefined ? aggregation : withMeta(aggregation, meta))
  }
  return new Children(byName)
}

function readDefinition(name: string, definition: Record<string, unknown>) {
  const { aggs, aggregations, meta, ...types } = definition
  const [type, another] = Object.keys(types)
  if (type === undefined) throw parsingError(`Missing definition for aggregation [${name}]`)
  if (another !== undefined) {
    throw parsingError(
      `Found two aggregation type definitions in [${name}]: [${type}] and [${another}]`,
    )
  }
  if (aggs !== undefined && aggregations !== undefined) {
    throw parsingError(`Found two sub aggregation definitions under [${name}]`)
  }
  return {
    type,
    body: types[type],
    inner: aggs ?? aggregations,
    meta: meta === undefined ? undefined : object(meta, 'meta'),
  }
}

function buildOf(type: string): Build {
  const types = Object.hasOwn(bucketTypes, type) ? bucketTypes : metricTypes
  const build = Object.hasOwn(types, type) ? types[type] : undefined
  if (build === undefined)
    throw unknownName('aggregation', type, parsingError(`Unknown aggregation type [${type}]`))
  return build
}

function withMeta(aggregation: Aggregation, meta: object): Aggregation {
  return {
    collect: (view, docs) => aggregation.collect(view, docs),
    reduce(parts) {
      const outcome = aggregation.reduce(parts)
      return { ...outcome, json: { meta, ...outcome.json } }
    },
  }
}

function object(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw parsingError(`Expected [START_OBJECT] under [${where}]`)
}

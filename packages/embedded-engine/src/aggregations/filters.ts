import { illegalArgument, parsingError } from '../errors.js'
import type { Docs } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, listed, WholeBucket } from './buckets.js'
import { compareKeys } from './order.js'
import { anything, flag, objectOf, readParameters, text } from './params.js'
import { intersection } from './single-buckets.js'

interface Filter {
  name: string
  query: unknown
}

/**
 * `filters`: a bucket for each query, named or in a row, and one for the documents that match none.
 */
export function buildFilters(body: unknown, context: Context): Aggregation<Bucket<number>[]> {
  const { children, budget } = context
  const params = readParameters(
    'filters',
    body,
    { filters: anything, other_bucket: flag, other_bucket_key: text, keyed: flag },
    parsingError,
  )
  const { filters, isNamed } = readFilters(params.filters)
  const { other_bucket_key: otherName = '_other_' } = params
  const hasOther = params.other_bucket ?? params.other_bucket_key !== undefined
  const names = [...filters.map(({ name }) => name), ...(hasOther ? [otherName] : [])]
  const keyed = isNamed && (params.keyed ?? true)

  return {
    collect(view, docs) {
      const found = filters.map(({ query }) => intersection(docs, view.matching(query)))
      if (hasOther) found.push(docsWithout(docs, found))
      return found.map((chosen, i) => ({
        key: i,
        count: chosen.length,
        children: children.collect(view, chosen),
      }))
    },
    reduce(parts) {
      const buckets = names.map((name, i) => {
        const whole = new WholeBucket(i, children)
        for (const part of parts) whole.add(part[i]!)
        return { name, json: isNamed && !keyed ? { key: name, ...whole.json() } : whole.json() }
      })
      return { json: listed(buckets, keyed, budget) }
    },
  }
}

function readFilters(value: unknown): { filters: Filter[]; isNamed: boolean } {
  if (value === undefined) throw illegalArgument('[filters] cannot be empty.')
  const isNamed = !Array.isArray(value)
  const given = isNamed
    ? Object.entries(objectOf('filters', value))
    : value.map((query) => ['', query] as const)
  if (given.length === 0) throw illegalArgument('[filters] cannot be empty.')
  const filters = given.map(([name, query]) => ({ name, query: objectOf('filters', query) }))
  if (isNamed) filters.sort((a, b) => compareKeys(a.name, b.name)) // as Elasticsearch answers them
  return { filters, isNamed }
}

function docsWithout(docs: Docs, others: Docs[]): Docs {
  const taken = new Set(others.flatMap((other) => [...other]))
  return docs.filter((doc) => !taken.has(doc))
}

import { illegalArgument, parsingError } from '../errors.js'
import type { Docs, IndexView } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, WholeBucket } from './buckets.js'
import { anyKind, fieldOf } from './fields.js'
import { objectOf, readParameters, text } from './params.js'

type Choice = (view: IndexView, docs: Docs) => Docs

/** `filter`: the documents that match a query. */
export function buildFilter(body: unknown, context: Context): Aggregation<Bucket<number>> {
  const query = objectOf('filter', body)
  return singleBucket(context, (view, docs) => intersection(docs, view.matching(query)))
}

/** `missing`: the documents without a value in a field. */
export function buildMissing(body: unknown, context: Context): Aggregation<Bucket<number>> {
  const field = fieldOf(
    'missing',
    readParameters('missing', body, { field: text }),
    anyKind,
    context,
  )
  return singleBucket(context, (view, docs) =>
    docs.filter((doc) => field.values(view, doc).length === 0),
  )
}

/** `global`: every document, whatever the search's query. */
export function buildGlobal(body: unknown, context: Context): Aggregation<Bucket<number>> {
  readParameters('global', body, {}, parsingError)
  if (context.parents.length > 0) {
    throw illegalArgument(
      `Aggregation [${context.name}] of type [global] cannot stand under another aggregation`,
    )
  }
  return singleBucket(context, (view) => view.matching({ match_all: {} }))
}

function singleBucket({ children }: Context, choose: Choice): Aggregation<Bucket<number>> {
  return {
    collect(view, docs) {
      const chosen = choose(view, docs)
      return { key: 0, count: chosen.length, children: children.collect(view, chosen) }
    },
    reduce(parts) {
      const whole = new WholeBucket<number>(0, children)
      for (const part of parts) whole.add(part)
      return {
        json: whole.json(),
        number: (property = 'doc_count') => (property === 'doc_count' ? whole.count : undefined),
        inside: whole.inside(),
      }
    },
  }
}

/** The numbers that are in both; both are ascending. */
export function intersection(a: Docs, b: Docs): Docs {
  const both = new Int32Array(Math.min(a.length, b.length))
  let [i, j, count] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const difference = a[i]! - b[j]!
    if (difference === 0) both[count++] = a[i]!
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return both.subarray(0, count)
}

import { contentError, illegalArgument } from '../errors.js'
import type { Docs, IndexView } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, Filling, joinBuckets, listed } from './buckets.js'
import { type Part, readSource, type Source } from './composite-sources.js'
import { anything, integer, objectOf, readParameters } from './params.js'

/**
 * `composite`: a bucket for each combination of values, page by page: `after` is the last key of
 * the page before.
 */
export function buildComposite(body: unknown, context: Context): Aggregation<Bucket<string>[]> {
  const { children, budget, parents } = context
  if (parents.some((type) => type !== 'filter')) {
    throw illegalArgument(
      '[composite] aggregation cannot be used with a parent aggregation of type ' +
        `[${parents.at(-1)}]`,
    )
  }
  const params = readParameters('composite', body, {
    sources: anything,
    size: integer(1),
    after: anything,
  })
  const { size = 10 } = params
  budget.check(size)
  const sources = readSources(params.sources, context)
  const after = params.after === undefined ? undefined : readAfter(params.after, sources)

  function compare(a: readonly Part[], b: readonly Part[]): number {
    for (const [i, source] of sources.entries()) {
      const result = source.compare(a[i]!, b[i]!)
      if (result !== 0) return result
    }
    return 0
  }

  /** The first page of what comes after the page before. */
  function page<B extends { key: string }>(buckets: B[]): { bucket: B; parts: Part[] }[] {
    return buckets
      .map((bucket) => ({ bucket, parts: JSON.parse(bucket.key) as Part[] }))
      .filter(({ parts }) => after === undefined || compare(parts, after) > 0)
      .sort((a, b) => compare(a.parts, b.parts))
      .slice(0, size)
  }

  const shownKey = (parts: Part[]) =>
    Object.fromEntries(sources.map(({ name, show }, i) => [name, show(parts[i]!)]))

  return {
    collect(view: IndexView, docs: Docs) {
      const filling = new Filling<string>(view, children)
      for (const doc of docs) {
        for (const parts of combinations(sources.map((source) => source.parts(view, doc)))) {
          filling.add(JSON.stringify(parts), doc)
        }
      }
      return page(filling.candidates()).map(({ bucket }) => bucket.bucket())
    },
    reduce(parts) {
      const best = page([...joinBuckets(parts, children).values()])
      const last = best.at(-1)
      const buckets = best.map(({ bucket, parts: key }) => ({
        name: '',
        json: { key: shownKey(key), ...bucket.json() },
      }))
      return {
        json: {
          ...(last && { after_key: shownKey(last.parts) }),
          ...listed(buckets, false, budget),
        },
      }
    },
  }
}

function readSources(given: unknown, context: Context): Source[] {
  if (given === undefined) throw illegalArgument('Required [sources]')
  const sources = (Array.isArray(given) ? given : [given]).map((one) => readSource(one, context))
  if (sources.length === 0) throw contentError('Composite [sources] cannot be null or empty')
  if (new Set(sources.map(({ name }) => name)).size < sources.length) {
    throw contentError('Composite source names must be unique')
  }
  return sources
}

function readAfter(given: unknown, sources: Source[]): Part[] {
  const values = objectOf('after', given)
  if (Object.keys(values).length !== sources.length) {
    throw illegalArgument(`[after] must hold one value for each of the ${sources.length} sources`)
  }
  return sources.map(({ name, readAfter: readPart }) =>
    readPart(Object.hasOwn(values, name) ? values[name] : undefined),
  )
}

function combinations(choices: readonly (readonly Part[])[]): Part[][] {
  return choices.reduce<Part[][]>(
    (found, parts) => found.flatMap((one) => parts.map((part) => [...one, part])),
    [[]],
  )
}

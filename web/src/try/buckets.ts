import { facetWords } from '../kit/words.js'
import { type Body, isObject } from './query.js'
import { shown } from './values.js'

/** A bucket of an aggregation, as a bar. */
export interface Bucket {
  label: string
  count: number
  /** What was computed inside it, by name. */
  details: Record<string, string>
  /** The clause that finds what it counts, if there is one. */
  clause?: object
}

/** What an aggregation has found: buckets to draw, or numbers. */
export interface Chart {
  name: string
  buckets?: Bucket[]
  numbers?: [name: string, value: string][]
}

type Found = Record<string, unknown>

/** Charts of all aggregations; those inside one that only narrows down are charts of their own. */
export function chartsOf(aggregations: Found, definitions: unknown): Chart[] {
  const defined = isObject(definitions) ? definitions : {}
  return Object.entries(aggregations).flatMap(([name, found]) =>
    isObject(found) ? chartsOfOne(name, found, isObject(defined[name]) ? defined[name] : {}) : [],
  )
}

function chartsOfOne(name: string, found: Found, definition: Body): Chart[] {
  if (found.buckets) return [{ name, buckets: bucketsOf(found.buckets, definition) }]
  const numbers = Object.entries(found).filter(([, value]) => typeof value === 'number')
  const inner = Object.entries(found).filter(([, value]) => isAggregation(value))
  const inside = definition.aggs ?? definition.aggregations
  return [
    ...(numbers.length > 0
      ? [
          {
            name,
            numbers: numbers.map(([key, value]): [string, string] => [key, shown(name, value)]),
          },
        ]
      : []),
    ...chartsOf(Object.fromEntries(inner), inside).map((chart) => ({
      ...chart,
      name: `${name} › ${chart.name}`,
    })),
  ]
}

const isAggregation = (value: unknown) =>
  isObject(value) && ['buckets', 'value', 'doc_count', 'count'].some((key) => key in value)

function bucketsOf(buckets: unknown, definition: Body): Bucket[] {
  const known = Array.isArray(buckets)
    ? buckets.map((bucket: Found) => ['', bucket] as const)
    : Object.entries(buckets as Record<string, Found>)
  return known.map(([name, bucket]) => {
    const clause = clauseOf(name, bucket, definition)
    return {
      label: name || labelOf(bucket, definition),
      count: Number(bucket.doc_count),
      details: detailsOf(bucket),
      ...(clause && { clause }),
    }
  })
}

function labelOf(bucket: Found, { histogram, terms }: Body): string {
  const { key, key_as_string: text, from, to } = bucket
  if (isObject(histogram) && typeof key === 'number')
    return rangeText(key, Number(histogram.interval))
  if (isObject(terms)) return facetWords(String(terms.field).split('.')[0]!, String(text ?? key))
  if (typeof text === 'string') return text.replace(/T00:00:00\.000Z$/, '')
  if (key === undefined) return `${from ?? '…'} to ${to ?? '…'}`
  return isObject(key) ? Object.values(key).join(', ') : String(key)
}

/** `2010–2019`: what a bucket of whole numbers holds. */
function rangeText(key: number, interval: number): string {
  const end =
    Number.isInteger(key) && Number.isInteger(interval) ? key + interval - 1 : key + interval
  return end === key ? String(key) : `${key}–${end}`
}

/** Numbers inside a bucket, by name; the buckets inside it as a line of text. */
function detailsOf(bucket: Found): Record<string, string> {
  const entries = Object.entries(bucket).flatMap(([name, inner]): [string, string][] => {
    if (!isObject(inner)) return []
    if (typeof inner.value === 'number') return [[name, shown(name, inner.value)]]
    if (!Array.isArray(inner.buckets)) return []
    const most = bucketsOf(inner.buckets, {}).slice(0, 3)
    return [[name, most.map(({ label, count }) => `${label} (${count})`).join(', ')]]
  })
  return Object.fromEntries(entries)
}

/** The clause that finds what a bucket counts. */
function clauseOf(name: string, bucket: Found, definition: Body): object | undefined {
  const { terms, histogram, range, filters } = definition
  if (isObject(terms))
    return { term: { [String(terms.field)]: bucket.key_as_string ?? bucket.key } }
  if (isObject(histogram)) {
    const from = Number(bucket.key)
    return {
      range: { [String(histogram.field)]: { gte: from, lt: from + Number(histogram.interval) } },
    }
  }
  if (isObject(range)) {
    const { from, to } = bucket
    const bounds = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) }
    return { range: { [String(range.field)]: bounds } }
  }
  const named = isObject(filters) && isObject(filters.filters) ? filters.filters[name] : undefined
  return isObject(named) ? named : undefined
}

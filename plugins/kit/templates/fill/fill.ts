import { isObject } from '../../../../kit/config/objects.js'
import { isAlwaysGiven } from '../parameters/parameter.js'
import type { NamedPlace } from '../parameters/places.js'
import { filled, type Values } from './compile.js'
import type { SearchTemplate } from './search-template.js'

/** A search as callers send it to the free search. */
export interface FilledSearch {
  index: string
  body: Record<string, unknown>
}

/** The search of a template for the values of a call, with its counts. */
export function fill(template: SearchTemplate, values: Values): FilledSearch {
  const { index, body, fields, parameters } = template
  const shown = (values.get('fields') ?? fields) as readonly string[]
  const isMeasured = fields.includes(located) && findPlace(parameters, values) !== undefined
  const asked = (values.get('facets') ?? []) as readonly string[]
  const aside = filtersAside(template, values, asked)
  const behind = [...aside.values()].flat()
  const whole = filled(body, withOffset(values)) as Record<string, unknown>
  return {
    index,
    body: {
      ...(behind.length > 0 ? withoutFilters(whole, behind) : whole),
      ...(behind.length > 0 && { post_filter: allOf(behind) }),
      _source: isMeasured ? [...new Set([...shown, located])] : shown,
      ...(asked.length > 0 && { aggs: fillFacets(template, values, asked, aside) }),
    },
  }
}

/**
 * The same search in two: its hits, and its counts without hits, which the engine keeps until the
 * data changes (Elasticsearch, shard request cache).
 */
export function fillApart(
  template: SearchTemplate,
  values: Values,
): { hits: FilledSearch; counts: FilledSearch | undefined } {
  const { index, body } = fill(template, values)
  const { query, aggs } = body
  if (aggs === undefined) return { hits: { index, body }, counts: undefined }
  return {
    hits: fill(template, new Map(values).set('facets', [])),
    counts: { index, body: { query, size: 0, track_total_hits: false, aggs } },
  }
}

/** The field that distances are to, where the file lists it. */
export const located = 'location'

/** The place of a call. */
export function findPlace(
  parameters: SearchTemplate['parameters'],
  values: Values,
): NamedPlace | undefined {
  const name = [...parameters.keys()].find((key) => parameters.get(key)?.type === 'place')
  return name === undefined ? undefined : (values.get(name) as NamedPlace | undefined)
}

/** With the offset of the first hit in place of the number of the page. */
function withOffset(values: Values): Values {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number') return values
  return new Map(values).set('page', (page - 1) * size)
}

/** Returns the filters of the query that some optional parameters of a call bring along. */
export function makeFilterReader(
  { body, parameters }: SearchTemplate,
  values: Values,
): (names: readonly string[]) => object[] {
  const isAlways = (name: string) => {
    const parameter = parameters.get(name)
    return parameter !== undefined && isAlwaysGiven(parameter)
  }
  const filtersWith = (chosen: readonly string[]) =>
    filtersIn(
      filled(
        body,
        new Map([...values].filter(([name]) => chosen.includes(name) || isAlways(name))),
      ),
    )
  const always = filtersWith([])
  return (names) => without(filtersWith(names), always)
}

/** A body without some of its filters. */
function withoutFilters(body: unknown, filters: readonly object[]): object {
  const { query, ...others } = body as { query: { bool: object } }
  const filter = without(filtersIn(body), filters)
  return { query: { ...query, bool: { ...query.bool, filter } }, ...others }
}

function without(filters: readonly object[], others: readonly object[]): object[] {
  const away = new Set(others.map((one) => JSON.stringify(one)))
  return filters.filter((one) => !away.has(JSON.stringify(one)))
}

function filtersIn(body: unknown): object[] {
  const { query } = body as { query?: unknown }
  const { bool } = isObject(query) ? query : {}
  const { filter } = isObject(bool) ? bool : {}
  return (Array.isArray(filter) ? filter : []).filter(isObject)
}

/**
 * The filters of what a call has chosen in the facets that it asks for, by facet: these count
 * without their own, so all of them follow the counts.
 */
function filtersAside(
  template: SearchTemplate,
  values: Values,
  asked: readonly string[],
): ReadonlyMap<string, readonly object[]> {
  const chosen = asked
    .map(
      (name) =>
        [name, template.facets.get(name)!.without.filter((one) => values.has(one))] as const,
    )
    .filter(([, names]) => names.length > 0)
  if (chosen.length === 0) return new Map()
  const filtersFrom = makeFilterReader(template, values)
  return new Map(chosen.map(([name, names]) => [name, filtersFrom(names)]))
}

/**
 * The aggregations of facets, each within the filters aside of the other ones: facets within the
 * same filters share them, so that these are read once.
 */
function fillFacets(
  { facets }: SearchTemplate,
  values: Values,
  asked: readonly string[],
  aside: ReadonlyMap<string, readonly object[]>,
): object {
  const all = [...aside.values()].flat()
  const groups = new Map<string, { filters: object[]; aggs: Record<string, unknown> }>()
  for (const name of asked) {
    const filters = without(all, aside.get(name) ?? [])
    const key = JSON.stringify(filters)
    const group = groups.get(key) ?? { filters, aggs: {} }
    group.aggs[name] = filled(facets.get(name)!.aggregation, values)
    groups.set(key, group)
  }
  // no facet has a hyphen in its name
  const named = [...groups.values()].map(({ filters, aggs }, i) =>
    filters.length === 0 ? aggs : { [`within-${i}`]: { filter: allOf(filters), aggs } },
  )
  return Object.assign({}, ...named)
}

/** The counts of facets in the aggregations of an answer, by their names. */
export function ungroupFacets<Counted extends { buckets?: unknown }>(
  found: Readonly<Record<string, Counted>>,
): Readonly<Record<string, Counted | undefined>> {
  const groups = Object.values(found).filter(({ buckets }) => buckets === undefined)
  return Object.assign({}, ...groups, found)
}

/** All of some filters, as one query. */
export const allOf = (filter: readonly object[]): object => ({ bool: { filter } })

import { ApiError, validationError } from '../../../../kit/api/errors.js'
import { parseExact, stringifyExact } from '../../../../kit/api/json.js'
import type { SearchAnswer } from '../../context.js'
import { EngineFailure } from '../../engine/failure.js'
import type { Values } from '../fill/compile.js'
import { fill, findPlace, located, ungroupFacets } from '../fill/fill.js'
import type { SearchTemplate } from '../fill/search-template.js'
import { makeParameter } from '../parameters/declare.js'
import {
  type Bounds,
  boxAround,
  distanceKm,
  type NamedPlace,
  type Place,
} from '../parameters/places.js'
import { makeHints } from './hints.js'

type FoundHit = Record<string, unknown>

interface FoundBucket extends FoundHit {
  /** Of a facet with an aggregation `geo_bounds` of this name. */
  box?: { bounds?: Bounds }
}

/**
 * `data` of an answer, as JSON (docs/search-templates.md).
 * @throws ApiError NOT_FOUND without the one hit, VALIDATION_ERROR on `page` for a page
 *   beyond the last.
 */
export function renderData(
  template: SearchTemplate,
  values: Values,
  found: SearchAnswer,
  version: string,
): string {
  const { answer, fields, index, parameters } = template
  const search = explained(template, values)
  const shown = membersOf((values.get('fields') ?? fields) as readonly string[])
  const all = parseExact(found.results.toString()) as FoundHit[]
  const place = findPlace(parameters, values)
  const hits = all.map((hit) => ({ ...onlyMembers(hit, shown), ...distanceIn(hit, place) }))
  if (answer.kind === 'one') {
    if (hits.length === 0) throw notFound(template, answer.name, values)
    return stringifyExact({ ...search, [answer.name]: hits[0] })
  }
  if (answer.kind === 'list') return stringifyExact({ ...search, [answer.name]: hits })
  const total = found.total?.value ?? hits.length
  return stringifyExact({
    results: hits,
    total,
    index,
    version,
    ...(place && { place }),
    ...readFacets(found, values),
    ...pagesOf(values, total),
    ...search,
  })
}

function notFound(template: SearchTemplate, name: string, values: Values): ApiError {
  const told = [`There is no such ${name}`, ...makeHints(template, values)]
  return new ApiError('NOT_FOUND', told.join('; '))
}

/** The members of a hit in which fields are. */
const membersOf = (fields: readonly string[]): ReadonlySet<string> =>
  new Set(fields.map((field) => field.split('.', 1)[0]!))

/** A hit without what was not asked for, such as its score. */
function onlyMembers(hit: FoundHit, members: ReadonlySet<string>): FoundHit {
  const shown: FoundHit = {}
  for (const name of Object.keys(hit)) if (members.has(name)) shown[name] = hit[name]
  return shown
}

/**
 * Each facet as a list of its values, the most frequent first; with their boxes if it has them.
 * @throws EngineFailure where the answer lacks one that was asked for.
 */
function readFacets({ aggregations }: SearchAnswer, values: Values): { facets?: object } {
  const asked = (values.get('facets') ?? []) as readonly string[]
  if (asked.length === 0) return {}
  const found = ungroupFacets(
    parseExact(aggregations?.toString() ?? '{}') as Record<string, Counts>,
  )
  return { facets: Object.fromEntries(asked.map((name) => [name, toFacet(found[name])])) }
}

function toFacet({ buckets }: Counts = {}): object[] {
  if (!buckets) throw new EngineFailure('unreadable_response')
  return buckets.map(({ key, key_as_string, doc_count, box }) => ({
    value: key_as_string ?? key,
    count: doc_count,
    ...(box?.bounds && { box: boxAround(box.bounds) }),
  }))
}

interface Counts {
  buckets?: FoundBucket[]
}

/** How far the place of a hit is, in kilometres of one decimal; nothing without such a place. */
function distanceIn(hit: FoundHit, place: NamedPlace | undefined): { distance_km?: number } {
  const { lat, lon } = (hit[located] ?? {}) as Partial<Place>
  if (!place || typeof lat !== 'number' || typeof lon !== 'number') return {}
  return { distance_km: Math.round(10 * distanceKm(place, { lat, lon })) / 10 }
}

function pagesOf(values: Values, total: number): { page?: number; pages?: number } {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number') return {}
  const pages = Math.ceil(total / size)
  if (page <= Math.max(pages, 1)) return { page, pages }
  throw validationError({
    page: [`there is no such page: ${pages > 1 ? `the last is ${pages}` : 'there is one alone'}`],
  })
}

const explain = makeParameter('explain', {
  type: 'boolean',
  description: 'Whether the answer has `search`: the same as a body of POST search.',
})

/**
 * With the parameter by which callers get its search, unless its file declares one of that name.
 */
export function explainable(template: SearchTemplate): SearchTemplate {
  const { parameters } = template
  if (parameters.has(explain.name)) return template
  return { ...template, parameters: new Map(parameters).set(explain.name, explain) }
}

/** Whether callers may ask for the search of a template. */
export const isExplainable = ({ parameters }: SearchTemplate) =>
  parameters.get(explain.name) === explain

/** The member of an answer that a caller has asked for by it. */
export function explained(template: SearchTemplate, values: Values): { search?: object } {
  const isAsked = isExplainable(template) && values.get(explain.name) === true
  return isAsked ? { search: fill(template, values) } : {}
}

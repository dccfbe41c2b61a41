import type { Random } from '../../dev/samples/random.js'

type Json = Record<string, unknown>

/** Aggregations and clauses that a change adds. */
const aggs: readonly Json[] = [
  { terms: { field: 'tax_code', size: 100 } },
  { terms: { field: 'city.keyword', size: 50, min_doc_count: 0 } },
  { terms: { field: 'region', collect_mode: 'depth_first' } },
  { significant_terms: { field: 'name.keyword' } },
  { rare_terms: { field: 'zip' } },
  { histogram: { field: 'revenue', interval: 1000 } },
  { date_histogram: { field: 'updated_at', calendar_interval: 'month' } },
  { geohash_grid: { field: 'location', precision: 6 } },
  { range: { field: 'founded_year', ranges: [{ from: 1 }, { from: 2 }, { from: 3 }] } },
  { filters: { filters: [{ match_all: {} }, { prefix: { id: 'us-' } }] } },
  { cardinality: { field: 'name.keyword' } },
  { percentiles: { field: 'revenue' } },
  { percentiles: { field: 'assets', hdr: {} } },
  { top_hits: { size: 5 } },
  { composite: { sources: [{ a: { terms: { field: 'zip' } } }] } },
  { avg: { field: 'revenue' } },
]
const clauses: readonly Json[] = [
  { match: { name: 'inc foundation church of the' } },
  { match: { name: { query: 'fundation asociation', fuzziness: 'AUTO' } } },
  { match_phrase: { description: 'of the' } },
  { multi_match: { query: 'church of the inc', type: 'cross_fields' } },
  { query_string: { query: 'a* *b "of the" c~' } },
  { wildcard: { 'name.keyword': '*a*e*' } },
  { prefix: { 'name.keyword': 'a' } },
  { fuzzy: { name: { value: 'fundation', fuzziness: 2 } } },
  { range: { 'name.keyword': { gte: 'a' } } },
  { geo_distance: { distance: '9000km', location: [1, 2] } },
  { function_score: { functions: [{ gauss: { location: { origin: [1, 2], scale: '9km' } } }] } },
  { terms: { tax_code: ['050258937', '1'] } },
  { exists: { field: 'name' } },
]
const keys: readonly Json[] = [
  { highlight: { fields: { name: {}, description: {} } } },
  { collapse: { field: 'zip', inner_hits: { name: 'h', size: 3 } } },
  { sort: [{ 'name.keyword': 'asc' }, 'revenue'] },
  { sort: [{ _geo_distance: { location: [[1, 2]] } }] },
  { post_filter: { wildcard: { name: '*a' } } },
  { size: 1000 },
]

/** A change of a search that makes it more expensive, or just different. */
type Change = (body: Json, random: Random) => void

const addClause: Change = (body, random) => {
  const kind = random.pick(['must', 'should', 'filter', 'must_not'])
  const own = (body.query as Json).bool as Json | undefined
  const bool = own ?? { must: [body.query] }
  const before = [bool[kind] ?? []].flat()
  body.query = { bool: { ...bool, [kind]: [...before, structuredClone(random.pick(clauses))] } }
}
const addKey: Change = (body, random) => {
  Object.assign(body, structuredClone(random.pick(keys)))
}
const addAggregation: Change = (body, random) => {
  const inside = objectsIn(body.aggs).filter((one) =>
    Object.keys(one).some((k) => isBuckets.test(k)),
  )
  const holder = random.pick([body, ...inside])
  const own = structuredClone(random.pick(aggs))
  holder.aggs = { ...(holder.aggs as Json), [`n${random.below(1000)}`]: own }
}
const isBuckets = /^(terms|filters|range|histogram|date_histogram|geohash_grid|geotile_grid)$/

/** Repeats an item of a list, or a member of `aggs`, several times. */
const repeat: Change = (body, random) => {
  const lists = listsIn(body)
  const count = 1 + random.below(8)
  const { aggs: own } = body as { aggs?: Json }
  if (own && (lists.length === 0 || random.chance(0.4))) {
    const name = random.pick(Object.keys(own))
    for (let i = 0; i < count; i++) own[`${name}${i}`] = structuredClone(own[name])
  } else if (lists.length > 0) {
    const list = random.pick(lists)
    const item = random.pick(list)
    for (let i = 0; i < count; i++) list.push(structuredClone(item))
  }
}

/** Multiplies or divides a number. */
const scale: Change = (body, random) => {
  const one = random.pick(objectsIn(body))
  for (const [key, value] of Object.entries(one)) {
    if (typeof value !== 'number') continue
    const scaled = value * random.pick([0.1, 0.5, 2, 3, 10])
    one[key] = /interval|lat|lon/.test(key) ? scaled : Math.ceil(scaled)
  }
}

/** Makes a text longer. */
const lengthen: Change = (body, random) => {
  const place = random.pick(objectsIn(body).filter((one) => typeof one.query === 'string'))
  if (place) place.query = `${place.query} ${place.query}`
}

const changes = [addClause, addKey, addAggregation, addAggregation, repeat, repeat, scale, lengthen]

/** A search with some changes. */
export function changed(body: object, random: Random): Json {
  const next = structuredClone(body) as Json
  for (let i = random.below(4); i >= 0; i--) random.pick(changes)(next, random)
  return next
}

function objectsIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inside : [value as Json, ...inside]
}

function listsIn(value: unknown): unknown[][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(listsIn)
  return Array.isArray(value) && value.length > 0 ? [value, ...inside] : inside
}

/** A search of half the size: in its lists, its texts, or its numbers and aggregations. */
export function halved(body: object, kind: number): object {
  const next = structuredClone(body) as Json
  for (const list of kind === 0 ? listsIn(next) : []) list.splice(Math.ceil(list.length / 2))
  for (const one of kind === 0 ? [] : objectsIn(next))
    for (const [key, value] of Object.entries(one)) {
      if (kind === 1 && typeof value === 'string' && value.includes(' '))
        one[key] = value.slice(0, value.length / 2)
      if (kind === 2 && /size|threshold|digits|slop|expansions/.test(key))
        one[key] = Math.max(1, Math.floor(Number(value) / 2))
      if (kind === 2 && key === 'aggs')
        one[key] = Object.fromEntries(halfOf(Object.entries(value as Json)))
    }
  return next
}

const halfOf = <T>(all: readonly T[]): T[] => all.slice(0, Math.ceil(all.length / 2))

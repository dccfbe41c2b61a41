import type { Generator } from './generator.js'
import { kinds } from './generator.js'
import { addFromGrammar } from './grammar-values.js'
import type { Json } from './json.js'

/** Where a query or an aggregation is in a body. */
interface Place {
  holder: Json
  key: string | number
}

const queryLists = ['must', 'should', 'filter', 'must_not', 'queries']
const queryKeys = [
  'query',
  'filter',
  'positive',
  'negative',
  'post_filter',
  'highlight_query',
  'background_filter',
]

interface Places {
  queries: Place[]
  /** Arrays of queries, ranges, functions, sort keys, filters and the like. */
  lists: Json[][]
  /** Objects of aggregations by name. */
  aggs: Json[]
  /** Single aggregations. */
  agg: Json[]
  numbers: Place[]
  texts: Place[]
}

/** A body like the given one, changed at one to three places; usually larger. */
export function mutate(generator: Generator, body: Json): Json {
  const copy = structuredClone(body)
  for (let i = 0; i < 1 + Math.floor(generator.random() * 3); i++) change(generator, copy)
  return copy
}

function change(generator: Generator, body: Json): void {
  if (generator.chance(0.25)) {
    addFromGrammar(generator, body)
    return
  }
  const places = placesIn(body)
  const kind = generator.random()
  if (kind < 0.12) grow(generator, generator.pick([...places.lists, []]))
  else if (kind < 0.24) enlarge(generator, places.numbers)
  else if (kind < 0.36) addAggregation(generator, body, places)
  else if (kind < 0.48) setOption(generator, body, places)
  else if (kind < 0.56) addQuery(generator, places)
  else if (kind < 0.62) lengthen(generator, places.texts)
  else if (kind < 0.7) replace(generator, places)
  else if (kind < 0.76) wrapAggregations(generator, body)
  else if (kind < 0.82) graft(generator, body)
  else shrink(generator, places)
}

function placesIn(body: Json): Places {
  const places: Places = { queries: [], lists: [], aggs: [], agg: [], numbers: [], texts: [] }
  const visit = (value: Json, key: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value) && value.length > 0) places.lists.push(value)
    if (key === 'filters' && !Array.isArray(value)) places.aggs.push(value)
    if (key === 'aggs' || key === 'aggregations') {
      places.aggs.push(value)
      for (const one of Object.values(value)) places.agg.push(one)
    }
    for (const [inner, item] of Object.entries<Json>(value)) {
      if (typeof item === 'number') places.numbers.push({ holder: value, key: inner })
      if (typeof item === 'string' && /query|value|name|wildcard|prefix/.test(inner))
        places.texts.push({ holder: value, key: inner })
      const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
      if (isObject && queryKeys.includes(inner) && Object.keys(item).length === 1)
        places.queries.push({ holder: value, key: inner })
      if (Array.isArray(item) && queryLists.includes(inner))
        item.forEach((_, i) => {
          places.queries.push({ holder: item, key: i })
        })
      visit(item, inner)
    }
  }
  visit(body, '')
  return places
}

/** Twice the elements, a little changed. */
function grow(generator: Generator, list: Json[]): void {
  const most = generator.pick([1, 3, 10, list.length])
  for (const one of list.slice(-most)) list.push(varied(generator, structuredClone(one)))
}

function varied(generator: Generator, value: Json): Json {
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? value + Math.floor(generator.random() * 5)
      : value + generator.random() / 10
  if (typeof value !== 'object' || value === null) return value
  for (const [key, item] of Object.entries<Json>(value)) {
    if (key === 'size' || key === 'fuzziness' || /digits|precision|compression/.test(key)) continue
    if (key === 'name' && typeof item === 'string' && /^h\d/.test(item))
      value[key] = `h${Math.floor(generator.random() * 1e6)}`
    else if (
      typeof item === 'string' &&
      /^[*?a-zA-Z ]+$/.test(item) &&
      /value|query|name|^n?$/.test(key)
    )
      value[key] = item.replace(/[a-z]/i, () => generator.pick([...'aeiorstnl']))
    else value[key] = varied(generator, item)
  }
  return value
}

const greatest: Record<string, number> = {
  ...{
    size: 10_000,
    shard_size: 1000,
    max_expansions: 1000,
    fuzzy_max_expansions: 1000,
    compression: 1000,
    precision_threshold: 40_000,
  },
  ...{
    number_of_significant_value_digits: 5,
    slop: 1000,
    precision: 8,
    max_doc_count: 100,
    number_of_fragments: 100,
    interval: 1e9,
    from: 9000,
    buckets: 1000,
  },
}

function enlarge(generator: Generator, numbers: Place[]): void {
  const known = numbers.filter(({ key }) => key in greatest)
  if (known.length === 0) return
  const { holder, key } = generator.pick(known)
  const most = greatest[key]!
  holder[key] = generator.chance(0.3)
    ? most
    : Math.max(1, Math.min(most, Math.round(Number(holder[key]) * generator.pick([0.5, 2, 3, 10]))))
}

function addAggregation(generator: Generator, body: Json, { aggs, agg }: Places): void {
  const name = `z${Math.floor(generator.random() * 1e6)}`
  if (agg.length === 0 || generator.chance(0.2)) {
    body.aggs = { ...body.aggs, [name]: generator.agg(1) }
    return
  }
  const real = aggs.filter((one) =>
    Object.values<Json>(one).every((inner) => typeof inner === 'object'),
  )
  const kind = generator.random()
  if (kind < 0.35) {
    const into = generator.pick(agg)
    if (
      /"(terms|range|filters|filter|histogram|date_histogram|geohash_grid|composite|date_range|missing|sampler|significant_terms|rare_terms)"/.test(
        JSON.stringify(Object.keys(into)),
      )
    ) {
      into.aggs = { ...into.aggs, [name]: generator.agg(generator.pick([2, 3, 4])) }
    }
  } else if (kind < 0.7) {
    const into = generator.pick(real)
    const one = structuredClone(generator.pick(Object.values<Json>(into)))
    const copies = generator.pick([1, 1, 4, 10])
    for (let i = 0; i < copies; i++) into[`${name}${i}`] = varied(generator, structuredClone(one))
  } else generator.pick(real)[name] = generator.agg(2)
}

function wrapAggregations(generator: Generator, body: Json): void {
  if (!body.aggs) return
  const bucket = generator.bucket(2)
  delete bucket.aggs
  body.aggs = { w: { ...bucket, aggs: body.aggs } }
}

function setOption(generator: Generator, body: Json, { agg }: Places): void {
  const kind = generator.random()
  if (kind < 0.15) body.size = generator.pick([0, 10, 100, 1000, 10_000])
  else if (kind < 0.25) body.highlight = generator.highlight()
  else if (kind < 0.35) body.sort = [...[body.sort ?? []].flat(), generator.sortKey()]
  else if (kind < 0.4) body.collapse = generator.collapse()
  else if (agg.length > 0) {
    const one = generator.pick(agg)
    const type = Object.keys(one).find((key) => key !== 'aggs')!
    const params = one[type]
    if (type === 'terms')
      Object.assign(
        params,
        generator.pick<object>([
          { collect_mode: 'depth_first' },
          { execution_hint: 'map' },
          { min_doc_count: 0 },
          { size: 1000 },
          { shard_size: 1000 },
          { missing: '1' },
          { include: '.*a.*e.*' },
          { order: { _key: 'asc' } },
        ]),
      )
    else if (type === 'percentiles')
      Object.assign(
        params,
        generator.pick<object>([
          { tdigest: { compression: 1000, execution_hint: 'high_accuracy' } },
          { tdigest: { compression: 100 } },
          { missing: 3 },
        ]),
      )
    else if (type === 'histogram' || type === 'date_histogram')
      Object.assign(
        params,
        generator.pick<object>([
          { min_doc_count: 0 },
          { min_doc_count: 1 },
          type === 'histogram'
            ? { interval: generator.upTo(10_000) }
            : { calendar_interval: 'day' },
          { order: { _count: 'asc' } },
        ]),
      )
    else if (type === 'cardinality') params.precision_threshold = 40_000
    else if (type === 'top_hits')
      Object.assign(
        params,
        generator.pick<object>([
          { size: 100 },
          { sort: generator.times(4, () => generator.sortKey()) },
          { highlight: { fields: { '*': {} } } },
        ]),
      )
  }
}

function addQuery(generator: Generator, { queries }: Places): void {
  if (queries.length === 0) return
  const { holder, key } = generator.pick(queries)
  const leaf = () => (generator.chance(0.5) ? generator.termLevel() : generator.fullText())
  const shape = generator.pick([
    'should',
    'must',
    'filter',
    'dis_max',
    'function_score',
    'boosting',
    'constant_score',
  ])
  const old = holder[key]
  const more = generator.times(generator.upTo(40), leaf)
  if (shape === 'dis_max') holder[key] = { dis_max: { queries: [old, ...more] } }
  else if (shape === 'function_score')
    holder[key] = {
      function_score: { query: old, functions: more.map((filter) => ({ filter, weight: 2 })) },
    }
  else if (shape === 'boosting')
    holder[key] = { boosting: { positive: old, negative: more[0], negative_boost: 0.2 } }
  else if (shape === 'constant_score') holder[key] = { constant_score: { filter: old } }
  else holder[key] = { bool: { [shape]: [old, ...more] } }
}

function lengthen(generator: Generator, texts: Place[]): void {
  if (texts.length === 0) return
  const { holder, key } = generator.pick(texts)
  const value = String(holder[key])
  if (value.includes(' ') || key === 'query')
    holder[key] = `${value} ${generator.words(80)}`.slice(0, 2000)
  else holder[key] = generator.wildcard()
}

function replace(generator: Generator, { queries, aggs }: Places): void {
  if (queries.length > 0 && generator.chance(0.5)) {
    const { holder, key } = generator.pick(queries)
    holder[key] = generator.chance(0.3)
      ? { match_all: {} }
      : generator.chance(0.5)
        ? generator.termLevel()
        : generator.fullText()
  } else if (aggs.length > 0) {
    const into = generator.pick(aggs)
    const name = generator.pick(Object.keys(into))
    if (into[name]?.aggs || JSON.stringify(into).includes('field')) into[name] = generator.agg(2)
  }
}

/** Something of another generated body. */
function graft(generator: Generator, body: Json): void {
  const other = generator.body(generator.pick(kinds)).body
  for (const key of ['aggs', 'sort', 'highlight', 'collapse', 'size', 'query']) {
    if (key in other && generator.chance(0.35))
      body[key] = key === 'aggs' && body.aggs ? { ...body.aggs, ...other.aggs } : other[key]
  }
}

function shrink(generator: Generator, { lists, aggs }: Places): void {
  if (aggs.length > 0 && generator.chance(0.5)) {
    const from = generator.pick(aggs)
    const names = Object.keys(from)
    if (names.length > 1) delete from[generator.pick(names)]
  } else {
    const list = generator.pick([...lists, []])
    if (list.length > 1)
      list.splice(
        Math.floor(generator.random() * list.length),
        generator.pick([1, Math.floor(list.length / 2)]),
      )
  }
}

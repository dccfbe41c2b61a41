import type { Organization } from '../../../loader/format.js'
import type { Json } from './json.js'

/** Uniform numbers in [0, 1), the same for the same seed. */
export type Random = () => number

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Families of queries: what their cost is about. */
export const kinds = ['full text', 'term level', 'geo', 'aggregations', 'hits'] as const
export type Kind = (typeof kinds)[number]

export interface Generated {
  index: string
  body: Json
}

/** Fields of every family. */
const fields = {
  keyword: [
    'tax_code',
    'name.keyword',
    'region',
    'city.keyword',
    'legal_status.keyword',
    'country',
    'id',
    'activity_code',
    'activity.keyword',
  ],
  number: ['founded_year'],
  text: ['name', 'city', 'legal_status'],
}
/** Those that a family holds besides. */
const further: Record<string, { keyword: string[]; number: string[]; text: string[] }> = {
  'organization-entity*': {
    keyword: ['zip', 'website', 'subsection'],
    number: ['revenue', 'assets', 'income', 'employees'],
    text: ['street'],
  },
  'organization-serp*': {
    keyword: ['website'],
    number: ['employees'],
    text: ['description', 'description'],
  },
  'map-serp*': { keyword: ['zip'], number: [], text: ['street'] },
}
const frequent = (
  'inc of the foundation association rhode island vermont church club school fund vt ri ' +
  'american post society trust center council st it in and also this organization since for by ' +
  'around'
).split(' ')
const letters = 'aeiorstnlcpmdh'

/** Makes bodies that the grammar knows, of sizes over several orders of magnitude. */
export class Generator {
  readonly random: Random
  readonly #organizations: readonly Organization[]
  #index = 'organization-entity*'

  /** @param organizations What callers know: words and values are drawn from them. */
  constructor(random: Random, organizations: readonly Organization[]) {
    this.random = random
    this.#organizations = organizations
  }

  field(kind: 'keyword' | 'number' | 'text'): string {
    return this.pick([...fields[kind], ...further[this.#index]![kind]])
  }
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!
  }
  chance(share: number): boolean {
    return this.random() < share
  }
  /** Small numbers as likely as large ones, by their logarithm. */
  upTo(most: number, least = 1): number {
    return Math.min(most, Math.floor(least * (most / least) ** this.random() * 1.0001))
  }
  times<T>(count: number, of: (i: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => of(i))
  }
  maybe(share: number, keys: () => object): object {
    return this.chance(share) ? keys() : {}
  }

  body(kind: Kind): Generated {
    const index = kind === 'geo' ? 'map-serp*' : this.pick(Object.keys(further))
    this.#index = index
    return { index, body: this.#bodyOf(kind) }
  }

  #bodyOf(kind: Kind): Json {
    switch (kind) {
      case 'full text':
        return { query: this.compound(() => this.fullText()), size: this.pick([0, 10, 10, 100]) }
      case 'term level':
        return { query: this.compound(() => this.termLevel()), size: this.pick([0, 10, 10, 100]) }
      case 'geo':
        return {
          query: this.compound(() => this.geo()),
          size: this.pick([0, 10, 100]),
          ...this.maybe(0.3, () => ({ sort: [this.distanceSort()] })),
        }
      case 'aggregations':
        return { query: this.someQuery(), size: 0, aggs: this.aggs(1) }
      case 'hits':
        return this.hits()
    }
  }

  someQuery(): Json {
    const kind = this.random()
    if (kind < 0.6) return { match_all: {} }
    if (kind < 0.8) return { range: { founded_year: { gte: 1900 + this.upTo(100) } } }
    return kind < 0.9
      ? { match: { name: this.words(5) } }
      : { term: { region: this.keyword('region') } }
  }

  /** Up to 500 leaves in a compound, or one. */
  compound(leaf: () => Json, most = 400): Json {
    if (this.chance(0.35)) return leaf()
    const list = this.times(this.upTo(most), leaf)
    const shape = this.random()
    if (shape < 0.6)
      return { bool: { [this.pick(['should', 'should', 'must', 'filter', 'must_not'])]: list } }
    if (shape < 0.7) return { dis_max: { queries: list } }
    if (shape < 0.8)
      return {
        bool: {
          must: list.slice(0, 5),
          should: list.slice(5),
          ...this.maybe(0.5, () => ({ minimum_should_match: '30%' })),
        },
      }
    if (shape < 0.9)
      return {
        function_score: {
          query: { match_all: {} },
          functions: list.slice(0, 90).map((filter) => ({ filter, weight: 2 })),
        },
      }
    return { bool: { should: list.map((filter) => ({ constant_score: { filter } })) } }
  }

  word(): string {
    if (this.chance(0.4)) return this.pick(frequent)
    const { name, description = name } = this.pick(this.#organizations)
    return this.pick(
      (this.chance(0.8) ? name : description)
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    )
  }
  words(most: number): string {
    return this.times(this.upTo(most), () => this.word()).join(' ')
  }
  /** A value of a keyword field. */
  keyword(field: string): string {
    const value = this.pick(this.#organizations)[
      field.replace('.keyword', '') as keyof Organization
    ]
    return String(value ?? 'x')
  }
  /** A beginning of such values. */
  head(field: string): string {
    return this.keyword(field).slice(0, this.pick([1, 1, 2, 3, 5]))
  }

  fullText(): Json {
    const field = this.field('text')
    const many = this.pick([
      ['*'],
      undefined,
      [...fields.text],
      ['name^3', 'city'],
      ['name', 'name.keyword', 'city*'],
    ])
    const on = many ? { fields: many } : {}
    const fuzzy = () =>
      this.maybe(0.25, () => ({
        fuzziness: this.pick(['AUTO', 1, 2]),
        max_expansions: this.upTo(1000),
      }))
    const kind = this.random()
    if (kind < 0.35)
      return {
        match: {
          [field]: {
            query: this.words(60),
            ...fuzzy(),
            ...this.maybe(0.3, () => ({ operator: 'and' })),
          },
        },
      }
    if (kind < 0.45)
      return {
        match_phrase: { [field]: { query: this.words(12), slop: this.pick([0, 0, 2, 100]) } },
      }
    if (kind < 0.55)
      return {
        match_phrase_prefix: {
          [field]: {
            query: `${this.words(4)} ${this.pick([...letters])}`,
            max_expansions: this.upTo(1000),
          },
        },
      }
    if (kind < 0.65)
      return { match_bool_prefix: { [field]: `${this.words(4)} ${this.pick([...letters])}` } }
    if (kind < 0.8)
      return {
        multi_match: {
          query: this.words(20),
          lenient: true,
          ...on,
          type: this.pick(['best_fields', 'most_fields', 'cross_fields', 'phrase', 'bool_prefix']),
          ...this.maybe(0, fuzzy),
        },
      }
    if (kind < 0.83) return { combined_fields: { query: this.words(10), fields: ['name', 'city'] } }
    const text = this.times(this.upTo(40), () => this.textPart()).join(' ')
    return {
      [this.pick(['query_string', 'simple_query_string'])]: {
        query: text.slice(0, 2000),
        lenient: true,
        ...on,
      },
    }
  }
  textPart(): string {
    const kind = this.random()
    if (kind < 0.6) return this.word()
    if (kind < 0.7) return `${this.word().slice(0, 3)}*`
    if (kind < 0.75) return `"${this.words(3)}"`
    if (kind < 0.8) return `${this.word()}~${this.pick([1, 2])}`
    return this.pick(['AND', 'OR', '+inc', '-the'])
  }

  termLevel(): Json {
    const keyword = this.field('keyword')
    const number = this.field('number')
    const kind = this.random()
    if (kind < 0.2) return { term: { [keyword]: this.keyword(keyword) } }
    if (kind < 0.25) return { term: { [number]: Math.floor(1900 + this.random() * 120) } }
    if (kind < 0.35)
      return { terms: { [keyword]: this.times(this.upTo(800), () => this.keyword(keyword)) } }
    if (kind < 0.5)
      return {
        range: {
          [number]: {
            gte: Math.floor(this.random() * 2000),
            ...this.maybe(0.5, () => ({ lt: 2000 + Math.floor(this.random() * 1e6) })),
          },
        },
      }
    if (kind < 0.55)
      return { range: { registered_on: { gte: `${1930 + Math.floor(this.random() * 80)}-01-01` } } }
    if (kind < 0.62) return { range: { [keyword]: { gte: this.head(keyword) } } }
    if (kind < 0.72) return { prefix: { [keyword]: this.head(keyword) } }
    if (kind < 0.82)
      return {
        wildcard: {
          [keyword]: {
            value: this.wildcard(),
            ...this.maybe(0.3, () => ({ case_insensitive: true })),
          },
        },
      }
    if (kind < 0.9)
      return {
        fuzzy: {
          [this.chance(0.5) ? keyword : this.field('text')]: {
            value: this.word(),
            fuzziness: this.pick([1, 2, 'AUTO']),
            max_expansions: this.upTo(1000),
          },
        },
      }
    if (kind < 0.95) return { exists: { field: this.pick([keyword, number]) } }
    return { ids: { values: this.times(this.upTo(800), () => this.keyword('id')) } }
  }
  wildcard(): string {
    const [a, b] = [this.pick([...letters]).toUpperCase(), this.pick([...letters]).toUpperCase()]
    return this.pick([
      `*${a}${b}*`,
      `${a}*`,
      `*${a}`,
      `*${a}*${b}*`,
      `${a}?${b}*`,
      `*${a}????${b}*`,
      `${this.head('name')}*${a}`,
    ])
  }

  point(): { lat: number; lon: number } {
    const { lat, lon } = this.pick(this.#organizations).location!
    return { lat: Math.max(-60, Math.min(60, lat)), lon }
  }
  geo(): Json {
    const kind = this.random()
    if (kind < 0.4)
      return { geo_distance: { distance: `${this.upTo(15_000)}km`, location: this.point() } }
    if (kind < 0.6) {
      const { lat, lon } = this.point()
      const r = this.upTo(60)
      return {
        geo_bounding_box: {
          location: {
            top_left: { lat: Math.min(89, lat + r / 2), lon: Math.max(-179, lon - r) },
            bottom_right: { lat: lat - r / 2, lon: Math.min(179, lon + r) },
          },
        },
      }
    }
    if (kind < 0.75) return { geo_shape: { location: { shape: this.shape() } } }
    if (kind < 0.85)
      return {
        distance_feature: {
          field: 'location',
          origin: this.point(),
          pivot: `${this.upTo(3000)}km`,
        },
      }
    return {
      function_score: {
        query: { match_all: {} },
        functions: this.times(this.upTo(40), () => ({
          gauss: { location: { origin: this.point(), scale: `${this.upTo(3000)}km` } },
        })),
      },
    }
  }
  /** A circle, or a star, most edges of which lie between most points. */
  shape(): Json {
    const [points, r, { lat, lon }] = [2 * this.upTo(490, 2), this.upTo(60), this.point()]
    const depth = this.pick([1, 1, 2, 9])
    const ring = this.times(points, (i) => {
      const [angle, radius] = [(2 * Math.PI * i) / points, i % 2 ? r / depth : r]
      return [lon / 2 + radius * Math.cos(angle), lat / 3 + (radius / 2) * Math.sin(angle)]
    })
    return { type: 'polygon', coordinates: [[...ring, ring[0]]] }
  }
  distanceSort(): Json {
    return {
      _geo_distance: {
        location: this.times(this.upTo(60), () => this.point()),
        order: this.pick(['asc', 'desc']),
      },
    }
  }

  // ---- aggregations

  aggs(depth: number): Json {
    const count = this.upTo(depth === 1 ? 12 : 3)
    return Object.fromEntries(this.times(count, (i) => [`a${depth}${i}`, this.agg(depth)]))
  }
  agg(depth: number): Json {
    if (depth >= 4 || this.chance(depth === 1 ? 0.3 : 0.5)) return this.metric()
    const bucket = this.bucket(depth)
    const isAlone = 'composite' in bucket || 'variable_width_histogram' in bucket
    return !isAlone && this.chance(0.5) ? { ...bucket, aggs: this.aggs(depth + 1) } : bucket
  }
  metric(): Json {
    const field = this.field('number')
    const kind = this.random()
    if (kind < 0.35)
      return {
        [this.pick(['sum', 'avg', 'max', 'stats', 'extended_stats', 'value_count'])]: { field },
      }
    if (kind < 0.5)
      return {
        cardinality: {
          field: this.pick([this.field('keyword'), this.field('number')]),
          ...this.maybe(0.4, () => ({ precision_threshold: this.upTo(40_000) })),
        },
      }
    if (kind < 0.62)
      return {
        percentiles: {
          field,
          ...this.maybe(0.4, () => ({
            tdigest: {
              compression: this.upTo(1000),
              ...this.maybe(0.4, () => ({ execution_hint: 'high_accuracy' })),
            },
          })),
        },
      }
    if (kind < 0.7)
      return {
        percentiles: {
          field: 'founded_year',
          hdr: { number_of_significant_value_digits: this.pick([0, 1, 2, 3, 4, 5]) },
          ...this.maybe(0.3, () => ({ missing: this.upTo(1e12) })),
        },
      }
    if (kind < 0.74) return { median_absolute_deviation: { field } }
    if (kind < 0.78)
      return { weighted_avg: { value: { field }, weight: { field: 'founded_year' } } }
    return {
      top_hits: {
        size: this.upTo(100),
        ...this.maybe(0.4, () => ({ sort: this.times(this.upTo(4), () => this.sortKey()) })),
        ...this.maybe(0.2, () => ({ highlight: { fields: { name: {} } } })),
        ...this.maybe(0.3, () => ({ _source: ['name'] })),
      },
    }
  }
  bucket(depth: number): Json {
    const kind = this.random()
    const keyword = this.field('keyword')
    const number = this.field('number')
    if (kind < 0.3) {
      const size = this.maybe(0.6, () => ({ size: this.upTo(1000) }))
      return {
        terms: {
          field: this.chance(0.75) ? keyword : number,
          ...size,
          ...this.maybe(0.15, () => ({ collect_mode: 'depth_first' })),
          ...this.maybe(0.1, () => ({ execution_hint: 'map' })),
          ...this.maybe(0.1, () => ({ min_doc_count: 0 })),
        },
      }
    }
    if (kind < 0.35) return { rare_terms: { field: keyword, max_doc_count: this.upTo(100) } }
    if (kind < 0.4)
      return {
        significant_terms: {
          field: keyword,
          ...this.maybe(0.4, () => ({ min_doc_count: 1, size: this.upTo(1000) })),
        },
      }
    if (kind < 0.55) {
      const apart = this.chance(0.4)
      return {
        range: {
          field: 'founded_year',
          ranges: this.times(this.upTo(100), (i) =>
            apart ? { from: 1900 + i, to: 1901 + i } : { from: i * 10 },
          ),
        },
      }
    }
    if (kind < 0.6)
      return {
        date_range: {
          field: 'registered_on',
          ranges: this.times(this.upTo(40), (i) => ({ from: `${1930 + i}-01-01` })),
        },
      }
    if (kind < 0.7)
      return {
        filters: {
          filters: this.times(this.upTo(60), () =>
            this.chance(0.4) ? { match_all: {} } : this.termLevel(),
          ),
        },
      }
    if (kind < 0.74) return { filter: this.termLevel() }
    if (kind < 0.76) return { missing: { field: keyword } }
    if (kind < 0.85)
      return {
        histogram: {
          field: number,
          interval: this.pick([1, 10, 100, 1000, 10_000, 1e6, 1e8]),
          ...this.maybe(0.7, () => ({ min_doc_count: 1 })),
        },
      }
    if (kind < 0.92)
      return {
        date_histogram: {
          field: 'registered_on',
          calendar_interval: this.pick(['year', 'quarter', 'month', 'week', 'day']),
          ...this.maybe(0.4, () => ({ min_doc_count: 1 })),
        },
      }
    if (kind < 0.95)
      return {
        [this.pick(['geohash_grid', 'geotile_grid'])]: {
          field: 'location',
          precision: this.upTo(8),
          ...this.maybe(0.5, () => ({ size: this.upTo(1000) })),
        },
      }
    if (kind < 0.97 || depth > 1)
      return { sampler: { shard_size: this.upTo(1000) }, aggs: this.aggs(depth + 1) }
    if (kind < 0.98) return { variable_width_histogram: { field: number, buckets: this.upTo(100) } }
    return {
      composite: {
        size: this.upTo(1000),
        sources: this.times(this.upTo(4), (i) => ({
          [`s${i}`]: { terms: { field: this.field('keyword') } },
        })),
      },
    }
  }

  // ---- hits

  sortKey(): Json {
    return this.chance(0.2)
      ? '_score'
      : {
          [this.pick([
            this.field('keyword'),
            this.field('keyword'),
            this.field('number'),
            'registered_on',
          ])]: {
            order: this.pick(['asc', 'desc']),
            unmapped_type: 'long',
          },
        }
  }
  hits(): Json {
    const size = this.upTo(10_000, 5)
    return {
      query: this.chance(0.2) ? this.compound(() => this.termLevel(), 10) : this.someQuery(),
      size,
      ...this.maybe(0.3, () => ({ from: Math.min(10_000 - size, this.upTo(5000)) })),
      ...this.maybe(0.4, () => ({ sort: this.times(this.upTo(16), () => this.sortKey()) })),
      ...this.maybe(0.3, () => ({ highlight: this.highlight() })),
      ...this.maybe(0.3, () => ({
        _source: this.pick([false, true, ['name'], ['n*', 'c*'], { excludes: ['*_code'] }]),
      })),
      ...this.maybe(0.15, () => ({ collapse: this.collapse(), size: this.upTo(300), from: 0 })),
    }
  }
  highlight(): Json {
    return {
      ...this.maybe(0.3, () => ({ require_field_match: false })),
      ...this.maybe(0.3, () => ({ type: this.pick(['plain', 'unified']) })),
      fields: this.pick([
        { name: {} },
        { '*': {} },
        { name: { number_of_fragments: 0 }, description: {} },
        { 'name*': { number_of_fragments: 50 } },
      ]),
      ...this.maybe(0.2, () => ({
        highlight_query: this.chance(0.5)
          ? { match: { name: { query: this.words(6), fuzziness: 'AUTO' } } }
          : {
              bool: {
                should: this.times(this.upTo(30), () => ({
                  wildcard: { name: `*${this.pick([...letters])}*` },
                })),
              },
            },
      })),
    }
  }
  collapse(): Json {
    return {
      field: this.pick(['tax_code', 'region', 'city.keyword', 'activity_code']),
      ...this.maybe(0.6, () => ({
        inner_hits: this.times(this.upTo(4), (i) => ({ name: `h${i}`, size: this.upTo(100) })),
      })),
    }
  }
}

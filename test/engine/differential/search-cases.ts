import { randomFrom } from '../../../dev/samples/random.js'
import type { Organization } from '../../../loader/format.js'
import { nameQuery } from '../../support/relevance/name-query.js'

/** A search that both engines must answer alike. */
export interface SearchCase {
  index: string
  body: Record<string, unknown>
}

const year = { founded_year: 'desc' }

/**
 * Searches made of what the organizations hold: `count` of each kind, others for each
 * DIFFERENTIAL_SEED.
 */
export function organizationCases(
  index: string,
  list: readonly Organization[],
  count: number,
): SearchCase[] {
  const { pick, integer, chance, real } = randomFrom(
    Number(process.env.DIFFERENTIAL_SEED ?? 20_260),
  )
  const wordsOf = (text: string | undefined) =>
    (text ?? '').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const one = () => pick(list)
  const words = (most: number) => {
    const all = wordsOf(chance(0.8) ? one().name : one().description)
    const start = integer(0, Math.max(0, all.length - 1))
    return all.slice(start, start + integer(1, most)).join(' ') || 'foundation'
  }
  const word = () => pick(wordsOf(one().name)) ?? 'society'
  const misspelt = () => {
    const letters = Array.from(word())
    const at = integer(0, letters.length - 1)
    const change = integer(0, 3)
    if (change === 0) letters.splice(at, 1)
    if (change === 1) letters.splice(at, 0, pick(['a', 'e', 's', 'é']))
    if (change === 2) letters[at] = pick(['x', 'o', 'n'])
    if (change === 3 && at > 0) [letters[at - 1], letters[at]] = [letters[at]!, letters[at - 1]!]
    return letters.join('')
  }
  const field = () => pick(['name', 'description', 'city', 'street', 'legal_status', subfield()])
  const subfield = () =>
    pick(['name.stem', 'name.prefix', 'description.stem', 'city.prefix', 'activity.stem'])
  const begun = () => words(3).slice(0, -1)
  const grouped = () =>
    String(held('tax_code'))
      .replace(/^(..)/, '$1-')
      .replace(/(...)$/, ' $1')
  const keyword = () =>
    pick([
      'country',
      'region',
      'activity.keyword',
      'zip',
      'name.keyword',
      'city.keyword',
      'tax_code',
    ] as const)
  const held = (name: string) => {
    for (let tries = 0; tries < 20; tries++) {
      const value = (one() as unknown as Record<string, unknown>)[name.replace('.keyword', '')]
      if (value !== undefined) return value
    }
    return 'none'
  }
  const place = () => {
    const { location } = list.find(
      (_, i) => i >= integer(0, 400) && list[i]!.location !== undefined,
    )!
    return location!
  }
  /** A word with an accent, an apostrophe and capitals that the name may lack. */
  const marked = () => {
    const letters = word()
    return pick([
      letters.replace(/[aeiou]/i, '$&\u0301').normalize(pick(['NFC', 'NFD'])),
      `${letters}'S`,
      `L’${letters}`,
    ])
  }
  const between = (a: number, b: number) => ({ gte: Math.min(a, b), lt: Math.max(a, b) + 1 })
  const term = () => {
    const name = keyword()
    return { term: { [name]: held(name) } }
  }
  const leaf = (): Record<string, unknown> =>
    pick([
      () => ({ match: { [field()]: words(3) } }),
      () => ({ match_phrase: { name: words(2) } }),
      term,
      () => ({ range: { founded_year: between(integer(1850, 2020), integer(1850, 2020)) } }),
      () => ({ exists: { field: pick(['location', 'assets', 'description', 'employees']) } }),
      () => ({ prefix: { 'name.keyword': word().slice(0, 3) } }),
    ])()
  const some = (most: number) => Array.from({ length: integer(1, most) }, leaf)
  const minimum = () => pick([1, 2, -1, '50%', '-30%', '2<75%', '1<-1 3<50%', '100%', 0, 3])

  const kinds: (() => Record<string, unknown>)[] = [
    () => ({ query: nameQuery(`${misspelt()} ${begun()}`) }),
    () => ({
      query: {
        match: { [subfield()]: { query: `${words(2)} ${begun()}`, operator: pick(['and', 'or']) } },
      },
    }),
    () => ({
      query: {
        match: { 'name.prefix': { query: misspelt(), fuzziness: 'AUTO', prefix_length: 1 } },
      },
      highlight: { fields: { 'name.prefix': {}, name: {} } },
    }),
    () => ({
      query: { match: { 'name.stem': words(3) } },
      highlight: { fields: { '*': {} }, require_field_match: chance(0.5) },
      fields: ['tax_code', 'name*'],
      sort: ['_score', 'tax_code'],
    }),
    () => ({
      query: {
        multi_match: {
          query: words(3),
          fields: pick([
            ['name*'],
            ['name.stem^2', 'name.prefix', 'city.*'],
            ['description*', 'name'],
          ]),
          type: pick(['best_fields', 'most_fields', 'phrase', 'bool_prefix', 'phrase_prefix']),
        },
      },
    }),
    () => ({
      query: {
        match: {
          name: {
            query: words(3),
            analyzer: pick(['folded_stems', 'folded', 'standard', 'nowhere']),
          },
        },
      },
    }),
    () => ({
      query: { [pick(['match_phrase', 'match_phrase_prefix'])]: { [subfield()]: words(3) } },
    }),
    () => ({ query: { match: { [pick(['name', 'city', 'name.stem'])]: marked() } } }),
    () => ({ query: { [pick(['term', 'match', 'match_phrase'])]: { tax_code: grouped() } } }),
    () => ({ query: { terms: { tax_code: [grouped(), held('tax_code'), grouped()] } } }),
    () => ({
      query: { prefix: { tax_code: grouped().slice(0, integer(2, 8)) } },
      docvalue_fields: ['tax_code'],
    }),
    () => ({
      query: { wildcard: { tax_code: `${grouped().slice(0, 5)}*${pick(['', '-', ' 7*'])}` } },
    }),
    () => ({ query: { fuzzy: { tax_code: { value: grouped(), fuzziness: 1 } } } }),
    () => ({
      query: { range: { tax_code: { gte: grouped(), lt: '9-9' } } },
      sort: [{ tax_code: 'asc' }],
    }),
    () => ({
      query: {
        query_string: { query: `tax_code:"${grouped()}" OR tax_code:${grouped().slice(0, 4)}*` },
      },
    }),
    () => ({
      query: {
        query_string: {
          query: `${marked()}~ ${marked().slice(0, 4)}* ${words(2)}`,
          fields: pick([['name'], ['name.stem'], ['name.prefix', 'city'], ['tax_code', 'name']]),
        },
      },
    }),
    () => ({ query: { match: { [field()]: words(4) } } }),
    () => ({ query: { match: { [field()]: { query: words(4), operator: 'and' } } } }),
    () => ({ query: { match: { name: { query: words(6), minimum_should_match: minimum() } } } }),
    () => ({
      query: {
        match: {
          name: {
            query: `${misspelt()} ${misspelt()}`,
            fuzziness: pick(['AUTO', 1, 2, '0', 'AUTO:4,8']),
          },
        },
      },
    }),
    () => ({
      query: {
        match: {
          [field()]: {
            query: misspelt(),
            fuzziness: 'AUTO',
            prefix_length: integer(0, 3),
            max_expansions: pick([3, 10, 50]),
            fuzzy_transpositions: chance(0.5),
            boost: 2.5,
          },
        },
      },
    }),
    () => ({ query: { match: { name: { query: words(3), fuzziness: 'AUTO', operator: 'and' } } } }),
    () => ({ query: { match_phrase: { [field()]: words(3) } } }),
    () => ({ query: { match_phrase: { name: { query: words(4), slop: integer(0, 4) } } } }),
    () => {
      const [a, b] = wordsOf(one().name)
      return {
        query: { match_phrase: { name: { query: `${b ?? ''} ${a}`, slop: integer(1, 3) } } },
      }
    },
    () => ({ query: { match_phrase_prefix: { [field()]: words(3).slice(0, -1) } } }),
    () => ({
      query: {
        match_phrase_prefix: {
          name: {
            query: word().slice(0, integer(1, 4)),
            max_expansions: pick([1, 5, 50]),
            slop: integer(0, 2),
          },
        },
      },
    }),
    () => ({ query: { match_bool_prefix: { name: words(3).slice(0, -1) } } }),
    ...['best_fields', 'most_fields', pick(['phrase', 'phrase_prefix', 'bool_prefix'])].map(
      (type) => () => ({
        query: {
          multi_match: { query: words(4), fields: ['name^3', 'description', 'city'], type },
        },
      }),
    ),
    () => ({
      query: {
        multi_match: {
          query: words(3),
          fields: pick([
            ['name', 'city*'],
            ['*'],
            ['n*^2', 'legal_status'],
            ['nowhere', 'name'],
            ['nowhere'],
          ]),
          tie_breaker: pick([0, 0.3, 1]),
          ...(chance(0.3) ? { operator: 'and' } : {}),
        },
      },
    }),
    () => ({
      query: {
        multi_match: {
          query: misspelt(),
          fields: ['name', 'city'],
          fuzziness: 'AUTO',
          minimum_should_match: minimum(),
        },
      },
    }),
    () => ({
      query: {
        multi_match: {
          query: `${words(2)} ${pick([held('city'), held('activity'), word()])}`,
          type: 'cross_fields',
          fields: pick([
            ['name', 'city', 'activity'],
            ['name.stem^2', 'city.stem', 'activity.stem', 'nowhere'],
            ['name', 'city.stem', 'region', 'tax_code', 'founded_year'],
            ['name.prefix', 'city.prefix', 'description'],
          ]),
          lenient: true,
          tie_breaker: pick([0, 0.3, 1]),
          ...pick([{}, {}, { operator: 'and' }, { minimum_should_match: pick(['2', '75%']) }]),
        },
      },
    }),
    () => ({ query: { multi_match: { query: words(2) } } }),
    () => ({ query: term() }),
    () => ({
      query: {
        term: {
          [pick(['country', 'region', 'activity.keyword'])]: {
            value: String(held('country')).toLowerCase(),
            case_insensitive: true,
            boost: 1.7,
          },
        },
      },
    }),
    () => ({ query: { term: { name: word().toLowerCase() } } }),
    () => ({
      query: {
        terms: {
          [keyword()]: [held('country'), held('region'), held('activity'), held('zip')],
          boost: 0.5,
        },
      },
    }),
    () => ({
      query: {
        terms: {
          founded_year: [integer(1900, 2020), integer(1900, 2020), String(integer(1900, 2020))],
        },
      },
    }),
    () => ({
      query: { range: { founded_year: between(integer(1850, 2020), integer(1850, 2020)) } },
      sort: [year, '_doc'],
    }),
    () => ({
      query: {
        range: {
          assets: pick([
            { gt: integer(0, 1e6) },
            { lte: integer(0, 1e6), boost: 3 },
            { gte: '1000.5', lt: 1e5 },
          ]),
        },
      },
    }),
    () => ({
      query: {
        range: {
          registered_on: pick([
            { gte: `${integer(1950, 2000)}`, lt: '2010-06' },
            { gte: '2000-01-01||/y', lte: '2010-05||+1M/M' },
            { gt: '1990-05-05', time_zone: '+05:00' },
            { lte: '01/02/2003', format: 'dd/MM/yyyy' },
          ]),
        },
      },
    }),
    () => ({
      query: {
        range: {
          [pick(['name.keyword', 'region', 'zip', 'name'])]: { gte: word().slice(0, 2), lt: 'zz' },
        },
      },
    }),
    () => ({
      query: {
        exists: {
          field: pick([
            'location',
            'assets',
            'desc*',
            'description',
            'employees',
            'city',
            '*_year',
            'nowhere',
          ]),
          boost: 2,
        },
      },
    }),
    () => ({
      query: {
        prefix: {
          [pick(['name', 'name.keyword', 'city.keyword', 'region'])]: word().slice(
            0,
            integer(1, 4),
          ),
        },
      },
    }),
    () => ({
      query: {
        prefix: {
          'name.keyword': { value: word().slice(0, 3).toLowerCase(), case_insensitive: true },
        },
      },
    }),
    () => ({
      query: {
        wildcard: {
          [pick(['name', 'name.keyword'])]: {
            value: `${pick(['*', ''])}${word().slice(0, 4)}${pick(['*', '?*', '??'])}`,
            case_insensitive: chance(0.5),
          },
        },
      },
    }),
    () => ({ query: { wildcard: { 'city.keyword': `${String(held('city')).slice(0, 3)}*` } } }),
    () => ({
      query: {
        fuzzy: {
          name: {
            value: misspelt().toLowerCase(),
            fuzziness: pick(['AUTO', 1, 2]),
            transpositions: chance(0.7),
          },
        },
      },
    }),
    () => ({ query: { ids: { values: [one().id, one().id, 'nobody'] } } }),
    () => ({ query: { bool: { must: some(2), filter: some(2) } } }),
    () => ({ query: { bool: { should: some(4), minimum_should_match: minimum() } } }),
    () => ({ query: { bool: { must: some(2), should: some(3), must_not: [leaf()], boost: 1.5 } } }),
    () => ({ query: { bool: { filter: some(2), should: some(3) } } }),
    () => ({
      query: {
        bool: {
          must: [{ bool: { should: some(3) } }],
          must_not: some(2),
          filter: { match_all: {} },
        },
      },
    }),
    () => ({ query: { bool: { must_not: some(2) } }, size: 5 }),
    () => ({ query: { constant_score: { filter: leaf(), boost: 1.3 } } }),
    () => ({
      query: { dis_max: { queries: some(4), tie_breaker: pick([0, 0.4, 1]), boost: 0.7 } },
    }),
    () => ({ query: { boosting: { positive: leaf(), negative: leaf(), negative_boost: 0.3 } } }),
    () => ({
      query: {
        geo_distance: {
          distance: pick(['50km', '500 km', '2000mi', 1_000_000, '30nmi']),
          location: place(),
        },
      },
    }),
    () => {
      const { lat, lon } = place()
      return {
        query: {
          geo_bounding_box: {
            location: {
              top_left: { lat: Math.min(lat + real(0, 9), 90), lon: lon - 5 },
              bottom_right: [lon + real(0, 9), lat - 3],
            },
          },
        },
      }
    },
    () => ({
      query: { exists: { field: 'location' } },
      sort: [
        {
          _geo_distance: {
            location: [place()],
            order: pick(['asc', 'desc']),
            unit: pick(['km', 'mi', 'm']),
          },
        },
      ],
    }),
    () => ({
      query: leaf(),
      sort: pick([
        ['name.keyword'],
        [{ 'city.keyword': 'desc' }, '_score'],
        [{ founded_year: { order: 'asc', missing: '_first' } }, { 'name.keyword': 'asc' }],
        [{ assets: { order: 'desc', missing: 5000 } }],
        ['_score', year],
        '_doc',
        [{ employees: { order: 'asc', mode: 'avg' } }, { registered_on: 'desc' }],
        [{ active: 'asc' }, { tax_code: { order: 'desc', missing: '_first' } }],
      ]),
      track_scores: chance(0.3),
    }),
    () => ({
      query: leaf(),
      sort: [{ founded_year: 'asc' }, { tax_code: 'asc' }],
      search_after: [integer(1900, 2010), String(held('tax_code'))],
    }),
    () => ({ query: leaf(), from: integer(0, 200), size: integer(0, 30) }),
    () => ({
      query: { match_all: { boost: 1.5 } },
      from: integer(0, 200),
      sort: ['name.keyword', year, 'id'],
    }),
    () => ({ query: { bool: { should: [{ match_none: {} }, leaf()], minimum_should_match: 1 } } }),
    () => ({ query: { bool: { must: [leaf()], must_not: [{ match_none: {} }] } } }),
    () => ({ query: leaf(), from: integer(9000, 9900), size: 100, sort: ['_doc'] }),
    () => ({
      query: leaf(),
      _source: pick([
        false,
        'name',
        ['name', 'loc*'],
        { includes: ['*o*'], excludes: ['location.lat', 'country'] },
        ['location.lat'],
      ]),
    }),
    () => ({ query: { match: { name: words(3) } }, sort: ['_score', { id: 'desc' }], size: 20 }),
    () => ({ query: leaf(), track_total_hits: pick([true, false, 5, 100]), size: 3 }),
    () => ({ query: { match: { name: words(4) } }, min_score: pick([0.5, 2, 5]), size: 3 }),
    () => ({ query: { match_all: {} }, post_filter: leaf(), size: 4 }),
    () => ({ query: leaf(), post_filter: leaf(), size: 4 }),
    () => ({
      query: leaf(),
      collapse: { field: pick(['country', 'region', 'founded_year', 'city.keyword']) },
      ...(chance(0.5) ? { sort: [year, '_doc'] } : {}),
    }),
    () => ({
      query: leaf(),
      fields: ['name', 'regis*', 'location', 'active', 'assets'],
      _source: false,
    }),
    () => ({
      query: leaf(),
      docvalue_fields: ['region', 'founded_year', 'registered_on', 'location', 'active'],
      _source: false,
    }),
    () => ({
      query: { match: { [pick(['name', 'description'])]: words(3) } },
      highlight: { fields: { name: {}, description: {} } },
      _source: false,
    }),
    () => ({
      query: { match: { description: words(4) } },
      highlight: {
        fields: {
          description: {
            fragment_size: pick([18, 40, 60, 150]),
            number_of_fragments: pick([0, 1, 2, 5]),
          },
          name: { no_match_size: 20 },
        },
      },
      _source: false,
    }),
    () => ({
      query: { bool: { must: some(2), should: some(2) } },
      highlight: {
        pre_tags: ['<b>'],
        post_tags: ['</b>'],
        require_field_match: chance(0.5),
        fields: { '*': {} },
      },
      _source: false,
    }),
    () => ({
      query: {
        match_phrase: { [pick(['name', 'description'])]: { query: words(3), slop: integer(0, 2) } },
      },
      highlight: { fields: { name: {}, description: { order: 'score' } } },
      _source: false,
    }),
    () => ({
      query: {
        query_string: {
          query: queryString(),
          ...pick([
            {},
            { default_field: 'name' },
            { fields: ['name^2', 'city'] },
            { fields: ['name', 'description'], default_operator: 'AND' },
          ]),
        },
      },
    }),
    () => ({
      query: {
        simple_query_string: {
          query: simpleQueryString(),
          ...pick([
            {},
            { fields: ['name^2', 'city'] },
            { fields: ['name', 'description'], default_operator: 'and' },
            { fields: ['name'] },
          ]),
        },
      },
    }),
  ]

  function queryString(): string {
    const piece = (): string =>
      pick([
        word,
        () => `"${words(2)}"`,
        () => `"${words(3)}"~2`,
        () => `name:${word()}`,
        () => `city:(${word()} OR ${word()})`,
        () => `${word().slice(0, 3)}*`,
        () => `${misspelt()}~`,
        () => `${misspelt()}~1`,
        () => `${word()}^2.5`,
        () => `founded_year:[${integer(1900, 1990)} TO 2000]`,
        () => `founded_year:>${integer(1900, 2000)}`,
        () => `(${word()} AND ${word()})`,
        () => `name.keyword:${word().slice(0, 2)}*`,
        () => `_exists_:${pick(['assets', 'location'])}`,
      ])()
    const joined = Array.from(
      { length: integer(1, 3) },
      () => `${pick(['', '', '', '+', '-', 'NOT '])}${piece()}`,
    )
    return joined.join(pick([' ', ' ', ' AND ', ' OR ']))
  }

  function simpleQueryString(): string {
    const piece = (): string =>
      pick([
        word,
        () => `"${words(2)}"`,
        () => `"${words(3)}"~2`,
        () => `${word().slice(0, 3)}*`,
        () => `${misspelt()}~1`,
        () => `(${word()} | ${word()})`,
        () => `-${word()}`,
      ])()
    return Array.from({ length: integer(1, 3) }, piece).join(pick([' ', ' + ', ' | ']))
  }

  return kinds.flatMap((make) => Array.from({ length: count }, () => ({ index, body: make() })))
}

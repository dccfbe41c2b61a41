import { createRandom } from '../../../dev/samples/random.js'
import type { Organization } from '../../../directory/fields/organization.js'
import { nameQuery } from '../../support/relevance/name-query.js'

type Body = Record<string, unknown>

/** Searches of one kind. */
export interface Kind {
  /** How they are made. */
  name: string
  bodies: Body[]
}

/** Searches made of what the organizations hold, `count` of each kind. */
export function searchCases(list: readonly Organization[], count: number): Kind[] {
  const { pick, integer, chance, real } = createRandom(20_260)
  const one = () => pick(list)
  const wordsOf = (text = '') => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const words = (most: number) => {
    const all = wordsOf(chance(0.8) ? one().name : one().description)
    const start = integer(0, Math.max(0, all.length - 1))
    return all.slice(start, start + integer(1, most)).join(' ') || 'foundation'
  }
  const word = () => pick(wordsOf(one().name)) ?? 'society'
  const begun = () => words(3).slice(0, -1)
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
  /** A word with an accent, an apostrophe and capitals that the name may lack. */
  const marked = () => {
    const letters = word()
    const accented = letters.replace(/[aeiou]/i, '$&\u0301').normalize(pick(['NFC', 'NFD']))
    return pick([accented, `${letters}'S`, `L’${letters}`])
  }
  const subfield = () => pick(['name.stem', 'name.prefix', 'description.stem', 'city.prefix'])
  const field = () => pick(['name', 'description', 'city', 'street', 'legal_status', subfield()])
  const keyword = () =>
    pick(['country', 'region', 'activity.keyword', 'zip', 'name.keyword', 'tax_code'])
  const held = (name: string) => {
    for (let tries = 0; tries < 20; tries++) {
      const value = (one() as unknown as Body)[name.replace('.keyword', '')]
      if (value !== undefined) return value
    }
    return 'none'
  }
  /** A tax code as people write it. */
  const grouped = () =>
    String(held('tax_code'))
      .replace(/^(..)/, '$1-')
      .replace(/(...)$/, ' $1')
  const located = list.filter(({ location }) => location !== undefined)
  const place = () => pick(located).location!
  const years = () => {
    const [a, b] = [integer(1850, 2020), integer(1850, 2020)]
    return { gte: Math.min(a, b), lt: Math.max(a, b) + 1 }
  }
  const leaf = (): Body =>
    pick([
      () => ({ match: { [field()]: words(3) } }),
      () => ({ match_phrase: { name: words(2) } }),
      () => term(),
      () => ({ range: { founded_year: years() } }),
      () => ({ exists: { field: pick(['location', 'assets', 'description', 'employees']) } }),
      () => ({ prefix: { 'name.keyword': word().slice(0, 3) } }),
    ])()
  const term = (name = keyword()) => ({ term: { [name]: held(name) } })
  const some = (most: number) => Array.from({ length: integer(1, most) }, leaf)
  const minimum = () => pick([1, 2, -1, '50%', '-30%', '2<75%', '100%', 0])

  const queries: (() => Body)[] = [
    () => nameQuery(`${misspelt()} ${begun()}`) as Body,
    () => ({ match: { [field()]: { query: words(4), operator: pick(['and', 'or']) } } }),
    () => ({ match: { name: { query: words(6), minimum_should_match: minimum() } } }),
    () => ({ match: { [subfield()]: `${words(2)} ${begun()}` } }),
    () => ({ match: { [pick(['name', 'city', 'name.stem'])]: marked() } }),
    () => ({ match: { name: { query: `${misspelt()} ${misspelt()}`, fuzziness: 'AUTO' } } }),
    () => {
      const bounds = { prefix_length: integer(0, 3), max_expansions: pick([3, 10, 50]), boost: 2.5 }
      return { match: { [field()]: { query: misspelt(), fuzziness: pick([1, 2]), ...bounds } } }
    },
    () => ({ match_phrase: { name: { query: words(4), slop: integer(0, 4) } } }),
    () => ({ match_phrase: { [field()]: words(3) } }),
    () => ({ match_phrase_prefix: { [field()]: begun() } }),
    () => ({ match_bool_prefix: { name: begun() } }),
    ...['best_fields', 'most_fields', 'phrase', 'phrase_prefix', 'bool_prefix'].map(
      (type) => () => ({
        multi_match: { query: words(3), fields: ['name^3', 'description*', 'city.stem'], type },
      }),
    ),
    () => {
      const fields = pick([['name', 'city*'], ['*'], ['nowhere', 'name']])
      return { multi_match: { query: words(3), fields, tie_breaker: pick([0, 0.3, 1]) } }
    },
    () => {
      const query = `${words(2)} ${pick([held('city'), held('activity'), word()])}`
      const fields = pick([
        ['name', 'city', 'activity'],
        ['name.stem^2', 'city.stem', 'activity.stem'],
      ])
      const operator = pick(['and', 'or'])
      return { multi_match: { query, type: 'cross_fields', fields, operator } }
    },
    () => term(),
    () => ({ term: { tax_code: grouped() } }),
    () => ({ term: { country: { value: 'us', case_insensitive: true, boost: 1.7 } } }),
    () => ({ terms: { [pick(['zip', 'region'])]: [held('zip'), held('region'), held('region')] } }),
    () => ({ range: { founded_year: years() } }),
    () => ({ range: { assets: pick([{ gt: 5000 }, { lte: integer(1e4, 1e6), boost: 3 }]) } }),
    () => {
      const bounds = pick([
        { gte: `${integer(1950, 2000)}`, lt: '2010-06' },
        { gte: '1990-01-01||/y', lte: '2010-05||+1M/M' },
        { gt: '1990-05-05', time_zone: '+05:00' },
      ])
      return { range: { registered_on: bounds } }
    },
    () => ({ exists: { field: pick(['location', 'desc*', 'employees', 'city']), boost: 2 } }),
    () => ({ prefix: { [pick(['name', 'city.keyword'])]: String(held('city')).slice(0, 2) } }),
    () => ({ prefix: { tax_code: grouped().slice(0, integer(2, 8)) } }),
    () => {
      const value = `${pick(['*', ''])}${word().slice(0, 4)}${pick(['*', '?*'])}`
      return { wildcard: { 'name.keyword': { value, case_insensitive: chance(0.5) } } }
    },
    () => ({ fuzzy: { name: { value: misspelt().toLowerCase(), fuzziness: pick([1, 2]) } } }),
    () => ({ ids: { values: [one().id, one().id, 'nobody'] } }),
    () => ({ bool: { must: some(2), should: some(3), must_not: [term()], boost: 1.5 } }),
    () => ({ bool: { should: some(4), minimum_should_match: pick([1, '50%']) } }),
    () => ({ bool: { filter: [leaf()], should: some(3) } }),
    () => ({ bool: { must_not: some(2) } }),
    () => ({ constant_score: { filter: leaf(), boost: 1.3 } }),
    () => ({ dis_max: { queries: some(4), tie_breaker: pick([0, 0.4]), boost: 0.7 } }),
    () => ({ boosting: { positive: leaf(), negative: leaf(), negative_boost: 0.3 } }),
    () => ({ geo_distance: { distance: pick(['50km', '500 km', '2000mi']), location: place() } }),
    () => {
      const { lat, lon } = place()
      const top_left = { lat: Math.min(lat + real(0, 9), 90), lon: lon - 5 }
      return {
        geo_bounding_box: { location: { top_left, bottom_right: [lon + real(0, 9), lat - 3] } },
      }
    },
  ]

  const everything = { match_all: {} }
  const text = (most: number) => ({ match: { [pick(['name', 'description'])]: words(most) } })
  const bodies: (() => Body)[] = [
    ...[
      ['name.keyword'],
      [{ 'city.keyword': 'desc' }, '_score'],
      [{ founded_year: { order: 'asc', missing: '_first' } }, { 'name.keyword': 'asc' }],
      [{ assets: { order: 'desc', missing: 5000 } }],
      ['_score', { founded_year: 'desc' }],
      '_doc',
      [{ employees: { order: 'asc', mode: 'avg' } }, { registered_on: 'desc' }],
      [{ active: 'asc' }, { tax_code: { order: 'desc', missing: '_first' } }],
    ].map((sort) => () => ({ query: leaf(), sort, track_scores: chance(0.3) })),
    () => {
      const unit = pick(['km', 'mi', 'm'])
      const distance = { location: [place()], order: pick(['asc', 'desc']), unit }
      return { query: { exists: { field: 'location' } }, sort: [{ _geo_distance: distance }] }
    },
    () => {
      const search_after = [integer(1900, 2000), String(held('tax_code'))]
      return { query: everything, sort: [{ founded_year: 'asc' }, 'tax_code'], search_after }
    },
    () => ({ query: everything, from: integer(0, 200), size: integer(1, 30), sort: ['id'] }),
    () => ({ query: leaf(), from: integer(0, 20), size: integer(0, 30) }),
    () => {
      const _source = pick([
        false,
        'name',
        ['name', 'loc*'],
        { includes: ['*o*'], excludes: ['i*'] },
      ])
      return { query: leaf(), _source }
    },
    () => ({ query: leaf(), track_total_hits: pick([true, false, 5, 100]), size: 3 }),
    () => ({ query: { match: { name: words(4) } }, min_score: pick([0.5, 2, 5]), size: 3 }),
    () => ({ query: everything, post_filter: leaf(), size: 4 }),
    () => {
      const collapse = { field: pick(['country', 'region', 'founded_year', 'city.keyword']) }
      return { query: leaf(), collapse, ...(chance(0.5) && { sort: ['founded_year', '_doc'] }) }
    },
    () => ({ query: leaf(), fields: ['name', 'regis*', 'location', 'active'], _source: false }),
    () => ({
      query: leaf(),
      docvalue_fields: ['region', 'founded_year', 'registered_on', 'location', 'active'],
      _source: false,
    }),
    () => ({ query: text(3), highlight: { fields: { name: {}, description: {} } } }),
    () => {
      const pieces = {
        fragment_size: pick([18, 40, 60, 150]),
        number_of_fragments: pick([0, 1, 2, 5]),
      }
      return {
        query: text(4),
        highlight: { fields: { description: pieces, name: { no_match_size: 20 } } },
      }
    },
    () => {
      const tags = { pre_tags: ['<b>'], post_tags: ['</b>'], require_field_match: chance(0.5) }
      const query = { bool: { must: text(2), should: some(2) } }
      return { query, highlight: { ...tags, fields: { '*': {} } }, _source: false }
    },
    () => {
      const phrase = { query: words(3), slop: integer(0, 2) }
      const fields = { name: {}, description: { order: 'score' } }
      return { query: { match_phrase: { name: phrase } }, highlight: { fields } }
    },
  ]

  return [
    ...queries.map((make) => [make, () => ({ query: make() })] as const),
    ...bodies.map((make) => [make, make] as const),
  ].map(([made, make]) => ({
    name: String(made).replace(/\s+/g, ' ').slice(0, 90),
    bodies: Array.from({ length: count }, make),
  }))
}

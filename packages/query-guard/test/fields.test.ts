import fc from 'fast-check'
import { samples } from '../../../test/support/samples.js'
import type { Choice } from '../src/rule/field-rules.js'
import { fieldRules } from '../src/rule/field-rules.js'
import { features } from '../src/rule/rule.js'
import { makeValidator } from '../src/validate/request.js'
import { bodyOf, groupsIn } from './cases/bodies.js'
import { deniedField, metaFieldReferences, namelessLists } from './cases/reopened-fields.js'

const all = { match_all: {} }
const query = (clause: object) => ({ query: clause })

/** Every place of a body that names a field (cases/references.yml). */
const references = groupsIn('references.yml').flatMap(([group, cases]) =>
  cases.map(([name, what]): [string, (field: string) => object] => {
    const text = JSON.stringify(bodyOf(group, what))
    return [`${group} ${name}`, (field) => JSON.parse(text.replaceAll('FIELD', field))]
  }),
)

const judgeOfFields = (fields: Choice) => {
  const judge = makeValidator({ indexPrefixes: ['map-serp'], features: [...features], fields })
  return (value: object) => judge(JSON.stringify({ index: 'map-serp', body: value }))
}

describe('every reference to a field', () => {
  const free = judgeOfFields({})
  const denying = judgeOfFields({ deny: ['secret', 'private.*', '*_hash'] })
  const allowing = judgeOfFields({ allow: ['name', 'public.*', 'open_*'] })

  const passed = (judge: typeof free, at: (field: string) => object, fields: string) =>
    fields.split(' ').filter((field) => 'search' in judge(at(field)))

  test.each(references)('%s', (_, at) => {
    expect(free(at('secret'))).toHaveProperty('search')
    expect(denying(at('name'))).toHaveProperty('search')
    expect(allowing(at('name'))).toHaveProperty('search')
    expect(allowing(at('open_door'))).toHaveProperty('search')
    const denied = 'secret secret.keyword private.a private.a.b x_hash x_hash.raw private'
    expect(passed(denying, at, denied)).toEqual([])
    expect(passed(allowing, at, 'secret names nam open description x.name')).toEqual([])
  })

  const patterned = references.filter(([name]) => !name.includes('query_string prefix'))
  test.each(patterned)('%s by a pattern', (_, at) => {
    const denied = '* s* se*t secret* *ret private.* priv* *hash **'
    expect(passed(denying, at, denied)).toEqual([])
    expect(passed(allowing, at, '* n* name* *.keyword public* op*')).toEqual([])
    for (const field of ['name.*', 'public.a*', 'open_*', 'open_*.x'])
      expect(allowing(at(field))).toHaveProperty('search')
  })

  const inName = (text: string) => ({ query_string: { query: text, default_field: 'name' } })
  test.each<[string, object]>([
    ['multi_match', { multi_match: { query: 'x' } }],
    ['query_string', { query_string: { query: 'x' } }],
    ['simple_query_string', { simple_query_string: { query: 'x' } }],
    ['more_like_this', { more_like_this: { like: 'x' } }],
    [
      'quote_field_suffix',
      { query_string: { query: '"x"', default_field: 'name', quote_field_suffix: '.secret' } },
    ],
    ['_exists_', inName('_exists_:secret')],
    ['an escaped prefix', inName('se\\cret:x')],
    ['a prefix in unicode', inName('\\u0073ecret:x')],
    ['an escaped backslash before the colon', inName('secret\\\\:x')],
  ])('%s cannot get around them', (_, clause) => {
    const value = query(clause)
    expect(free(value)).toHaveProperty('search')
    expect(denying(value)).toHaveProperty('problems')
    expect(allowing(value)).toHaveProperty('problems')
  })

  test('what is no field stays free', () => {
    const texts = query({ query_string: { query: 'name:croce 12\\:30', default_field: 'name' } })
    const sorted = {
      query: all,
      sort: ['_score', '_doc', { _id: 'asc' }, '_shard_doc', { _seq_no: 'asc' }],
      aggs: { secret: { terms: { field: 'name', order: { _count: 'desc' } } } },
    }
    const filtered = query({ term: { _index: 'map-serp-1' } })
    for (const value of [texts, sorted, filtered, query({ ids: { values: ['1'] } })]) {
      expect(denying(value)).toHaveProperty('search')
      expect(allowing(value)).toHaveProperty('search')
    }
  })
})

describe('a denied field is not reached without its name', () => {
  const rules: Choice[] = [{}, { deny: [deniedField] }, { allow: ['name', '*_names', '*source'] }]
  const [free, denying, allowing] = rules.map(judgeOfFields)

  test.each(namelessLists)('a list of fields names at least one: $name', ({ body }) => {
    for (const judge of [free!, denying!, allowing!]) expect(judge(body)).toHaveProperty('problems')
  })
  test.each(metaFieldReferences)('meta-fields are closed: $name', ({ body }) => {
    expect(free!(body)).toHaveProperty('search')
    for (const judge of [denying!, allowing!]) expect(judge(body)).toHaveProperty('problems')
  })
  test('an empty list costs as much as all fields', () => {
    const costOf = (fields: string[] | undefined) => {
      const judgement = makeValidator(
        { indexPrefixes: ['map-serp'] },
        undefined,
        true,
      )(
        JSON.stringify({
          index: 'map-serp',
          body: query({ multi_match: { query: 'red cross', fields } }),
        }),
      )
      return judgement.cost!.total
    }
    expect(costOf([])).toBe(costOf(undefined))
    expect(costOf([])).toBe(costOf(['*']))
  })
})

describe('_source', () => {
  const rules = { deny: fieldRules([], ['secret'])!, allow: fieldRules(['name', 'public.*'])! }
  const hidden = ['secret']
  const open = ['name', 'public.*']
  /** What is asked for, and the includes and excludes that are sent under each of the two rules. */
  test.each<[string, unknown, string[][], string[][]]>([
    ['nothing asked', undefined, [[], hidden], [open, []]],
    ['everything', true, [[], hidden], [open, []]],
    ['one', 'name', [['name'], hidden], [['name'], []]],
    [
      'an object',
      { includes: 'name', excludes: ['a'] },
      [['name'], ['a', ...hidden]],
      [['name'], ['a']],
    ],
    ['only excludes', { exclude: 'a' }, [[], ['a', ...hidden]], [open, ['a']]],
  ])('%s', (_, asked, denied, allowed) => {
    const sent = ([includes, excludes]: string[][]) => ({ includes, excludes })
    expect(rules.deny.source(asked)).toEqual(sent(denied))
    expect(rules.allow.source(asked)).toEqual(sent(allowed))
  })
  test('nothing', () => {
    expect([rules.deny.source(false), rules.allow.source(false)]).toEqual([false, false])
  })

  test('is written wherever documents are asked for', () => {
    const judge = judgeOfFields({ deny: ['secret'] })
    const judgement = judge({
      query: { bool: { must: [{ nested: { path: 'a', query: all, inner_hits: {} } }] } },
      collapse: {
        field: 'name',
        inner_hits: [{ name: 'x' }, { name: 'y', collapse: { field: 'name' } }],
      },
      aggs: { x: { terms: { field: 'name' }, aggs: { y: { top_hits: { _source: ['name'] } } } } },
    })
    const { search } = judgement as Extract<typeof judgement, { search: unknown }>
    expect(search.body.match(/"excludes":\["secret"\]/g)).toHaveLength(5)
  })
})

test('a pattern covers a name as it covers one of its ancestors, letter by letter', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', '.', '*'),
    minLength: 1,
    maxLength: 8,
  })
  /**
   * What it means, said plainly: the pattern is a name that begins the reference and ends at a dot
   * or with it.
   */
  const isMeant = (pattern: string, name: string) => {
    const form = pattern
      .split('*')
      .map((piece) => piece.replaceAll('.', '\\.'))
      .join('.*')
    const ends = [...name].flatMap((letter, i) => (letter === '.' ? [i] : []))
    return [...ends, name.length].some((end) => new RegExp(`^${form}$`).test(name.slice(0, end)))
  }
  fc.assert(
    fc.property(letters, letters, (pattern, name) => {
      expect(fieldRules([pattern])!.allows(name)).toBe(
        !name.startsWith('*') && isMeant(pattern, name),
      )
    }),
    { numRuns: samples(2000) },
  )
})

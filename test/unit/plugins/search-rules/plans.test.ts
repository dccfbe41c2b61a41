import { makeValidator, type ValidatedSearch } from '../../../../packages/query-guard/src/index.js'
import { features, unsafeNames } from '../../../../packages/query-guard/src/rule/rule.js'
import { type Attack, bodyAttacks } from '../../../../packages/query-guard/test/cases/attacks.js'
import { beyondFilter } from '../../../../packages/query-guard/test/cases/beyond-filter.js'
import {
  indexAttacks,
  textAttacks,
} from '../../../../packages/query-guard/test/cases/envelope-attacks.js'
import { asSent, legitimate } from '../../../../packages/query-guard/test/cases/legitimate.js'
import { limitCases } from '../../../../packages/query-guard/test/cases/limits.js'
import { byPlan, plansIn, rulesFor } from '../../../../plugins/kit/rules/by-plan.js'
import { formMistakes } from '../../../../plugins/kit/rules/mistakes.js'
import { backendsOf, type SearchRulesParams } from '../../../../plugins/kit/rules/params.js'
import { casesIn } from '../../../support/cases.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const all = { match_all: {} }
const filter = { term: { region: 'RI' } }

const judged = (rules: Partial<SearchRulesParams>, body: unknown): ValidatedSearch =>
  makeValidator({ indexPrefixes, ...rules })(JSON.stringify({ index: 'organization-serp*', body }))

/** The body that the engine gets under some rules. */
function sent(rules: Partial<SearchRulesParams>, body: unknown): Record<string, unknown> {
  const judgement = judged(rules, body)
  if ('problems' in judgement) throw new Error(JSON.stringify(judgement.problems))
  return JSON.parse(judgement.search.body)
}

function costOf(rules: Partial<SearchRulesParams>, body: unknown): number {
  const judgement = judged(rules, body)
  if ('problems' in judgement) throw new Error(JSON.stringify(judgement.problems))
  return judgement.search.cost.total
}

describe('rules by plan', () => {
  const rules: SearchRulesParams = {
    indexPrefixes,
    maxCost: 100,
    limits: { size: 10, aggs: 5 },
    features: ['regexp'],
    plans: { gold: { maxCost: 1000, limits: { size: 100 } }, none: {} },
  }

  test.each([
    ['a plan replaces members whole', 'gold', { maxCost: 1000, limits: { size: 100 } }],
    ['one that replaces nothing', 'none', { maxCost: 100, limits: { size: 10, aggs: 5 } }],
    ['one that is not listed', 'silver', { maxCost: 100, limits: { size: 10, aggs: 5 } }],
    ['a name of every object', 'constructor', { maxCost: 100, limits: { size: 10, aggs: 5 } }],
  ])('%s', (_, plan, different) => {
    expect(rulesFor(rules, plan)).toEqual({ indexPrefixes, features: ['regexp'], ...different })
  })

  test('each listed plan has its own, all others share one', () => {
    const made: (string | undefined)[] = []
    const find = byPlan(plansIn(rules, undefined, { plans: { silver: {} } }), (plan) => {
      made.push(plan)
      return { plan }
    })
    expect(made).toEqual([undefined, 'gold', 'none', 'silver'])
    expect(find('gold')).toEqual({ plan: 'gold' })
    expect(find('anonymous')).toBe(find('toString'))
  })
})

test('the indices of all plans are those of the step', () => {
  const plans = { gold: { indexPrefixes: ['map-serp', 'gold'] }, none: {} }
  const rules = { indexPrefixes: ['map-serp'], engine: { nodes: 'http://127.0.0.1:1' }, plans }
  expect(backendsOf(rules)).toMatchObject({ searched: { prefixes: ['map-serp', 'gold'] } })
})

describe('a filter', () => {
  const { bodies } = casesIn<{ bodies: Record<string, [own: object, expected: object]> }>(
    'test/unit/plugins/search-rules/cases',
    'confined.yml',
  )
  test.each(Object.entries(bodies))('confines %s', (_, [body, expected]) => {
    const judgement = judged({ filter, features: ['knn'] }, body)
    const { search } = judgement as Extract<ValidatedSearch, { search: unknown }>
    const defaults = { track_total_hits: true, timeout: '10000ms' }
    expect(JSON.parse(search.body)).toEqual({ ...defaults, ...expected })
    expect(JSON.parse(search.ownBody!)).toEqual({ ...defaults, ...body })
  })

  test('exact digits and the rewritten _source reach the engine all the same', () => {
    const rules = makeValidator({ indexPrefixes, filter, fields: { deny: ['secret'] } })
    const judgement = rules(
      '{"index":"map-serp","body":{"query":{"match_all":{}},"sort":["n"],' +
        '"search_after":[9223372036854775807]}}',
    )
    const { search } = judgement as Extract<ValidatedSearch, { search: unknown }>
    for (const text of [search.body, search.ownBody!]) {
      expect(text).toContain('9223372036854775807')
      expect(text).toContain('"excludes":["secret"]')
    }
  })

  test('what is legitimate passes, or would reach beyond it', () => {
    const refused = legitimate.filter(({ body, index }) => {
      const rules = makeValidator({ indexPrefixes, filter })
      const judgement = rules(JSON.stringify({ index: index ?? 'map-serp', body }))
      if ('problems' in judgement) return true
      const { query, ...others } = JSON.parse(judgement.search.ownBody!)
      expect({ query, ...others }).toMatchObject(asSent(body))
      expect(JSON.parse(judgement.search.body)).toMatchObject({ query: { bool: { must: query } } })
      return false
    })
    for (const { body } of refused)
      expect(JSON.stringify(body)).toMatch(/"global"|"min_doc_count":"?0/)
    expect(refused.length).toBeLessThan(10)
  })

  test('refuses what reaches beyond it, in every place, whatever is switched on', () => {
    const open = { features: [...features], unsafe: [...unsafeNames] }
    const passing = (params: object) => {
      const judge = makeValidator({
        indexPrefixes,
        ...open,
        maxCost: Number.MAX_SAFE_INTEGER,
        ...params,
      })
      return beyondFilter
        .filter(({ body }) => 'search' in judge(JSON.stringify({ index: 'map-serp', body })))
        .map(({ name }) => name)
    }
    expect(passing({ filter })).toEqual([])
    // none of them is refused for another reason
    expect(passing({})).toEqual(beyondFilter.map(({ name }) => name))
  })

  test('has a price, for each search that it is part of', () => {
    const groups = { collapse: { field: 'region', inner_hits: { name: 'x' } }, size: 20 }
    const [of, own] = [
      costOf({ filter }, { query: all, size: 0 }),
      costOf({}, { query: all, size: 0 }),
    ]
    expect(of - own).toBe(1)
    const terms = { terms: { region: Array.from({ length: 5000 }, (_, i) => `r${i}`) } }
    expect(costOf({ filter: terms }, { query: all, size: 0 }) - own).toBe(11)
    const collapsed = { query: { match: { name: 'x' } }, ...groups }
    expect(costOf({ filter: terms }, collapsed) - costOf({}, collapsed)).toBe(21 * 11)
    const judge = makeValidator({ indexPrefixes, filter: terms, maxCost: 11.5 })
    expect(judge(JSON.stringify({ index: 'map-serp', body: { query: all, size: 0 } }))).toEqual({
      broken: ['maxCost'],
      problems: {
        body: [
          'body: query cost of at least 12 exceeds the limit of 11.5; the most expensive part is query with 11',
        ],
      },
    })
  })

  test('has the price of known fields', () => {
    const range = { range: { founded_year: { gte: 2000 } } }
    const fields = () => new Map([['founded_year', { type: 'integer' }]]) as never
    const known = { fields, documents: () => 0 }
    const costUnder = (...catalog: (typeof known)[]) => {
      const judge = makeValidator({ indexPrefixes, filter: range }, ...catalog)
      const body = { query: all, size: 0 }
      const judgement = judge(JSON.stringify({ index: 'map-serp', body }))
      return 'search' in judgement && judgement.search.cost.total
    }
    expect([costUnder(), costUnder(known)]).toEqual([11, 2])
  })

  test('of the operator may use what callers may not', () => {
    const own = {
      bool: { must: [{ regexp: { name: 'a.*' } }, { term: { secret: { value: 1, _name: 'x' } } }] },
    }
    const rules: Partial<SearchRulesParams> = {
      filter: own,
      fields: { deny: ['secret'] },
      queries: { allow: ['match_all'] },
      limits: { clauses: 1 },
    }
    expect(sent(rules, { query: all }).query).toEqual({
      bool: {
        must: all,
        filter: {
          bool: { must: [{ regexp: { name: 'a.*' } }, { term: { secret: { value: 1 } } }] },
        },
      },
    })
  })

  test('is not changed in the parameters', () => {
    const own = { term: { region: { value: 'RI', _name: 'x' } } }
    const rules = { indexPrefixes, filter: own }
    expect(formMistakes(rules)).toEqual([])
    makeValidator(rules)('{"index":"map-serp","body":{"query":{"match_all":{}}}}')
    expect(own).toEqual({ term: { region: { value: 'RI', _name: 'x' } } })
  })
})

test('refuses every attack on the body, the index and the text under a plan', () => {
  const params: SearchRulesParams = {
    indexPrefixes,
    unsafe: [...unsafeNames],
    plans: { partner: { filter, fields: { allow: ['*a*', '*e*', '*i*', '*o*'] } } },
  }
  const judge = makeValidator(rulesFor(params, 'partner'))
  const overLimits = limitCases.map(([name, , body]) => ({ name, body }))
  const attacks = [...bodyAttacks, ...overLimits, ...indexAttacks, ...textAttacks]
  const passed = attacks.filter(({ index = 'organization-serp*', body, text, bytes }: Attack) => {
    if (bytes) return false // no text
    return !('problems' in judge(text ?? JSON.stringify({ index, body })))
  })
  expect(passed.map(({ name }) => name)).toEqual([])
})

describe('the check of the filter', () => {
  test.each<[string, unknown, (string | number)[], string]>([
    ['two clauses', { ...all, ...filter }, [], 'must be an object with exactly one'],
    [
      'an unknown clause',
      { bool: { must: [all, { trem: { region: 'RI' } }] } },
      ['bool', 'must', 1, 'trem'],
      'clause "trem" is not allowed; did you mean term?',
    ],
    [
      'inner hits, which answers would hold',
      { nested: { path: 'contacts', query: all, inner_hits: {} } },
      [],
      'a filter must not have inner_hits',
    ],
    [
      'a price above the maximum',
      { bool: { should: Array(400).fill({ prefix: { name: 'a' } }) } },
      [],
      'query cost of at least 1610 exceeds the limit of 1600',
    ],
  ])('refuses %s', (_, wrong, path, message) => {
    const rules = { indexPrefixes, plans: { default: { filter: wrong as object as never } } }
    const [mistake] = formMistakes(rules, ['rules'])
    expect(mistake).toMatchObject({
      rule: 'filter-refused',
      path: ['rules', 'plans', 'default', 'filter', ...path],
      message: expect.stringContaining(message),
    })
    expect(() => makeValidator(rulesFor(rules, 'default'))).toThrow('search-rules: filter: ')
  })

  test('prefixes of a plan must not reach the index of users either', () => {
    const rules = {
      indexPrefixes,
      plans: { default: { indexPrefixes: ['map-serp', 'directory'] } },
    }
    expect(formMistakes(rules)).toMatchObject([
      { rule: 'prefix-reaches-users', path: ['plans', 'default', 'indexPrefixes', 1] },
    ])
  })

  test('a plan that auth-service.config.yml lacks is a mistake', () => {
    expect(formMistakes({ indexPrefixes, plans: { partner: {} } })).toMatchObject([
      { rule: 'plan-unknown', path: ['plans', 'partner'] },
    ])
  })
})

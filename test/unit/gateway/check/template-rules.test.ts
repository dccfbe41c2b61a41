import { readFileSync } from 'node:fs'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { shippedFacts } from '../shipped.js'

/** Search templates have rules of their own. */
const gateway = readFileSync('config/gateway.config.yml', 'utf8')

const searches = '              maxCost: 1600 # maximum query cost: docs/query-cost.md\n'

type Edit = [from: string, to: string]

/** What is found in the shipped file with these edits. */
function findings(...edits: Edit[]) {
  const text = edits.reduce((edited, [from, to]) => {
    expect(edited).toContain(from)
    return edited.replace(from, () => to)
  }, gateway)
  const { value, mistakes, placeAll } = parseSource('f', text, checkedSetting)
  expect(mistakes).toEqual([])
  return placeAll(checkGateway(value as Mapping, shippedFacts))
}

test('stricter limits, prices and clauses of the searches stop no start', () => {
  const stricter = 'maxCost: 5\n              queries: { deny: [bool] }\n'
  expect(findings([searches, `              ${stricter}`])).toEqual([])
})

const region = 'filter: { term: { region: RI } }'
const ofAnonymous = `plans: { anonymous: { ${region} } }`
const organizations = 'indexPrefixes: [organization-serp, organization-entity]'

test.each<[string, Edit[], string?]>([
  ['all callers', [[searches, `              ${region}\n`]]],
  ['a plan', [[searches, `              ${ofAnonymous}\n`]], ' of the plan "anonymous"'],
  [
    'assistants',
    [
      [
        'searchRules: *rules',
        `freeSearch: true\n              searchRules: { ${organizations}, ${region} }`,
      ],
      ['# freeSearch: false', '#'],
    ],
  ],
])('a filter that only the searches of %s have stops the start', (_, edits, plan = '') => {
  const found = findings(...edits)
  expect(found.map(({ file }) => file.replace(/.*search-templates/, '')).sort()).toEqual([
    ...['/find.yml', '/landing.yml', '/organization.yml', '/suggest.yml'],
  ])
  for (const one of found) {
    expect(one).toMatchObject({ severity: 'error', rule: 'template-unconfined', column: 1 })
    expect(one.message).toContain(`the free search${plan}, but the template does not have it`)
  }
})

test('an index that the rules of a plan close stops the start', () => {
  const found = findings([
    'anonymous: { maxCost: 1200,',
    'anonymous: { indexPrefixes: [organization-serp], maxCost: 1200,',
  ])
  const ofTemplates = found.filter(({ rule }) => rule === 'template-refused')
  expect(ofTemplates.map(({ file }) => file.replace(/.*search-templates/, '')).sort()).toEqual([
    ...['/find.yml', '/landing.yml', '/organization.yml'],
  ])
  for (const one of ofTemplates)
    expect(one).toMatchObject({
      ...{ rule: 'template-refused', severity: 'error' },
      message: 'the search rules of the plan "anonymous" refuse its index',
      remedy: expect.stringContaining('begin with organization-serp'),
    })
})

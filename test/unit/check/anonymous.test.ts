import { readFileSync } from 'node:fs'
import { checkedSetting } from '../../../check/setting.js'
import { checkGateway } from '../../../gateway/config/pipelines.js'
import { routeTable } from '../../../gateway/config/route-table.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import { parseRoutes } from '../../../routes/routes.js'
import { withoutCredential } from '../../support/anonymous.js'
import { shippedFacts } from '../gateway/shipped.js'

/** Which pipelines may take callers without a credential. */

const facts = { ...shippedFacts, conditions: new Map([['always', {}]]) }
const gateway = readFileSync('config/gateway.config.yml', 'utf8')
const parsed = (text: string) => parseSource('f', text, checkedSetting)

const freeSearch = (text: string) => text.replace('# freeSearch: false', 'freeSearch: true')
const unlimited = (text: string) =>
  text.replace(
    /(\n {2}search-templates:\n {4}apiEndpoints: [^§]*?)- throttle: \*by-address\n/,
    '$1- throttle:\n          - condition: { name: always }\n' +
      '            action: { by: address, limit: 600, windowSeconds: 60 }\n',
  )
const everywhere = (text: string) => text.replace('# anonymous: false', 'anonymous: true')
const free = 'pipeline "organizations": callers without a credential may'

test.each<[string, (text: string) => string, rule: string, message: string]>([
  ['the free search', everywhere, 'anonymous-refused', free],
  ['explain', withoutCredential('explain'), 'anonymous-refused', ''],
  ['fields', withoutCredential('fields'), 'anonymous-refused', ''],
  [
    'mcp with its free search',
    (text) => freeSearch(withoutCredential('mcp')(text)),
    ...(['anonymous-refused', ''] as const),
  ],
  [
    'no limit by address',
    (text) => unlimited(withoutCredential('search-templates')(text)),
    ...(['anonymous-unlimited', ''] as const),
  ],
])('is refused: %s', (_, edit, rule, message) => {
  const { value, placeAll } = parsed(edit(gateway))
  expect(placeAll(checkGateway(value as Mapping, facts))).toContainEqual(
    expect.objectContaining({ rule, message: expect.stringContaining(message) }),
  )
})

test('the routes show it', () => {
  const { value } = parsed(withoutCredential('search-templates')(gateway))
  const table = routeTable(parseRoutes(value as Mapping))
  expect(table).toMatch(/^GET +\/api\/v1\/organizations +token, key, no login +search-templates /m)
  expect(table).toMatch(/^POST +\/api\/v1\/organizations\/search +token, key +organizations /m)
})

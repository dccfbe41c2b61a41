import { readFileSync } from 'node:fs'
import { routeTable } from '../../../../gateway/check/route-table.js'
import { openToVisitors } from '../../../../gateway/check/visitors.js'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { parseRoutes } from '../../../../routes/routes.js'
import { closed, opened } from '../../../support/anonymous.js'
import { factsWithoutTemplates } from '../shipped.js'

/** Which pipelines may take callers without a credential. */

const gateway = readFileSync('config/gateway.config.yml', 'utf8')
const parsed = (text: string) => parseSource('f', text, checkedSetting)

const unlimited = (text: string) =>
  text.replace(
    /(\n {2}search-templates:\n {4}apiEndpoints: [^§]*?)- throttle: \*by-address\n/,
    '$1- throttle:\n          - condition: { name: always }\n' +
      '            action: { by: address, limit: 600, windowSeconds: 60 }\n',
  )
const everywhere = (text: string) =>
  text.replace('queryKey: true #', 'anonymous: true\n              queryKey: true #')
const free = 'pipeline "organizations": callers without a credential may'

test.each<[string, (text: string) => string, rule: string, message: string]>([
  ['the free search', everywhere, 'anonymous-refused', free],
  ['explain', opened('explain'), 'anonymous-refused', ''],
  ['fields', opened('fields'), 'anonymous-refused', ''],
  ['no limit by address', unlimited, ...(['anonymous-unlimited', ''] as const)],
])('is refused: %s', (_, edit, rule, message) => {
  const { value, placeAll } = parsed(edit(gateway))
  expect(placeAll(checkGateway(value as Mapping, factsWithoutTemplates))).toContainEqual(
    expect.objectContaining({ rule, message: expect.stringContaining(message) }),
  )
})

test('the routes show it, and one line closes it', () => {
  const routesOf = (text: string) => parseRoutes(parsed(text).value as Mapping)
  const routes = routesOf(gateway)
  const table = routeTable(routes)
  expect(table).toMatch(/^GET +\/api\/v1\/organizations +token, key, no login +search-templates /m)
  expect(table).toMatch(/^POST +\/api\/v1\/organizations\/search +token, key +organizations /m)
  const [line, ...others] = openToVisitors(routes)
  expect(line).toMatch(/^open to visitors: .*GET \/api\/v1\/organizations, .*POST \/api\/v1\/mcp, /)
  expect(line).toMatch(/ \(120 requests in 60 s, maxCost \d+, size 50, window 1000\)$/)
  expect(others).toEqual([])
  expect(openToVisitors(routesOf(closed(gateway)))).toEqual(['open to visitors: nothing'])
})

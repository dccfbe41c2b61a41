import { routeTable } from '../../../gateway/route-table.js'
import { parseSource } from '../../../kit/yaml/source.js'
import { right } from './broken-configurations.js'

test('routes of a pipeline that is switched off are marked', () => {
  const { value } = parseSource(
    'gateway.config.yml',
    right.replace(/- open: .*/, '- open: [{ action: { enabled: "false" } }]'),
    () => undefined,
  )
  expect(routeTable(value as Record<string, unknown>)).toMatch(/^GET +\/things +off +things /m)
})

test('the table tells method, path, whether anyone may call, pipeline, policies and upstream', () => {
  const text = right.replace('serviceEndpoint: far', 'serviceEndpoint: far, public: true')
  const { value } = parseSource('gateway.config.yml', text, () => undefined)
  const things = 'things open > limit > limit > identify > permit > limit > rules > find find'
  const rows = routeTable(value as Record<string, unknown>).split('\n')
  expect(rows.map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    'METHOD PATH PUBLIC PIPELINE POLICIES UPSTREAM',
    'GET /hello public hello open > limit > forward far',
    `GET /things - ${things}`,
    `POST /things - ${things}`,
    `GET /things/:id - ${things}`,
    `POST /things/:id - ${things}`,
    `DELETE /things/:id/parts/* - ${things}`,
  ])
  expect(new Set(rows.map((row) => row.search(/(?<= {2})(PIPELINE|hello|things) /))).size).toBe(1)
})

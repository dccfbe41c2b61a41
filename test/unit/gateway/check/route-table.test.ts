import { routeTable } from '../../../../gateway/check/route-table.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { parseRoutes } from '../../../../routes/routes.js'
import { right } from '../broken-configurations.js'

const tableOf = (config: Mapping) =>
  routeTable(parseRoutes(config), ({ policy }) => policy === 'answers-anyone')

test('routes of a pipeline that is switched off are marked', () => {
  const { value } = parseSource(
    'gateway.config.yml',
    right.replace(/- open: .*/, '- envelope: [{ action: { enabled: "false" } }]'),
    () => undefined,
  )
  expect(tableOf(value as Mapping)).toMatch(/^GET +\/things +off +things /m)
})

test('the table shows method, path, required credential, pipeline, policies and upstream', () => {
  const text = right.replace('serviceEndpoint: far', 'serviceEndpoint: far, public: true')
  const { value } = parseSource('gateway.config.yml', text, () => undefined)
  const things = 'things open > limit > limit > identify > permit > limit > rules > find find'
  const rows = tableOf(value as Mapping).split('\n')
  expect(rows.map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
    'METHOD PATH CREDENTIAL PIPELINE POLICIES UPSTREAM',
    'GET /hello no login hello open > limit > limit > forward far',
    `GET /things - ${things}`,
    `POST /things - ${things}`,
    `GET /things/:id - ${things}`,
    `POST /things/:id - ${things}`,
    `DELETE /things/:id/parts/* - ${things}`,
  ])
  expect(new Set(rows.map((row) => row.search(/(?<= {2})(PIPELINE|hello|things) /))).size).toBe(1)
})

describe('what a caller needs', () => {
  const authenticate = (...accept: string[]) => ({ authenticate: [{ action: { accept } }] })
  const upstream = (action: object) => ({
    upstream: [{ action: { serviceEndpoint: 'auth', ...action } }],
  })
  const forwarded = upstream({ public: true, forwardCredentials: true })

  test.each<[string, string, object[], string]>([
    ['GET', '/a', [authenticate('access-token', 'api-key'), { search: [] }], 'token, key'],
    ['GET', '/a', [authenticate('api-key'), upstream({})], 'key'],
    ['GET', '/a', [upstream({ public: true })], 'no login'],
    ['GET', '/a', [{ 'answers-anyone': [] }], 'no login'],
    ['GET', '/a', [{ 'their-own': [] }, { search: [] }], '-'],
    ['POST', '/api/v1/auth/login', [forwarded], 'no login'],
    ['POST', '/api/v1/auth/logout', [forwarded], 'token'],
    ['POST', '/API/v1/auth/logout', [forwarded], '-'],
    ['PATCH', '/api/v1/api-keys/:key', [forwarded], 'token'],
    ['POST', '/api/v1/auth/*', [forwarded], 'no login, token'],
    ['GET', '/api/v1/auth/*', [forwarded], 'token, no login'],
    ['GET', '/a', [forwarded], '-'],
    [
      'POST',
      '/in',
      [upstream({ forwardCredentials: true, paths: { '/in': '/api/v1/auth/login' } })],
      'no login',
    ],
  ])('%s %s, %j: %s', (method, path, policies, credential) => {
    const apiEndpoints = { one: { host: '*', paths: path, methods: method } }
    const [, row] = tableOf({
      apiEndpoints,
      pipelines: { p: { apiEndpoints: ['one'], policies } },
    }).split('\n')
    expect(row!.split(/ {2,}/)[2]).toBe(credential)
  })
})

import { parseConfig } from '../../../auth-service/config.js'
import { mistakesAcross } from '../../../check/across.js'
import type { Mapping } from '../../../kit/yaml/mapping.js'
import { parseSource } from '../../../kit/yaml/source.js'

const right = `apiEndpoints:
  login: { host: "*", paths: /api/v1/auth/login, methods: [POST] }
  things: { host: "*", paths: /things, methods: [GET] }
pipelines:
  login:
    apiEndpoints: [login]
    policies:
      - throttle: [{ action: { by: address, limit: 60000, windowSeconds: 60 } }]
      - throttle: [{ action: { by: address, limit: 300, windowSeconds: 60 } }]
  things:
    apiEndpoints: [things]
    policies:
      - authorize: [{ action: { scopes: ["a:read", "a:write"] } }]
`
const roles = 'roles: { user: [a:read], admin: [a:write] }'

function found(text: string, policy = roles): string[] {
  const { config } = parseConfig('auth', policy, () => undefined)
  const { value, place } = parseSource('gateway', text, () => undefined)
  return mistakesAcross(value as Mapping, config)
    .map(place)
    .map(({ line, column, severity, rule }) => `${line}:${column} ${severity} ${rule}`)
}

test('what fits together is right', () => {
  expect(found(right)).toEqual([])
})

test('a scope that no role grants is an error, at its place', () => {
  expect(found(right, 'roles: { user: [a:read] }')).toEqual(['13:52 error scope-not-granted'])
})

const strict = '      - throttle: [{ action: { by: address, limit: 300, windowSeconds: 60 } }]\n'
const unlimited = ['5:3 warning login-unlimited']

test.each([
  ['no strict throttle', strict, ''],
  ['one by owner', 'by: address, limit: 300', 'by: owner, limit: 300'],
  ['one by price', 'limit: 300', 'unit: cost, limit: 300'],
  ['one that is too wide', 'limit: 300', 'limit: 3000'],
])('logins without a limit are told: %s', (_, from, to) => {
  expect(found(right.replace(from, to))).toEqual(unlimited)
})

test.each([
  ['/api/v1/auth/*', unlimited],
  ['/API/:version/auth/:call', unlimited],
  ['/*', unlimited],
  ['/api/v1/auth', []],
  ['/api/v1/auth/login/*', []],
  ['/api/v1/auth/:a/:b', []],
])('%s takes logins: %j', (path, warnings) => {
  expect(found(right.replace('/api/v1/auth/login', `"${path}"`).replace(strict, ''))).toEqual(warnings)
})

test.each([
  'pipelines: []',
  'pipelines: { a: b, c: { policies: [a, { b: c }, { throttle: { action: d } }], apiEndpoints: e } }',
  'apiEndpoints: { a: null }',
  'pipelines: { a: { policies: [{ authorize: { action: { scopes: [1, null] } } }] } }',
])('what is not well formed is left to the gateway: %s', (text) => {
  expect(found(text)).toEqual([])
})

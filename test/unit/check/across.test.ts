import { parseConfig } from '../../../auth-service/config/config.js'
import { mistakesAcross, mistakesInAuth } from '../../../check/across.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'

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

test.each([
  ['user: [a:read, api-keys:manage, users:manage], admin: [a:write]', []],
  [
    'user: [a:read, a:wirte], admin: [a:write]',
    ['1:25 warning scope-unused did you mean "a:write"?'],
  ],
])('a scope of a role that no step asks for is a warning, at its place: %s', (granted, wanted) => {
  const auth = parseConfig('auth', `roles: { ${granted} }`, () => undefined)
  const { value } = parseSource('gateway', right, () => undefined)
  const found = auth.placeAll(mistakesInAuth(value as Mapping, auth.config))
  expect(
    found.map(
      ({ line, column, severity, rule, remedy }) =>
        `${line}:${column} ${severity} ${rule} ${remedy.split(';')[0]}`,
    ),
  ).toEqual(wanted)
})

test.each([
  ['nothing', 'limit: 300', ['1:9 error plan-unknown']],
  ['a limit', 'limit: { default: 300, gold: 600 }', []],
  ['search rules', 'plans: { gold: { maxCost: 9 } }', []],
  ['rules of a template', 'rules: { plans: { gold: { maxCost: 9 } } }', []],
])('a plan is named by %s', (_, parameter, wanted) => {
  const auth = parseConfig('auth', 'plans: [gold, default]', () => undefined)
  const { value } = parseSource('gateway', right.replace('limit: 300', parameter), () => undefined)
  const found = auth
    .placeAll(mistakesInAuth(value as Mapping, auth.config))
    .filter(({ rule }) => rule === 'plan-unknown')
  expect(
    found.map(({ line, column, severity, rule }) => `${line}:${column} ${severity} ${rule}`),
  ).toEqual(wanted)
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
  ['/api/:version/auth/:call', unlimited],
  ['/API/v1/auth/login', []],
  ['/*', unlimited],
  ['/api/v1/auth', []],
  ['/api/v1/auth/login/*', []],
  ['/api/v1/auth/:a/:b', []],
])('%s takes logins: %j', (path, warnings) => {
  expect(found(right.replace('/api/v1/auth/login', `"${path}"`).replace(strict, ''))).toEqual(
    warnings,
  )
})

test('a path that is rewritten to the login of the auth service takes logins too', () => {
  const upstream = 'upstream: [{ action: { paths: { /in: /api/v1/auth/login } } }]'
  const text = right.replace('/api/v1/auth/login', '/in').replace(strict, `      - ${upstream}\n`)
  expect(found(text)).toEqual(unlimited)
})

test.each([
  'pipelines: []',
  'pipelines: { a: b, c: { policies: [a, { b: c }, { throttle: { action: d } }], apiEndpoints: ' +
    'e } }',
  'apiEndpoints: { a: null }',
  'pipelines: { a: { policies: [{ authorize: { action: { scopes: [1, null] } } }] } }',
])('what is not well formed is left to the gateway: %s', (text) => {
  expect(found(text)).toEqual([])
})

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../../../../auth-service/config/config.js'
import { checkAcross, findAcross, findInAuth } from '../../../../gateway/config/across.js'
import { readConfig } from '../../../../gateway/config/config.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { configCopy } from '../../../support/stack.js'

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
  return findAcross(value as Mapping, config)
    .map(place)
    .map(({ line, column, severity, rule }) => `${line}:${column} ${severity} ${rule}`)
}

test('what fits together is right', () => {
  expect(found(right)).toEqual([])
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
  const found = auth.placeAll(findInAuth(value as Mapping, auth.config))
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
  ['rules of a template', 'rules: { plans: { gold: { maxCost: 9 } } }', []],
])('a plan is named by %s', (_, parameter, wanted) => {
  const auth = parseConfig('auth', 'plans: [gold, default]', () => undefined)
  const { value } = parseSource('gateway', right.replace('limit: 300', parameter), () => undefined)
  const found = auth
    .placeAll(findInAuth(value as Mapping, auth.config))
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
  ['/API/v1/auth/login', []],
  ['/*', unlimited],
  ['/api/v1/auth/login/*', []],
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

describe('a start', () => {
  const settingOf = (name: string, fallback?: string) => fallback ?? `the value of ${name}`
  let configDir: string
  beforeEach(() => {
    configDir = configCopy({
      'gateway.config.yml': (text) =>
        text.replace('scopes: ["organizations:read"]', 'scopes: ["organizations:reed"]'),
    })
  })
  afterEach(() => rmSync(configDir, { recursive: true }))

  const authFile = () => join(configDir, 'auth-service.config.yml')
  const policy = (text: string) => () => writeFileSync(authFile(), `${text}\n`)
  const check = () => checkAcross(configDir, readConfig(configDir, settingOf).gateway, settingOf)
  const granting = 'roles: { user: [organizations:reed] }'
  const reed = /gateway\.config\.yml:\d+:\d+ no role grants the scope "organizations:reed"/

  test.each<[string, () => void, RegExp]>([
    ['the shipped roles lack the scope', () => {}, reed],
    [
      'no step names a plan',
      policy(`${granting}\nplans: [gold]`),
      /auth-service\.config\.yml:2:9 no step of gateway\.config\.yml names the plan "gold"/,
    ],
  ])('is refused: %s', (_, prepare, says) => {
    prepare()
    expect(check).toThrow(says)
  })

  test.each<[string, () => void, string[]]>([
    ['a role grants the scope', policy(granting), []],
    ['what has no effect', policy(`${granting.slice(0, -3)}, a:b] }`), ['scope-unused']],
    ['without the file nothing is known', () => rmSync(authFile()), []],
    ['and a file that is no YAML', policy('roles: ['), []],
  ])('takes it, with its warnings: %s', (_, prepare, rules) => {
    prepare()
    expect(check().map(({ rule }) => rule)).toEqual(rules)
  })
})

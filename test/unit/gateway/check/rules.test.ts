import { parseConfig } from '../../../../auth-service/config/config.js'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { corePipelines, shippedFacts } from '../shipped.js'

/**
 * The names of rules, which stay the same from version to version: those that
 * test/support/broken-files.ts does not hold.
 */
const gateway = corePipelines
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
const authUrl = 'url: ${AUTH_SERVICE_URL}'
const toAuth = 'public: true, forwardCredentials: true }'

test.each<[rules: string[], from: string, to: string]>([
  [['endpoint-twice'], 'apiEndpoints: [explain]', 'apiEndpoints: [explain, login]'],
  [['unlisted-policy'], 'policies: [envelope, block, throttle,', 'policies: [envelope, block,'],
  [['duplicate'], 'methods: [POST]', 'methods: [POST, POST]'],
  [
    ['credential-twice'],
    toAuth,
    toAuth.replace(' }', ', basicAuth: { username: a, password: b } }'),
  ],
  [['credentials-forwarded'], authUrl, 'url: http://grants.example.org'],
])('%j in gateway.config.yml', (rules, from, to) => {
  expect(gateway).toContain(from)
  const { value, mistakes, placeAll } = parseSource('f', gateway.replace(from, to), checkedSetting)
  expect(mistakes).toEqual([])
  const found = placeAll(checkGateway(value as Mapping, shippedFacts))
  expect([...new Set(found.map(({ rule }) => rule))]).toEqual(rules)
})

test.each<[limit: string, plans: string, wanted: string[]]>([
  ['1599', '', ['"default" is below its maxCost, 1600']],
  ['{ default: 1600, anonymous: 9 }', '', ['"anonymous" is below its maxCost, 1600']],
  ['1600', 'plans: { anonymous: { maxCost: 1601 } }', ['"anonymous" is below its maxCost, 1601']],
  ['{ default: 1600, anonymous: 1601 }', 'plans: { anonymous: { maxCost: 1601 } }', []],
])('a cost budget of %s with %j warns: cost-limit-below-max-cost %j', (limit, plans, wanted) => {
  const budget = `limit: ${limit}, windowSeconds: 60, name: budget`
  const text = gateway
    .replace('              # hints: true', `              ${plans}\n$&`)
    .replace(
      '      - search:\n',
      `      - throttle:\n          - action: { by: owner, unit: cost, ${budget} }\n$&`,
    )
  const { value, placeAll } = parseSource('f', text, checkedSetting)
  const found = placeAll(checkGateway(value as Mapping, shippedFacts))
  expect(found.map(({ rule, severity, message }) => [rule, severity, message])).toEqual(
    wanted.map((text) => ['cost-limit-below-max-cost', 'warning', expect.stringContaining(text)]),
  )
})

test.each([
  ['login: { freeFailures: 100 }\npassword: { minLength: 15 }', []],
  ['login: { freeFailures: 101 }', ['1:10 login-unlimited']],
  ['password: { minLength: 14 }', ['1:13 password-short']],
  ['password: { minLength: 14 } # check-ignore: password-short', []],
  [
    'tokens: { accessSeconds: 61, refreshIdleSeconds: 60, refreshAbsoluteSeconds: 60 }',
    ['1:11 settings-collide'],
  ],
  [
    'tokens: { accessSeconds: 60, refreshIdleSeconds: 61, refreshAbsoluteSeconds: 60 }',
    ['1:30 settings-collide'],
  ],
])('warnings of auth-service.config.yml: %s', (text, wanted) => {
  const { warnings } = parseConfig('f', text, () => undefined)
  expect(warnings.map(({ line, column, rule }) => `${line}:${column} ${rule}`)).toEqual(wanted)
  expect(warnings.every(({ severity }) => severity === 'warning')).toBe(true)
})

const query = 'queryKey: true #'

test.each<[string, from: string, to: string, rules: string[]]>([
  ['in its line', query, 'queryKey: true # check-ignore: api-key-in-query;', []],
  [
    'above it',
    query,
    `# check-ignore: api-key-in-query\n              # so\n              ${query}`,
    [],
  ],
  ['by another rule', query, 'queryKey: true # check-ignore: api-key;', ['api-key-in-query']],
  ['and is an error', query, 'queryKey: maybe # check-ignore: wrong-type;', ['wrong-type']],
])('a finding that is silenced %s', (_, from, to, rules) => {
  const text = gateway.replace(from, to)
  expect(inProduction(text).map(({ rule }) => rule)).toEqual(rules)
})

/** The findings where warnings of production are given. */
function inProduction(text: string) {
  const { value, placeAll } = parseSource('f', text, checkedSetting)
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const found = checkGateway(value as Mapping, shippedFacts)
  process.env.NODE_ENV = NODE_ENV
  return placeAll(found)
}

import { checkGateway } from '../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../gateway/lab/settings.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import { corePipelines, shippedFacts } from './shipped.js'

const original = corePipelines

/**
 * The shipped file with an endpoint and a pipeline of that name for each of these lists of steps.
 */
function withPipelines(pipelines: Record<string, string[]>): string {
  const names = Object.keys(pipelines)
  const endpoints = names.map(
    (name) => `  ${name}: { host: "*", paths: /api/v1/${name}, methods: [GET] }\n`,
  )
  const added = Object.entries(pipelines).map(([name, steps]) =>
    [
      `  ${name}:`,
      `    apiEndpoints: [${name}]`,
      '    policies:',
      ...steps.map((step) => `      - ${step}`),
      '',
    ].join('\n'),
  )
  const text = original
    .replace('apiEndpoints:\n', () => `apiEndpoints:\n${endpoints.join('')}`)
    .replace(
      'serviceEndpoints:\n',
      'serviceEndpoints:\n  grants: { url: "http://127.0.0.1:9000" }\n',
    )
  return `${text}\n${added.join('')}`
}

function findingsIn(text: string) {
  const { value, mistakes, placeAll } = parseSource('gateway.config.yml', text, checkedSetting)
  expect(mistakes).toEqual([])
  const lines = text.split('\n')
  return placeAll(checkGateway(value as Mapping, shippedFacts)).map(
    ({ line, column, rule, message, remedy }) => ({
      at: lines[line - 1]!.slice(column - 1),
      line,
      rule,
      message,
      remedy,
    }),
  )
}

const throttle = 'throttle: *by-address'
const upstream = 'upstream: [{ action: { serviceEndpoint: grants } }]'
const right = [
  'envelope: []',
  throttle,
  'authenticate: *authenticate',
  'authorize: *authorize',
  upstream,
]

test.each([
  {
    name: 'authorize before authenticate',
    steps: [
      'envelope: []',
      throttle,
      'authorize: *authorize',
      'authenticate: *authenticate',
      upstream,
    ],
    at: 'authenticate: *authenticate',
    rule: 'step-order',
  },
  {
    name: 'a parameter that << brings to another policy',
    steps: [
      ...right.slice(0, 4),
      'upstream: [{ action: { <<: *engine, serviceEndpoint: grants } }]',
    ],
    at: '<<: *engine',
    rule: 'unknown-parameter',
  },
])('$name in a pipeline with aliases is placed in that pipeline', ({ steps, at, rule }) => {
  const found = findingsIn(withPipelines({ grants: steps }))
  expect(found.length).toBeGreaterThan(0)
  for (const finding of found) {
    expect(finding.at.startsWith(at)).toBe(true)
    expect(finding.line).toBeGreaterThan(original.split('\n').length)
    expect(finding.rule).toBe(rule)
    if (rule.startsWith('step-')) expect(finding.message).toContain('pipeline "grants"')
  }
})

test('a mistake in the anchor itself is placed there, once', () => {
  const text = withPipelines({ one: right, two: right }).replace(
    'keyCacheSeconds: 60',
    'keyCacheSeconds: -1',
  )
  const found = findingsIn(text)
  expect(found).toHaveLength(1)
  expect(found[0]!.at).toMatch(/^keyCacheSeconds: -1/)
})

test('an alias of endpoints in two pipelines is placed at the second use', () => {
  const text = withPipelines({ one: right, two: right })
    .replace('apiEndpoints: [one]', 'apiEndpoints: &shared [one, two]')
    .replace('apiEndpoints: [two]', 'apiEndpoints: *shared')
  const found = findingsIn(text)
  expect(found.map(({ at, rule }) => ({ at, rule }))).toEqual([
    { at: '*shared', rule: 'endpoint-twice' },
  ])
})

test('an anchor may be used any number of times', () => {
  const names = Array.from({ length: 500 }, (_, i) => `grants${i}`)
  expect(findingsIn(withPipelines(Object.fromEntries(names.map((name) => [name, right]))))).toEqual(
    [],
  )
})

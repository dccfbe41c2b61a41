import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReplayReport } from '../../gateway/lab/decisions.js'
import type { RecordedRequest } from '../../gateway/lab/recorder.js'
import { built, root, testEnvironment } from '../support/stack.js'

const config = join(root, 'config')
const read = (name: string) => readFileSync(join(config, name), 'utf8')
const [gateway, system] = [read('gateway.config.yml'), read('system.config.yml')]
const templates = Object.fromEntries(
  [
    'causes.yml',
    'words.yml',
    ...readdirSync(join(config, 'search-templates')).map((n) => `search-templates/${n}`),
  ].map((name) => [name, read(name)]),
)
const secret = 'a-secret-of-the-gateway-0123456789'
const variables = {
  ...{ CONFIG_DIR: config, SERVICE_SECRET: secret, ELASTICSEARCH_URL: 'http://127.0.0.1:9' },
  ...{ AUTH_SERVICE_URL: 'http://127.0.0.1:9', AUTH_INTERNAL_URL: 'http://127.0.0.1:9' },
}
const held = (text: string, own: object = templates) => ({
  files: { texts: { 'gateway.config.yml': text, 'system.config.yml': system, ...own } },
  variables,
})

const requests: RecordedRequest[] = []
/** Records a request that came some times. */
function record(request: string, count: number, more: Partial<RecordedRequest> = {}): void {
  const [method = '', url = ''] = request.split(' ')
  const one = { method, url, headers: {}, address: '192.0.2.1', used: {}, body: '', ...more }
  requests.push(...Array<RecordedRequest>(count).fill(one))
}
const caller = { kind: 'api-key', scopes: ['organizations:read'] } as const
const search = 'POST /api/v1/organizations/search'
const searching = (
  body: object,
  more: Partial<RecordedRequest> = {},
): Partial<RecordedRequest> => ({
  headers: { 'content-type': 'application/json' },
  ...{ body: JSON.stringify({ index: 'map-serp', body }), caller, ...more },
})
const food = { query: { match: { name: 'food' } } }
record(search, 7, searching({ ...food, size: 20 }))
record(search, 5, searching({ ...food, size: 200 }))
record(search, 4, searching({ query: { wildcard: { name: '*food*' } } }))
const withoutScope = { kind: 'access-token', scopes: [] } as const
record(search, 3, searching({ query: { term: { ein: '1' } } }, { caller: withoutScope }))
record(search, 2, searching(food, { caller: { ...caller, plan: 'gold', in: 'url' } }))
record(search, 1, searching(food, { caller: { ...caller, kind: 'refused' } }))
const unread = { 'content-type': 'application/json', 'content-length': '70' }
const { body: _, ...withoutBody } = searching(food, { headers: unread })
record(search, 3, { ...withoutBody, body: undefined, used: { 'requests-per-owner': 600 } } as never)
record('GET /api/v1/organizations?q=food&size=50', 9)
record('GET /api/v1/organizations?q=food', 8, { used: { 'requests-per-owner': 110 } })
record('GET /api/v1/organizations?q=food&size=51', 2)
record('GET /api/v1/organizations/000000001', 6) // the engine says whether it is there
record('GET /robots.txt', 10, { address: '203.0.113.9' })
record('GET /api/v1/limits', 1, { caller })
record('GET /nowhere', 1)

/** A flip: how many, where, by which rule, and what it was and is. */
type Expected = [count: number, rule: string, change: string]
type Case = [name: string, edit: (text: string) => string, flips: Expected[]]

const cases: Case[] = [
  ['a timeout', (text) => text.replace('timeoutMs: 10000', 'timeoutMs: 9000'), []],
  [
    'a limit of sizes',
    (text) => text.replace('# limits: { size: 100 }', 'limits: { size: 100 }'),
    [[5, 'organizations search-rules limits.size', 'passes > VALIDATION_ERROR']],
  ],
  [
    'a maxCost that is ten times too small',
    (text) => text.replace('maxCost: 1600', 'maxCost: 16'),
    [[4, 'organizations search-rules maxCost', 'passes > VALIDATION_ERROR']],
  ],
  [
    'another scope',
    (text) => text.replace('scopes: ["organizations:read"]', 'scopes: ["organizations:find"]'),
    [
      [23, 'search-templates authorize scopes', 'passes > FORBIDDEN'],
      [18, 'organizations authorize scopes', 'passes > FORBIDDEN'],
      [3, 'organizations authorize scopes', 'RATE_LIMITED > FORBIDDEN'],
      [2, 'search-templates authorize scopes', 'VALIDATION_ERROR > FORBIDDEN'],
    ],
  ],
  [
    'more for visitors',
    (text) => text.replace('limits: { size: 50,', 'limits: { size: 60,'),
    [
      [
        2,
        'search-templates search-template rules.plans.anonymous.limits.size',
        'VALIDATION_ERROR > passes',
      ],
    ],
  ],
  [
    'fewer requests of visitors',
    (text) => text.replace('VISITOR_REQUESTS_PER_MINUTE:-120', 'VISITOR_REQUESTS_PER_MINUTE:-12'),
    [[8, 'search-templates throttle requests-per-owner.limit.anonymous', 'passes > RATE_LIMITED']],
  ],
  [
    'pages that are switched off',
    (text) => text.replaceAll('PUBLIC_PAGES:-true', 'PUBLIC_PAGES:-false'),
    [[10, 'discovery  enabled', 'passes > NOT_FOUND']],
  ],
  [
    'a route of another method',
    (text) =>
      text.replace(
        'paths: /api/v1/limits\n    methods: [GET]',
        'paths: /api/v1/limits\n    methods: [POST]',
      ),
    [[1, 'limits apiEndpoints limits', 'passes > METHOD_NOT_ALLOWED']],
  ],
  [
    'no key in URLs',
    (text) => text.replace('queryKey: true', 'queryKey: false'),
    [[2, 'organizations authenticate queryKey', 'passes > UNAUTHORIZED']],
  ],
  [
    'more requests of an owner, whose body nobody had read',
    (text) => text.replaceAll('REQUESTS_PER_MINUTE:-600', 'REQUESTS_PER_MINUTE:-6000'),
    [[3, 'organizations throttle requests-per-owner.limit.default', 'RATE_LIMITED > passes']],
  ],
  [
    'addresses that are blocked',
    (text) =>
      text.replaceAll(
        'policies:\n      - envelope:',
        'policies:\n      - block: [{ action: { addresses: [203.0.113.0/24] } }]\n      - envelope:',
      ),
    [[10, 'discovery block addresses', 'passes > FORBIDDEN']],
  ],
]

function replayed(
  how: 'in processes' | 'in one process',
  afters: readonly object[],
  documents = {},
): (ReplayReport & { message?: string })[] {
  const input = JSON.stringify({ before: held(gateway), afters, requests, documents })
  const env = testEnvironment(join('/', 'nowhere'), config)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(built, 'test/programs/replay.js'), how],
    { input, env, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('each request that an edit flips is named with its rule, and no other', () => {
  const reports = replayed(
    'in one process',
    cases.map(([, edit]) => held(edit(gateway))),
  )
  const found = reports.map(({ flips = [], message }, i) => [
    cases[i]![0],
    message,
    flips.map(({ count, pipeline, step, rule, from, to }) => [
      count,
      `${pipeline} ${step} ${rule}`,
      `${from} > ${to}`,
    ]),
  ])
  expect(found).toEqual(cases.map(([name, , flips]) => [name, undefined, flips]))
  const lines = gateway.split('\n')
  const { flips, flipped } = reports[1]!
  expect([reports[1]!.requests, flipped]).toEqual([requests.length, 5])
  const line = lines.findIndex((one) => one.includes('limits: { size: 100 }')) + 1
  expect(flips[0]).toMatchObject({
    place: `gateway.config.yml:${line}`,
    example: { url: '/api/v1/organizations/search', caller: 'an api-key with organizations:read' },
  })
  expect(reports[6]!.flips[0]!.place).toMatch(/^gateway\.config\.yml:\d+$/)
})

test('templates are those of each configuration, costs those of the indices', () => {
  const find = 'search-templates/find.yml'
  const { [find]: _, ...without } = templates
  const smaller = templates[find]!.replace('minimum: 1, maximum: 100', 'minimum: 1, maximum: 20')
  expect(smaller).not.toBe(templates[find])
  const after = held(gateway.replace('maxCost: 1600', 'maxCost: 300'), {
    ...without,
    [find]: smaller,
  })
  const [report] = replayed('in processes', [after], { 'map-serp': 1_900_000 })
  expect(report!.flips).toMatchObject([
    {
      step: 'search-template',
      rule: 'templates',
      from: 'passes',
      to: 'VALIDATION_ERROR',
      count: 9,
    },
    { step: 'search-rules', rule: 'maxCost', from: 'passes', count: 4 },
  ])
})

test('a configuration that cannot be replayed is told, with the reason', () => {
  const [{ message } = {}] = replayed('in processes', [held('pipelines: [')])
  expect(message).toMatch(/^not replayed: .*gateway\.config\.yml:1/)
  expect(message).not.toContain(secret)
})

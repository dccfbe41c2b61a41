import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../http/gateway/project.js'
import { built, configCopy, root, testEnvironment } from '../support/stack.js'

const folder = configCopy()
afterAll(() => rmSync(folder, { recursive: true }))
const env = testEnvironment(join('/', 'nowhere'), folder, { ELASTICSEARCH_URL: '' })
const search = 'request: POST /api/v1/organizations/search, body: { index: map-serp, body: {} }'

interface Report {
  findings: { file: string; line: number; rule: string; message: string; remedy: string }[]
  unreached: { message: string }[]
}

/** The report of a check with these policy tests alone. */
async function checked(tests: string): Promise<Report & { code: number | null }> {
  mkdirSync(join(folder, 'tests'), { recursive: true })
  writeFileSync(join(folder, 'tests/own.yml'), tests)
  const { code, stdout } = await run('gateway/check/main.js', ['--format', 'json'], env)
  return { code, ...(JSON.parse(stdout) as Report) }
}

test('what does not come as expected is an error at its line, and what no test reaches is noted', async () => {
  const cases: [test: string, found: string | undefined][] = [
    [
      '{ request: GET /robots.txt, expect: { status: 404 } }',
      'status is not as expected: it is 200',
    ],
    [
      '{ request: GET /robots.txt, expect: { status: 200, search: none, upstream: none } }',
      undefined,
    ],
    [
      `{ ${search}, expect: { code: FORBIDDEN } }`,
      'code is not as expected: it is AUTHENTICATION_REQUIRED',
    ],
    [
      `{ ${search}, caller: { key: user, state: revoked }, expect: { code: AUTHENTICATION_REQUIRED } }`,
      undefined,
    ],
    [
      `{ ${search}, caller: { token: admin, plan: gold }, expect: { code: none } }`,
      'code is not as expected: it is VALIDATION_ERROR',
    ],
    [
      `{ ${search}, caller: { key: user, origins: ["https://a.example.org"] }, expect: { details: { reason: origin } } }`,
      undefined,
    ],
    [
      `{ ${search}, caller: { key: user }, given: { auth: away }, expect: { code: SERVICE_UNAVAILABLE } }`,
      undefined,
    ],
    [
      '{ request: GET /api/v1/organizations?q=food, given: { engine: away }, expect: { code: ELASTICSEARCH_UNAVAILABLE } }',
      undefined,
    ],
    [
      '{ request: GET /api/v1/organizations?q=food, given: { engine: { status: 429 } }, expect: { status: 200 } }',
      'status is not as expected: it is 503',
    ],
    [
      '{ request: GET /api/v1/organizations?q=food, used: { requests-per-owner: 120 }, expect: { code: RATE_LIMITED } }',
      undefined,
    ],
    [
      '{ request: GET /api/v1/organizations?q=food, used: { requests-per-owner: 119 }, expect: { status: 200 } }',
      undefined,
    ],
    [
      '{ request: GET /api/v1/organizations?q=food, expect: { search: { index: map-serp } } }',
      'search.index is not as expected: it is organization-entity*',
    ],
    [
      '{ request: GET /api/v1/auth/me, given: { upstream: { status: 403, body: { a: [1] } } }, expect: { status: 403, data: { a: [1] }, upstream: { service: auth } } }',
      undefined,
    ],
    [
      '{ request: GET /api/v1/auth/me, expect: { upstream: { headers: { x-forwarded-for: 192.0.2.2 } } } }',
      'upstream.headers.x-forwarded-for is not as expected: it is 192.0.2.1',
    ],
  ]
  const text = cases.map(([test], i) => `t${i}: ${test}`).join('\n')
  const { code, findings, unreached } = await checked(text)
  expect(
    findings.map(({ file, line, rule, message }) => [
      file.endsWith('tests/own.yml'),
      line,
      rule,
      message,
    ]),
  ).toEqual(
    cases.flatMap(([, found], i) =>
      found === undefined ? [] : [[true, i + 1, 'policy-test', `"t${i}": ${found}`]],
    ),
  )
  expect(code).toBe(1)
  const missing = unreached.map(({ message }) => message)
  expect(missing).toContain('no policy test reaches the step "export" of export')
  expect(missing).toContain('no policy test is refused by the step "authorize" of search-templates')
  expect(missing).not.toContain('no policy test reaches the step "discovery" of discovery')
  expect(missing).not.toContain('no policy test is refused by the step "throttle" of site')
})

test('tests of routes that are not there are one warning', async () => {
  const { code, findings } = await checked(
    'a: { request: GET /a, expect: { status: 200 } }\nb: { request: GET /b, expect: { status: 200 } }\nc: { request: GET /c, expect: { code: NOT_FOUND } }\n',
  )
  expect(code).toBe(0)
  expect(findings.filter(({ rule }) => rule.startsWith('policy-test'))).toMatchObject([
    {
      line: 1,
      severity: 'warning',
      message: 'no route takes GET /a, nor the requests of 1 more tests',
    },
  ])
})

test('explain prints each step with its line, the cost by part, and what is sent', async () => {
  const file = join(folder, 'request.http')
  writeFileSync(
    file,
    '# A search\n# caller: { key: user }\nPOST http://localhost:8080/api/v1/organizations/search\nContent-Type: application/json\n\n{ "index": "map-serp",\n  "body": { "query": { "match": { "name": "food" } } } }\n\n### another\nGET /\n',
  )
  const { code, stdout } = await run(
    'gateway/lab/explain-command.js',
    ['--config', folder, file],
    env,
  )
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^POST \/api\/v1\/organizations\/search\nendpoint organizations .*, pipeline organizations\n {2}line \d+ +envelope +passes\n/,
  )
  expect(stdout).toMatch(/authenticate +passes: api-key, plan default, scopes organizations:read\n/)
  expect(stdout).toMatch(/\ncost [\d.]+ of 1600\n +[\d.]+ {2}query\.match\n/)
  expect(stdout).toMatch(
    /\nto the engine: POST \/map-serp\/_search\?.*\n.*"match":\{"name":"food"\}.*\nresponse 200\n$/,
  )
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
/** What operators choose, all of it at once: no shipped test depends on it. */
const choices: [from: string | RegExp, to: string][] = [
  [/\$\{REQUESTS_PER_MINUTE:-600\}/g, '60'],
  [/\$\{LOGINS_PER_MINUTE:-30\}/g, '5'],
  [/\$\{VISITOR_REQUESTS_PER_MINUTE:-120\}/g, '12'],
  ['limit: 20,', 'limit: 3,'],
  [/maxBodyBytes: 1048576/g, 'maxBodyBytes: 65536'],
  [/maxBodyBytes: 0/g, 'maxBodyBytes: 1024'],
  ['maxCost: 1600', 'maxCost: 800'],
  [
    'maxCost: 1200, limits: { size: 50, window: 1000 }',
    'maxCost: 2000, limits: { size: 60, window: 2000 }',
  ],
  ['# limits: { size: 100 }', 'limits: { size: 100 }'],
  [/# fields: \{ deny: .* \}/, 'fields: { allow: [name, city, region] }'],
  ['timeoutMs: 10000 # from', 'timeoutMs: 5000 # from'],
]

/** What must never happen unseen: an edit, and a test that fails by it. */
const mistakes: [from: string | RegExp, to: string, failing: string][] = [
  ['maxCost: 1600', 'maxCost: 16', 'a usual search with facets has a usual price'],
  [
    'maxCost: 1600',
    'maxCost: 16000',
    'a search that would keep the engine busy for long is refused',
  ],
  [
    'organization-serp]\n              maxCost',
    'organization]\n              maxCost',
    'other indices are closed',
  ],
  ['# unsafe: [] # DANGER: constructs', 'unsafe: [script] # constructs', 'a script is refused'],
  [
    'accept: [access-token, api-key] #',
    'accept: [access-token] #',
    'a search is sent to the engine',
  ],
  ['queryKey: true', 'queryKey: false', 'a key in the URL is accepted'],
  ['scopes: ["organizations:read"]', 'scopes: ["users:manage"]', 'a search is sent to the engine'],
  [
    'scopes: ["organizations:read"]',
    'scopes: ["api-keys:manage"]',
    'a key without the scope is refused',
  ],
  ['anonymous: true # false', 'anonymous: false # false', 'a visitor finds organizations'],
  ['      - throttle: *logins\n', '', 'an address that tries many passwords is refused'],
  [
    '      - throttle: *by-owner\n      - search-rules:\n          - action: *rules',
    '      - search-rules:\n          - action: *rules',
    'too many requests of an owner are refused',
  ],
  ['origins: []', 'origins: ["*"]', 'a page of another origin may not read answers'],
  [
    '# - block:\n      #     - action: { addresses: [203.0.113.0/24, "2001:db8::/32"] }',
    '- block: [{ action: { addresses: [192.0.2.0/24] } }]',
    'a login goes to the auth service',
  ],
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

test('the shipped tests hold no figure that an operator chooses, and miss no mistake', () => {
  const shipped = readFileSync(join(folder, 'gateway.config.yml'), 'utf8')
  const edit = (text: string, from: string | RegExp, to: string) => {
    expect(text).toMatch(from)
    return text.replace(from, to)
  }
  const texts = [
    choices.reduce((text, [from, to]) => edit(text, from, to), shipped),
    ...mistakes.map(([from, to]) => edit(shipped, from, to)),
  ]
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(built, 'test/programs/shipped-tests.js')],
    {
      input: JSON.stringify(texts.map((text) => ({ 'gateway.config.yml': text }))),
      env: { ...env, CONFIG_DIR: join(root, 'config') },
      encoding: 'utf8',
    },
  )
  expect(stderr).toBe('')
  const [ofChoices, ...ofMistakes] = JSON.parse(stdout) as string[][]
  expect(ofChoices).toEqual([])
  expect(ofMistakes.map((failing, i) => failing.includes(mistakes[i]![2]) || failing)).toEqual(
    mistakes.map(() => true),
  )
})

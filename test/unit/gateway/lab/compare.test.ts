import { readFileSync } from 'node:fs'
import { parseConfig } from '../../../../auth-service/config/config.js'
import { readConfig } from '../../../../gateway/config/config.js'
import { pluginsDir } from '../../../../gateway/config/plugin-code.js'
import { readTemplateTexts } from '../../../../gateway/config/template-files.js'
import { addAuth } from '../../../../gateway/lab/auth-meaning.js'
import { compare } from '../../../../gateway/lab/compare.js'
import { readFacts } from '../../../../gateway/lab/facts.js'
import { type Meaning, readMeaning } from '../../../../gateway/lab/meaning.js'
import { printEffects } from '../../../../gateway/lab/report.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import { formatValue } from '../../../../gateway/lab/words.js'
import { readInstead } from '../../../../kit/config/yaml/file.js'
import { shippedFacts } from '../shipped.js'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
const shipped = readFileSync('config/gateway.config.yml', 'utf8')
const templates = readTemplateTexts('config')
const secret = 'a-secret-of-thirty-two-characters'
const settings: Record<string, string> = { SERVICE_SECRET: secret, PLUGINS: pluginsDir }

/** What a text of gateway.config.yml means, beside the other shipped files. */
function meant(text: string): Meaning {
  const settingOf = (name: string) => settings[name] ?? checkedSetting(name)
  readInstead('config', { ...templates, 'gateway.config.yml': text })
  const config = readConfig('config', settingOf)
  // as a worker sends it
  return JSON.parse(JSON.stringify(readMeaning(config, shippedFacts, { secrets: [secret] })))
}

type Edit = readonly [from: string, to: string]

function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((now, [from, to]) => {
    expect(now).toContain(from)
    return now.replace(from, () => to)
  }, text)
}

const before = meant(shipped)

/** `effect part: text (line)`, for each difference. */
function told(was: Meaning, is: Meaning): string[] {
  return compare(was, is).map(({ effect, part, text, place }) => {
    return `${effect} ${part}: ${text}${place === undefined ? '' : ` (${place})`}`
  })
}

/** The line of a text in the edited file. */
const lineOf = (text: string, found: string) => text.split(found, 1)[0]!.split('\n').length

const ofTemplates = 'search-templates, mcp and site'
/** Edits, the sentences that tell them, and the text at whose line each is written. */
const cases: [what: string, edits: Edit[], sentences: string[], at?: string[], from?: Edit[]][] = [
  [
    'limits and costs of a plan',
    [
      [
        'anonymous: { maxCost: 1200, limits: { size: 50, window: 1000 } }',
        'anonymous: { maxCost: 600, limits: { size: 100, window: 1000 } }',
      ],
      ['anonymous: ${VISITOR_REQUESTS_PER_MINUTE:-120}', 'anonymous: 12\n          gold: 6000'],
    ],
    [
      'allows organizations, explain, export and 4 more: plan gold: 600 → 6000 requests by owner, 10 times as many',
      'allows search-templates, mcp, site and sitemap: plan anonymous: limits.size: 50 → 100, 2 times as many',
      'refuses organizations, explain, export and 4 more: plan anonymous: 120 → 12 requests by owner, 1/10',
      'refuses search-templates, mcp, site and sitemap: plan anonymous: maxCost: 1200 → 600, 1/2',
    ],
    ['gold: 6000', 'anonymous: { maxCost: 600', 'anonymous: 12', 'anonymous: { maxCost: 600'],
  ],
  [
    'queries, features and a filter',
    [
      ['# features: [regexp, suggest]', 'features: [regexp, suggest]'],
      ['# queries: { deny: [wildcard] }', 'queries: { deny: [wildcard] }'],
      ['# filter: { match_all: {} }', 'filter: { match_all: {} }'],
    ],
    [
      // a filter closes suggestions
      'allows organizations, explain, export and mcp: the feature regexp and suggest is on',
      'refuses organizations, explain, export and mcp: the query wildcard is denied',
      'refuses organizations, explain, export and mcp: searches find only what a filter matches',
    ],
    ['features: [regexp', 'queries: { deny', 'filter: {'],
  ],
  [
    'another service',
    [
      [
        '  sitemap:\n    host: "*"\n',
        '  grants: { host: "*", paths: /api/v1/grants, methods: [GET] }\n  sitemap:\n    host: "*"\n',
      ],
      [
        'serviceEndpoints:\n',
        'serviceEndpoints:\n  grants: { url: "http://grants.example.org" }\n',
      ],
      [
        '\npipelines:\n',
        '\npipelines:\n  grants: { apiEndpoints: [grants], policies: [envelope: [{ action: { maxBodyBytes: 0 } }], throttle: [{ action: { by: address, limit: 60, windowSeconds: 60 } }], upstream: [{ action: { serviceEndpoint: grants, public: true } }]] }\n',
      ],
    ],
    [
      'allows grants: GET /api/v1/grants are served: envelope (maxBodyBytes 0), throttle requests-per-address (limit 60)',
      'changes service grants: new: http://grants.example.org',
    ],
  ],
  [
    'visitors that are refused',
    [['anonymous: true # false', 'anonymous: false # false']],
    [
      `refuses ${ofTemplates}: visitors may not call GET /api/v1/organizations/suggest, GET /api/v1/organizations, GET /api/v1/organizations/:id and 6 more`,
    ],
    ['anonymous: false # false'],
  ],
  [
    'credentials and scopes',
    [
      ['accept: [access-token, api-key] #', 'accept: [access-token] #'],
      ['queryKey: true', 'queryKey: false'],
      ['scopes: ["organizations:read"]', 'scopes: ["users:manage"]'],
    ],
    [
      'allows organizations, explain, export and 4 more: callers without the scope organizations:read pass',
      'refuses organizations, explain, export and 6 more: credentials of the kind api-key are refused',
      'refuses organizations, explain, export and 6 more: API keys in the URL are refused',
      'refuses organizations, explain, export and 4 more: callers need the scope users:manage',
    ],
  ],
  [
    'a limit that is gone',
    [['      - throttle: *logins\n', '']],
    [
      'allows login: the step throttle logins-per-address (limit 30) is gone: POST /api/v1/auth/login, POST /api/v1/auth/cookie/login, POST /api/v1/auth/register and 6 more',
    ],
  ],
  [
    'addresses, a type of bodies, their size, and pages of another origin',
    [
      ['# - block:\n      #     - action: {', '- block:\n          - action: {'],
      [
        'maxBodyBytes: 16384 # maximum',
        'contentTypes: ["*/*"]\n              maxBodyBytes: 8192 # maximum',
      ],
      ['origins: []', 'origins: ["https://directory.example.org"]'],
    ],
    [
      'allows login, account, paseto-keys and 16 more: pages of https://directory.example.org may call',
      'allows login: contentTypes: not only application/json',
      'refuses login: maxBodyBytes: 16384 → 8192, 1/2',
      'refuses login: the step block (addresses 203.0.113.0/24, 2001:db8::/32) is new: POST /api/v1/auth/login, POST /api/v1/auth/cookie/login, POST /api/v1/auth/register and 6 more',
    ],
  ],
  [
    'a path more, and a method',
    [
      [
        'paths: /api/v1/usage\n    methods: [GET]',
        'paths: [/api/v1/usage, /api/v1/use]\n    methods: [GET, POST]',
      ],
    ],
    [
      'allows usage: POST /api/v1/usage and GET, POST /api/v1/use are served: envelope (maxBodyBytes 0), throttle requests-per-address (limit 600), authenticate (accept access-token, api-key), throttle usage-per-owner (limit 20)',
    ],
  ],
  [
    'a pipeline that is switched off',
    [
      [
        'enabled: ${PUBLIC_PAGES:-true}\n              accept: "*/*" # HTML, scripts',
        'enabled: false\n              accept: "*/*" # HTML, scripts',
      ],
    ],
    ['refuses try: no one may call GET /try and GET /try/*'],
  ],
]

test.each(cases.map(([what, ...rest]) => [what, rest] as const))('%s', (_, all) => {
  const [edits, sentences, at = [], from = []] = all
  const old = edited(shipped, from)
  const text = edited(old, edits)
  const found = told(meant(old), meant(text))
  expect(found.map((one) => one.replace(/ \(\S+\.config\.yml:\d+\)$/, ''))).toEqual(sentences)
  for (const [i, written] of at.entries())
    expect(found[i]).toContain(`(gateway.config.yml:${lineOf(text, written)})`)
})

test.each<[string, Edit[]]>([
  ['nothing', []],
  ['another name of a pipeline', [['  limits:\n    apiEndpoints', '  bounds:\n    apiEndpoints']]],
  [
    'a value in place of an alias',
    [
      [
        '      - authorize: *authorize\n      - throttle: *by-owner\n      # The rest',
        '      - authorize: [{ action: { scopes: ["organizations:read"] } }]\n      - throttle: *by-owner\n      # The rest',
      ],
    ],
  ],
])('%s make no difference', (_, edits) => {
  expect(told(before, meant(edited(shipped, edits)))).toEqual([])
})

test('secrets are in no meaning, and another one is told without it', () => {
  const other = 'another-secret-of-thirty-two-characters'
  const now = meant(
    edited(shipped, [['serviceSecret: ${SERVICE_SECRET}', `serviceSecret: ${other}`]]),
  )
  expect(JSON.stringify([before, now])).not.toMatch(RegExp(`${secret}|${other}`))
  expect(told(before, now)).toContainEqual(
    expect.stringMatching(/^changes organizations, .*: serviceSecret is another; it is not shown/),
  )
})

test('a value of more than 80 characters is cut', () => {
  const value = 'x'.repeat(80)
  expect([value, `${value}y`].map(formatValue)).toEqual([value, `${value}…`])
})

test('upstreams, own policies, plugins, templates and TLS files are told', () => {
  const now = meant(
    edited(shipped, [
      ['url: ${AUTH_SERVICE_URL}', 'url: http://127.0.0.1:9'],
      ['- usage: [{}]', '- grants: [{ action: { text: b } }]\n      - usage: [{}]'],
    ]),
  )
  const plugin = (code: string) => ({ badge: { value: { package: '/x.js', code }, places: {} } })
  const old = { ...before, plugins: plugin('sha256:a'), files: { TLS_CERT: 'a', 'words.yml': 'a' } }
  const files = { TLS_CERT: 'b', 'search-templates/near.yml': 'c' }
  expect(told(old, { ...now, plugins: plugin('sha256:b'), files })).toEqual([
    expect.stringMatching(/^changes usage: the step grants is new: GET \/api\/v1\/usage \(gateway/),
    expect.stringMatching(
      /^changes service auth: urls: .*8082.* → .*http:\/\/127.0.0.1:9.* \(gateway/,
    ),
    'changes plugin badge: code is another; it is not shown',
    'changes TLS_CERT: TLS_CERT is another',
    'changes search-templates/near.yml: search-templates/near.yml is new (search-templates/near.yml:1)',
    'changes words.yml: words.yml is gone',
  ])
})

test('who answers at which host is shown as written', () => {
  const text = edited(shipped, [
    ['  organizations:\n    host: "*"', '  organizations:\n    host: "api.example.org"'],
  ])
  expect(told(before, meant(text))).toEqual([
    expect.stringMatching(
      /^changes organizations: host of POST \/api\/v1\/organizations\/search: \* → api.example.org \(/,
    ),
  ])
})

test('a pipeline that takes calls of another is compared with it, by what each call meets', () => {
  const text = edited(shipped, [
    [
      '  docs:\n    host',
      '  guides: { host: "*", paths: "/docs/guides/:id", methods: [GET] }\n  docs:\n    host',
    ],
    [
      '\npipelines:\n',
      '\npipelines:\n  guides: { apiEndpoints: [guides], policies: [{ envelope: [{ action: { accept: "*/*", maxBodyBytes: 0 } }] }, grants] }\n',
    ],
  ])
  expect(told(before, meant(text))).toEqual([
    expect.stringMatching(
      /^allows guides: the step throttle requests-per-address \(limit 600\) is gone/,
    ),
    expect.stringMatching(
      /^changes guides: the pipeline guides, and not docs, answers GET \/docs\/guides\/:id \(/,
    ),
    'changes guides: the step pages is gone: GET /docs/guides/:id',
  ])
})

test('parameters of own policies are told by their facts, and as they are without', () => {
  const own = (value: object) => {
    const step = { policy: 'grants', name: '', value: { ...value }, places: {} }
    const facts = readFacts({
      properties: {
        teams: { refuses: 'FORBIDDEN', more: 'allows', says: ['{} gets in', '{} is kept out'] },
        hours: { refuses: 'FORBIDDEN', more: 'allows', says: '{} hours of {zone}' },
      },
    })
    const pipelines = { ...before.pipelines, usage: [step] }
    return { ...before, pipelines, facts: { ...before.facts, grants: facts } }
  }
  const values = { rules: { a: 1 }, teams: ['red'], hours: 8, zone: 'UTC' }
  const others = { rules: { a: 2 }, teams: ['blue'], hours: 4, zone: 'UTC' }
  expect(told(own(values), own(others))).toEqual([
    'allows usage: blue gets in',
    'refuses usage: red is kept out',
    'refuses usage: 8 → 4 hours of UTC, 1/2',
    'changes usage: rules.a: 1 → 2, 2 times as many',
  ])
})

test('a call that falls to a wider path is compared with its pipeline', () => {
  const narrow = { ...before.routes[0]!, method: 'GET', path: '/docs/new', pipeline: 'usage' }
  const was = { ...before, routes: [narrow, ...before.routes] }
  expect(told(was, before)).toContainEqual(
    expect.stringMatching(
      /^changes docs: the pipeline docs, and not usage, answers GET \/docs\/new/,
    ),
  )
})

test('roles, plans and accounts are told', () => {
  const written = readFileSync('config/auth-service.config.yml', 'utf8')
  const authOf = (text: string) =>
    addAuth(before, parseConfig('config/auth-service.config.yml', text, checkedSetting))
  const edits: Edit[] = [
    [
      'user: [organizations:read, api-keys:manage]',
      'user: { scopes: [organizations:read, users:manage], plan: gold }',
    ],
    ['plans: []', 'plans: [gold]'],
    ['signUp: off', 'signUp: open'],
    ['minLength: 15', 'minLength: 20'],
  ]
  expect(told(authOf(written), authOf(edited(written, edits)))).toEqual([
    'allows auth-service.config.yml: roles.user.scopes: users:manage (auth-service.config.yml:17)',
    'allows auth-service.config.yml: accounts.signUp: off → open (auth-service.config.yml:45)',
    'refuses auth-service.config.yml: roles.user.scopes: not api-keys:manage (auth-service.config.yml:17)',
    'refuses auth-service.config.yml: password.minLength: 15 → 20, 133 % (auth-service.config.yml:38)',
    'changes auth-service.config.yml: roles.user.plan: none → gold (auth-service.config.yml:17)',
    'changes auth-service.config.yml: plans: [] → ["gold"] (auth-service.config.yml:22)',
  ])
})

test('as text and as Markdown, in which names mean nothing', () => {
  const hostile = '<img src=x onerror=alert(1)> [x](https://evil.example) @team\n# `a`\u001b[31m'
  const now = { ...before, services: { [hostile]: { value: { urls: ['http://a'] }, places: {} } } }
  const changes = compare({ ...before, services: {} }, now)
  expect(printEffects({ changes: [] }, 'markdown')).toBe('No difference')
  const text = printEffects({ changes }, 'text')
  expect(text).toMatch(/^Other changes\n {2}service <img [^\n]*: new[^\n]*$/)
  expect(text).not.toContain('\u001b')
  const markdown = printEffects({ changes }, 'markdown')
  expect(markdown).toMatch(/^### Other changes\n\n- \*\*[^\n]*$/)
  expect(markdown.slice(4)).not.toMatch(/(?<!\\)[<>[\]`#]|@(?!\u200b)|https:/)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

import { readFileSync } from 'node:fs'
import { parseConfig } from '../../../../auth-service/config/config.js'
import { compare } from '../../../../gateway/comparison/compare.js'
import { type Meaning, meaningOf } from '../../../../gateway/comparison/meaning.js'
import { placed, placesIn } from '../../../../gateway/comparison/places.js'
import { changesMarkdown, changesText } from '../../../../gateway/comparison/text.js'
import { readConfig } from '../../../../gateway/config/config.js'
import { pluginsDir } from '../../../../gateway/config/plugin-code.js'
import { templateTexts } from '../../../../gateway/config/template-files.js'
import { readInstead } from '../../../../kit/config/yaml/file.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import { shippedFacts } from '../shipped.js'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
const shipped = readFileSync('config/gateway.config.yml', 'utf8')
const templates = templateTexts('config')
const secret = 'a-secret-of-thirty-two-characters'
const settings: Record<string, string> = { SERVICE_SECRET: secret, PLUGINS: pluginsDir }

/** What a text of gateway.config.yml means, beside the other shipped files. */
function meant(text: string): Meaning {
  const settingOf = (name: string) => settings[name] ?? checkedSetting(name)
  readInstead('config', { ...templates, 'gateway.config.yml': text })
  const config = readConfig('config', settingOf)
  // as a worker sends it
  return JSON.parse(JSON.stringify(meaningOf(config, shippedFacts, { secrets: [secret] })))
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

const fields = '# fields: { deny: [contacts.email, "*_internal"] }'
const ofSearches = 'organizations, explain, export and 2 more'
const ofTemplates = 'search-templates, mcp and site'
const plansOfRules = '# plans: { default: { maxCost: 8000 } }'
const closed: Edit = [fields, 'fields: { deny: [street, zip, tax_code] }']
/** Edits, the sentences that tell them, and the text at whose line each is written. */
const cases: [what: string, edits: Edit[], sentences: string[], at?: string[], from?: Edit[]][] = [
  [
    'a limit that is ten times too small',
    [['limit: ${REQUESTS_PER_MINUTE:-600} # requests', 'limit: 60 # requests']],
    [
      'refuses login, account, paseto-keys and 16 more: 600 → 60 requests in 60 s of an address, a tenth',
    ],
    ['limit: 60 # requests'],
  ],
  [
    'a field that a wildcard opens',
    [['deny: [street, zip, tax_code]', 'deny: ["tax*"]']],
    [
      `allows ${ofSearches}: searches may name and return street and zip (fields.deny: street, zip, tax_code → tax*)`,
    ],
    ['deny: ["tax*"]'],
    [closed],
  ],
  [
    'a wildcard in place of the fields that it closes',
    [['deny: [street, zip, tax_code]', 'deny: ["zip*", "street*", "tax_*"]']],
    [
      `changes ${ofSearches}: field rules of searches: no field of the shipped indices differs (fields.deny: street, zip, tax_code → zip*, street*, tax_*)`,
    ],
    ['deny: ["zip*"'],
    [closed],
  ],
  [
    'limits and costs of a plan',
    [
      [
        'anonymous: { maxCost: 1000, limits: { size: 50, window: 1000 } }',
        'anonymous: { maxCost: 500, limits: { size: 100, window: 1000 } }',
      ],
      ['anonymous: ${VISITOR_REQUESTS_PER_MINUTE:-120}', 'anonymous: 12\n          gold: 6000'],
    ],
    [
      'allows organizations, explain, export and 4 more: plan gold: 600 → 6000 requests in 60 s of an owner, 10 times as many',
      `allows ${ofTemplates}: visitors: limits.size of searches: 50 → 100, 2 times as many`,
      `refuses ${ofTemplates}: visitors: 120 → 12 requests in 60 s of a visitor, a tenth`,
      `refuses ${ofTemplates}: visitors: maxCost of searches: 1000 → 500, half`,
    ],
    ['gold: 6000', 'anonymous: { maxCost: 500', 'anonymous: 12', 'anonymous: { maxCost: 500'],
  ],
  [
    'rules of a plan of its own',
    [[plansOfRules, 'plans: { gold: { maxCost: 8000 } }']],
    [`allows ${ofSearches}: plan gold: maxCost of searches: 1600 → 8000, 5 times as many`],
    ['plans: { gold'],
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
      `allows ${ofSearches}: searches may use the feature regexp`,
      `refuses ${ofSearches}: searches may not use the query wildcard`,
      `refuses ${ofSearches}: searches may not use the aggregation global`,
      `refuses ${ofSearches}: searches find only what a filter matches`,
    ],
    ['features: [regexp', 'queries: { deny', 'filter: {', 'filter: {'],
  ],
  [
    'an aggregation, the cost, and fields that are allowed by a wildcard',
    [
      ['[top_hits, terms]', '[top_hits]'],
      ['maxCost: 1600', 'maxCost: 800'],
      ['allow: [name, city, region]', 'allow: [name, city, "re*"]'],
    ],
    [
      `allows ${ofSearches}: searches may use the aggregation terms`,
      `allows ${ofSearches}: searches may name and return registered_on, revenue and region_name (fields.allow: name, city, region → name, city, re*)`,
      `refuses ${ofSearches}: maxCost of searches: 1600 → 800, half`,
    ],
    [],
    [
      ['# aggregations: { deny: [top_hits] }', 'aggregations: { deny: [top_hits, terms] }'],
      [fields, 'fields: { allow: [name, city, region] }'],
    ],
  ],
  [
    'a field that is hidden',
    [[fields, 'fields: { deny: [revenue] }']],
    [
      `refuses ${ofSearches}: searches may not name or return revenue (fields.deny: none → revenue)`,
    ],
  ],
  [
    'the default of a limit by plans',
    [['default: ${REQUESTS_PER_MINUTE:-600}', 'default: 60']],
    [
      'refuses organizations, explain, export and fields: 600 → 60 requests in 60 s of an owner, a tenth',
      `refuses ${ofTemplates}: plan default: 600 → 60 requests in 60 s of an owner, a tenth`,
    ],
  ],
  [
    'keys alone',
    [['accept: [access-token, api-key] #', 'accept: [api-key] #']],
    ['refuses organizations, explain, export and 6 more: access tokens are refused'],
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
      'allows grants: anyone may call GET /api/v1/grants (60 requests in 60 s of an address)',
      'changes grants: upstream grants is new: http://grants.example.org',
    ],
  ],
  [
    'index prefixes',
    [
      [
        'indexPrefixes: [map-serp, organization-entity, organization-serp]\n              maxCost',
        'indexPrefixes: [organization]\n              maxCost',
      ],
    ],
    [
      `allows ${ofSearches}: searches may address organization*`,
      `refuses ${ofSearches}: searches may not address map-serp*`,
    ],
  ],
  [
    'visitors that are refused',
    [['anonymous: true # false', 'anonymous: false # false']],
    [
      `refuses ${ofTemplates}: visitors may not call GET /api/v1/organizations/suggest, GET /api/v1/organizations, GET /api/v1/organizations/:id and 5 more`,
    ],
    ['anonymous: false # false'],
  ],
  [
    'visitors that are taken',
    [['anonymous: false # false', 'anonymous: true # false']],
    [
      `allows ${ofTemplates}: visitors may call GET /api/v1/organizations/suggest, GET /api/v1/organizations, GET /api/v1/organizations/:id and 5 more (120 requests in 60 s of a visitor)`,
    ],
    ['anonymous: true # false'],
    [['anonymous: true # false', 'anonymous: false # false']],
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
      'refuses organizations, explain, export and 6 more: API keys are refused',
      'refuses organizations, explain, export and 6 more: queryKey of authenticate: true → false',
      'refuses organizations, explain, export and 4 more: callers need the scope users:manage too',
    ],
  ],
  [
    'a scope that is no longer needed',
    [
      [
        'authorize: *authorize\n      - throttle: *by-owner\n      # The rest',
        'throttle: *by-owner\n      # The rest',
      ],
    ],
    [
      'allows explain: callers with access tokens and API keys may call POST /api/v1/organizations/search/explain: no scope is needed',
    ],
  ],
  [
    'a limit that is gone',
    [['      - throttle: *logins\n', '']],
    ['allows login: anyone may exceed 30 requests in 60 s of an address: no such limit is left'],
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
      'allows login: bodies of the type */* are accepted',
      'refuses login: maxBodyBytes of envelope: 16384 → 8192, half',
      'refuses login: clients at 203.0.113.0/24 and 2001:db8::/32 are refused',
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
      'allows usage: callers with access tokens and API keys may call POST /api/v1/usage and GET, POST /api/v1/use (600 requests in 60 s of an address and 20 requests in 60 s of an owner)',
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
    ['refuses try: no one may call GET /try and GET /try/* (NOT_FOUND)'],
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
  ['comments', [['# Public keys of', '# The public keys of']]],
  ['another name of a pipeline', [['  limits:\n    apiEndpoints', '  bounds:\n    apiEndpoints']]],
  [
    'the order of names',
    [['[session, account, api-keys, users]', '[users, session, api-keys, account]']],
  ],
  [
    'defaults',
    [
      ['# keyCacheSize', 'keyCacheSize'],
      ['# hints: true', 'hints: true'],
    ],
  ],
  [
    'a value in place of an alias',
    [
      [
        '      - authorize: *authorize\n      - throttle: *by-owner\n      # The rest',
        '      - authorize: [{ action: { scopes: ["organizations:read"] } }]\n      - throttle: *by-owner\n      # The rest',
      ],
    ],
  ],
  [
    'another name of a service',
    [
      ['\n  auth:\n    url', '\n  accounts:\n    url'],
      ...Array<Edit>(3).fill(['serviceEndpoint: auth', 'serviceEndpoint: accounts']),
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
    expect.stringMatching(
      /^changes organizations, .*: serviceSecret of authenticate is another; it is not shown/,
    ),
  )
})

test('upstreams, own policies, plugins, templates and TLS files are told', () => {
  const now = meant(
    edited(shipped, [
      ['url: ${AUTH_SERVICE_URL}', 'url: http://127.0.0.1:9'],
      ['- usage: [{}]', '- grants: [{ action: { text: b } }]\n      - usage: [{}]'],
    ]),
  )
  const plugin = { value: { package: '/x.js', code: 'sha256:a' }, places: {} }
  const files = { plugins: { badge: plugin }, tls: { TLS_CERT: 'sha256:a' } }
  const changed = {
    plugins: { badge: { ...plugin, value: { ...plugin.value, code: 'sha256:b' } } },
    tls: { TLS_CERT: 'sha256:b' },
    templates: { 'search-templates/find.yml': 'sha256:b', 'search-templates/near.yml': 'sha256:c' },
  }
  expect(told({ ...before, ...files }, { ...now, ...changed })).toEqual([
    expect.stringMatching(/^changes usage: the step grants is new \(gateway.config.yml:\d+\)$/),
    expect.stringMatching(
      /^changes auth: upstream auth: http:\S+ → http:\/\/127.0.0.1:9 \(gateway/,
    ),
    'changes badge: the code of the plugin badge is another',
    'changes find: search template find is another (search-templates/find.yml:1)',
    'changes near: search template near is new (search-templates/near.yml:1)',
    'changes words.yml: words.yml is gone',
    'changes landing: search template landing is gone',
    'changes organization: search template organization is gone',
    'changes suggest: search template suggest is gone',
    'changes TLS_CERT: the file of TLS_CERT has another content',
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
    expect.stringMatching(/^allows guides: anyone may exceed 600 requests/),
    expect.stringMatching(
      /^changes guides: the pipeline guides, and not docs, answers GET \/docs\/guides\/:id \(/,
    ),
    'changes guides: the step pages is gone',
  ])
})

test('parameters of own policies are told as they are, whatever their names', () => {
  const own = (value: object) => {
    const step = { policy: 'grants', value: { ...value }, places: {} }
    return { ...before, pipelines: { ...before.pipelines, usage: [step] } }
  }
  const values = { rules: { a: 1 }, search: { b: 1 }, credentials: { c: 1 }, anonymous: true }
  const others = { rules: { a: 2 }, search: { b: 2 }, credentials: { c: 2 }, anonymous: false }
  expect(told(own(values), own(others))).toEqual([
    'changes usage: rules.a of grants: 1 → 2, 2 times as many',
    'changes usage: search.b of grants: 1 → 2, 2 times as many',
    'changes usage: anonymous of grants: true → false',
    'changes usage: credentials.c of grants: 1 → 2, 2 times as many',
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
  const authOf = (text: string) => {
    const { config, placeAll } = parseConfig('config/auth-service.config.yml', text, checkedSetting)
    const places = placed(config, [], placesIn({ placeAll }))
    return { ...before, auth: { value: { ...config }, places } }
  }
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
    'allows role user: users of the role user have the scope users:manage (auth-service.config.yml:17)',
    'allows accounts: signUp of accounts: off → open (auth-service.config.yml:45)',
    'refuses role user: users of the role user have no longer the scope api-keys:manage (auth-service.config.yml:17)',
    'refuses password: minLength of password: 15 → 20, 133 % (auth-service.config.yml:38)',
    'changes role user: users of the role user have the plan gold (auth-service.config.yml:17)',
    'changes plans: plans of auth-service.config.yml: [] → ["gold"] (auth-service.config.yml:22)',
  ])
})

test('as text and as Markdown, in which names mean nothing', () => {
  const hostile = '<img src=x onerror=alert(1)> [x](https://evil.example) @team\n# `a`\u001b[31m'
  const now = { ...before, services: { [hostile]: { value: { urls: ['http://a'] }, places: {} } } }
  const changes = compare({ ...before, services: {} }, now)
  expect(changesMarkdown([])).toBe('No difference')
  expect(changesText(changes)).toMatch(/^Other changes\n {2}<img .*: upstream <img [^\n]*$/)
  expect(changesText(changes)).not.toContain('\u001b')
  const markdown = changesMarkdown(changes)
  expect(markdown).toMatch(/^### Other changes\n\n- \*\*[^\n]*$/)
  expect(markdown.slice(4)).not.toMatch(/(?<!\\)[<>[\]`#]|@(?!\u200b)|https:/)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

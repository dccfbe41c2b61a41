/** A right configuration for the policies of facts.ts. Every case below is one change of it. */
export const right = `apiEndpoints:
  hello: { host: "*", paths: /hello, methods: [GET] }
  things:
    - { host: "*", paths: ["/things", "/things/:id"], methods: [GET, POST] }
    - { host: "*", paths: "/things/:id/parts/*", methods: [DELETE] }

serviceEndpoints:
  far: { url: http://127.0.0.1:9000 }
  near: { urls: ["http://127.0.0.1:9001", "https://example.org/base"] }

policies: [open, limit, identify, permit, rules, find, forward]

pipelines:
  hello:
    apiEndpoints: [hello]
    policies:
      - open:
      - limit: [{ action: { limit: 5 }, condition: { name: always } }]
      - forward:
          - action: { serviceEndpoint: far }
  things:
    apiEndpoints: [things]
    policies:
      - open: [{ action: { maxBytes: 10 } }]
      - limit: [{ action: { limit: 5 } }, { action: { limit: "\${PER_HOUR:-50}" } }]
      - identify: []
      - permit: [{ action: { scopes: [a] } }]
      - limit: [{ action: { limit: 5, by: owner } }]
      - rules:
      - find:
`

export interface BrokenConfiguration {
  name: string
  /** What is replaced in the right configuration … */
  from: string
  /** … by what. */
  to: string
  /** The line that must be reported, counted from the change's first; 0 unless said otherwise. */
  lines?: number
  /** Part of the message with its remedy. */
  says: string
}

const limitHello = '[{ action: { limit: 5 }, condition: { name: always } }]'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
export const brokenConfigurations: BrokenConfiguration[] = [
  // the text
  {
    name: 'no YAML',
    from: '[open, limit, identify',
    to: '[[open, limit, identify',
    lines: 2,
    says: 'not valid YAML',
  },
  { name: 'tabs', from: '  far:', to: '\tfar:', says: 'not valid YAML' },
  {
    name: 'a key twice',
    from: 'policies: [open,',
    to: 'pipelines: {}\npolicies: [open,',
    lines: 3,
    says: 'occurs twice',
  },
  {
    name: 'an unset variable',
    from: 'http://127.0.0.1:9000',
    to: '"${NOPE}"',
    says: 'NOPE has no value: set NOPE',
  },
  {
    name: 'half a variable',
    from: 'http://127.0.0.1:9000',
    to: '"${FAR"',
    says: 'begins no variable',
  },
  {
    name: 'a setting that cannot be used',
    from: 'http://127.0.0.1:9000',
    to: '"${BROKEN}"',
    says: 'set BROKEN or BROKEN_FILE',
  },
  {
    name: 'a host of "*" without quotes',
    from: '{ host: "*", paths: /hello',
    to: '{ host: *, paths: /hello',
    says: 'needs quotes: write host: "*"',
  },
  {
    name: 'an alias to nothing',
    from: 'policies: [open,',
    to: 'policies: [*nothing, open,',
    says: 'alias',
  },
  // endpoints
  {
    name: 'a misspelt endpoint key',
    from: 'paths: /hello',
    to: 'path: /hello',
    says: 'unknown key "path": did you mean "paths"?',
  },
  {
    name: 'scopes',
    from: 'methods: [GET] }',
    to: 'methods: [GET], scopes: [a] }',
    says: 'unknown key "scopes"',
  },
  {
    name: 'pathRegex',
    from: 'methods: [GET] }',
    to: 'methods: [GET], pathRegex: "^/x" }',
    says: 'unknown key "pathRegex"',
  },
  {
    name: 'hostRegex',
    from: 'methods: [GET] }',
    to: 'methods: [GET], hostRegex: ".*" }',
    says: 'unknown key "hostRegex"',
  },
  {
    name: 'a host that is a property of every object',
    from: '{ host: "*", paths: /hello',
    to: '{ host: constructor, paths: /hello',
    says: 'cannot serve host "constructor": name another host',
  },
  {
    name: 'no host',
    from: '{ host: "*", paths: /hello',
    to: '{ paths: /hello',
    says: '"host" is missing',
  },
  {
    name: 'no path',
    from: 'paths: /hello, methods: [GET] }',
    to: 'methods: [GET] }',
    says: '"paths" is missing',
  },
  {
    name: 'no method',
    from: 'methods: [GET] }',
    to: 'methods: [] }',
    says: '"methods" is missing',
  },
  {
    name: 'a path without slash',
    from: 'paths: /hello',
    to: 'paths: hello',
    says: 'must begin with "/"',
  },
  {
    name: 'a path with a pattern',
    from: 'paths: /hello',
    to: 'paths: "/hel+o"',
    says: 'is not exact',
  },
  {
    name: 'a parameter within a segment',
    from: 'paths: /hello',
    to: 'paths: "/x-:id"',
    says: 'is not exact',
  },
  {
    name: 'a star in the middle',
    from: '/parts/*',
    to: '/*/parts',
    says: '"*" may only come last',
  },
  { name: 'a trailing slash', from: 'paths: /hello', to: 'paths: /hello/', says: 'empty segment' },
  { name: 'a dot segment', from: 'paths: /hello', to: 'paths: /a/../b', says: 'dot segment' },
  { name: 'a path twice', from: '"/things/:id"]', to: '"/things"]', says: 'occurs twice' },
  {
    name: 'an unknown method',
    from: 'methods: [GET] }',
    to: 'methods: [GTE] }',
    says: 'unknown method "GTE": did you mean "GET"?',
  },
  {
    name: 'a method in lower case',
    from: 'methods: [GET] }',
    to: 'methods: [get] }',
    says: 'did you mean "GET"?',
  },
  {
    name: 'a method twice',
    from: 'methods: [GET] }',
    to: 'methods: [GET, GET] }',
    says: 'GET occurs twice',
  },
  {
    name: 'OPTIONS',
    from: 'methods: [GET] }',
    to: 'methods: [OPTIONS] }',
    says: 'OPTIONS cannot be routed',
  },
  { name: 'HEAD', from: 'methods: [GET] }', to: 'methods: [HEAD] }', says: 'it comes with GET' },
  {
    name: 'two endpoints on one route',
    from: '["/things", "/things/:id"]',
    to: '["/things", "/hello"]',
    says: 'is never reached: endpoint "hello" takes',
  },
  {
    name: 'a route behind a parameter',
    from: '"/things/:id"]',
    to: '"/things/:id", "/things/one"]',
    says:
      '/things/:id takes all requests of GET /things/one, POST /things/one: put the more ' +
      'specific one first',
  },
  {
    name: 'a route of any host before that of one',
    from: '"/things/:id"], methods: [GET, POST] }',
    to: '"/things/:id"], methods: [GET, POST] }\n    - { host: a.org, paths: /hello, methods: [GET] }',
    lines: -2,
    says:
      '/hello takes all requests of GET a.org/hello: put the more specific one first; routes ' +
      'are tried host by host',
  },
  {
    name: 'an endpoint that is no mapping',
    from: 'hello: { host: "*", paths: /hello, methods: [GET] }',
    to: 'hello: /hello',
    says: 'must be a mapping',
  },
  {
    name: 'a service without address',
    from: '{ url: http://127.0.0.1:9000 }',
    to: '{}',
    says: 'needs either "url" or "urls"',
  },
  {
    name: 'a service that is no web address',
    from: 'http://127.0.0.1:9000 }',
    to: 'ftp://127.0.0.1 }',
    says: 'not an http or https address',
  },
  {
    name: 'a misspelt service key',
    from: '{ url: http',
    to: '{ ulr: http',
    says: 'did you mean "url"?',
  },
  // policies
  {
    name: 'a misspelt policy in the list',
    from: '[open, limit,',
    to: '[open, limit, idnetify,',
    says: 'unknown policy "idnetify": did you mean "identify"?',
  },
  {
    name: "the host's own policy",
    from: '[open, limit,',
    to: '[rate-limit, open, limit,',
    says: 'unknown policy "rate-limit"',
  },
  {
    name: "another plugin's policy",
    from: '[open, limit,',
    to: '[cors, open, limit,',
    says: '"cors" is another plugin\'s',
  },
  {
    name: 'a misspelt policy in a pipeline',
    from: `limit: ${limitHello}`,
    to: 'limti:',
    says: 'unknown policy "limti": did you mean "limit"?',
  },
  {
    name: 'a policy that is not listed',
    from: '[open, limit, identify, permit, rules, find, forward]',
    to: '[open, limit, identify, permit, rules, find]',
    lines: 8,
    says: '"forward" is not listed',
  },
  {
    name: 'policies that are no list',
    from: '[open, limit, identify, permit, rules, find, forward]',
    to: 'open',
    says: '"policies" must be a list',
  },
  // pipelines
  {
    name: 'no endpoints',
    from: 'apiEndpoints: [hello]',
    to: 'apiEndpoints: []',
    lines: -1,
    says: 'pipeline "hello" has no endpoints',
  },
  {
    name: 'an unknown endpoint',
    from: 'apiEndpoints: [hello]',
    to: 'apiEndpoints: [hello, hallo]',
    says: 'unknown endpoint "hallo": did you mean "hello"?',
  },
  {
    name: 'an endpoint in two pipelines',
    from: 'apiEndpoints: [things]',
    to: 'apiEndpoints: [things, hello]',
    says: 'is in two pipelines',
  },
  {
    name: 'an endpoint in no pipeline',
    from: 'serviceEndpoints:',
    to: '  lost: { host: "*", paths: /lost, methods: [GET] }\nserviceEndpoints:',
    says: 'no pipeline serves "lost"',
  },
  {
    name: 'an unknown pipeline key',
    from: 'apiEndpoints: [hello]',
    to: 'apiEndpoint: hello\n    apiEndpoints: [hello]',
    says: 'unknown key "apiEndpoint"',
  },
  {
    name: 'two policies in one entry',
    from: '- rules:\n',
    to: '- rules:\n        identify:\n',
    says: 'must contain one policy',
  },
  {
    name: 'an entry that is no mapping',
    from: '- rules:\n',
    to: '- rules\n',
    says: 'must contain one policy',
  },
  // steps
  {
    name: 'parameters without action',
    from: '{ action: { limit: 5, by: owner } }',
    to: '{ limit: 5, by: owner }',
    says: 'write - action: { limit: … }',
  },
  {
    name: 'a misspelt action',
    from: 'action: { serviceEndpoint: far }',
    to: 'acton: { serviceEndpoint: far }',
    says: 'did you mean "action"?',
  },
  {
    name: 'a key beside action',
    from: '{ action: { maxBytes: 10 } }',
    to: '{ action: { maxBytes: 10 }, when: x }',
    says: 'not "when"',
  },
  {
    name: 'an empty step in a list',
    from: 'identify: []',
    to: 'identify: [null]',
    says: 'must be a mapping',
  },
  {
    name: 'an action that is no mapping',
    from: 'action: { serviceEndpoint: far }',
    to: 'action: far',
    says: '"action" must be a mapping',
  },
  {
    name: 'a condition on a guard',
    from: 'identify: []',
    to: 'identify: [{ condition: { name: always } }]',
    says: '"identify" takes no condition',
  },
  {
    name: 'an asynchronous condition',
    from: '{ name: always }',
    to: '{ name: json-schema, schema: {} }',
    says: 'unknown condition "json-schema"',
  },
  {
    name: 'an unknown condition',
    from: '{ name: always }',
    to: '{ name: alwasy }',
    says: 'did you mean "always"?',
  },
  {
    name: 'a condition without name',
    from: '{ name: always }',
    to: '{ methods: [GET] }',
    says: 'must have a name',
  },
  {
    name: 'a condition with a wrong parameter',
    from: '{ name: always }',
    to: '{ name: method, methods: [GTE] }',
    says: 'must be equal to one of the allowed values',
  },
  {
    name: 'an unknown condition inside another',
    from: '{ name: always }',
    to: '{ name: not, condition: { name: json-schema } }',
    says: 'unknown condition "json-schema"',
  },
  {
    name: 'an unknown condition in a list of them',
    from: '{ name: always }',
    to: '{ name: allOf, conditions: [{ name: sometimes }] }',
    says: 'unknown condition "sometimes"',
  },
  // parameters
  {
    name: 'a misspelt parameter',
    from: '{ serviceEndpoint: far }',
    to: '{ serviceEndpoint: far, rety: {} }',
    says: 'unknown parameter "rety": did you mean "retry"?',
  },
  {
    name: 'a misspelt inner parameter',
    from: '{ serviceEndpoint: far }',
    to: '{ serviceEndpoint: far, retry: { cuont: 1 } }',
    says: 'unknown parameter "cuont": did you mean "count"?',
  },
  {
    name: 'a wrong type',
    from: '{ maxBytes: 10 }',
    to: '{ maxBytes: many }',
    says: '"maxBytes" must be integer: Greatest body.',
  },
  {
    name: 'a wrong inner type',
    from: '{ serviceEndpoint: far }',
    to: '{ serviceEndpoint: far, retry: { count: x } }',
    says: '"retry.count" must be integer: How many.',
  },
  {
    name: 'out of range',
    from: '{ maxBytes: 10 }',
    to: '{ maxBytes: 0 }',
    says: '"maxBytes" must be >= 1',
  },
  {
    name: 'not one of the words',
    from: 'by: owner',
    to: 'by: nobody',
    says: 'allowed values: address, owner',
  },
  {
    name: 'a missing parameter',
    from: '{ action: { limit: 5, by: owner } }',
    to: '{ action: { by: owner } }',
    says: 'parameter "limit" is missing: Requests in a window.',
  },
  {
    name: 'a missing action',
    from: 'permit: [{ action: { scopes: [a] } }]',
    to: 'permit:',
    says: 'parameter "scopes" is missing',
  },
  {
    name: 'an empty list',
    from: '{ scopes: [a] }',
    to: '{ scopes: [] }',
    says: '"scopes" must NOT have fewer than 1 items',
  },
  {
    name: 'an undeclared service',
    from: 'serviceEndpoint: far',
    to: 'serviceEndpoint: fra',
    says: 'names no declared service: did you mean "far"?',
  },
  // order
  {
    name: 'nothing opens',
    from: '      - open:\n',
    to: '',
    lines: -1,
    says: 'no step that opens: add open',
  },
  {
    name: 'open is not first',
    from: '      - open:\n      - limit: [{ action: { limit: 5 }, condition: { name: always } }]\n',
    to: '      - limit: [{ action: { limit: 5 } }]\n      - open:\n',
    lines: 1,
    says: '"open" must come before "limit"',
  },
  {
    name: 'two that open',
    from: '      - rules:\n',
    to: '      - open:\n      - rules:\n',
    says: 'a second step that opens',
  },
  {
    name: 'nothing answers',
    from: '      - find:\n',
    to: '',
    lines: -7,
    says: 'no step that answers: add find or forward',
  },
  {
    name: 'a step behind the answer',
    from: '      - find:\n',
    to: '      - find:\n      - limit: [{ action: { limit: 5 } }]',
    lines: 1,
    says: '"limit" must come before "find"',
  },
  {
    name: 'two answers',
    from: '      - find:\n',
    to: '      - find:\n      - forward: [{ action: { serviceEndpoint: far } }]',
    lines: 1,
    says: 'a second step that answers',
  },
  {
    name: 'authorize without authenticate',
    from: '      - identify: []\n      - permit: [{ action: { scopes: [a] } }]',
    to: '      - permit: [{ action: { scopes: [a] } }]',
    says: '"permit" needs a step that provides "caller" before it: add identify',
  },
  {
    name: 'authorize before authenticate',
    from: '      - identify: []\n      - permit: [{ action: { scopes: [a] } }]',
    to: '      - permit: [{ action: { scopes: [a] } }]\n      - identify: []',
    lines: 1,
    says: '"identify" must come before "permit"',
  },
  {
    name: 'authenticate twice',
    from: '- identify: []',
    to: '- identify: [{}, {}]',
    says: 'a second step that provides "caller"',
  },
  {
    name: 'an answer without its guard',
    from: '      - permit: [{ action: { scopes: [a] } }]\n',
    to: '',
    lines: 2,
    says: '"find" needs a step that provides "authorized" before it: add permit',
  },
  {
    name: "the owner's limit without authenticate",
    from: '[{ action: { limit: 5 }, condition: { name: always } }]',
    to: '[{ action: { limit: 5, by: owner } }]',
    says: '"limit" needs a step that provides "caller"',
  },
  {
    name: 'a limit by address behind the guard',
    from: 'by: owner',
    to: 'by: address',
    says:
      '"limit" must come before "identify": the order is open > limit > limit > limit > ' +
      'identify > permit > rules > find',
  },
  {
    name: 'nothing throttles',
    from: `      - limit: ${limitHello}\n`,
    to: '',
    lines: -2,
    says: 'pipeline "hello" has no step that throttles: add limit',
  },
  {
    name: 'a pipeline without policies',
    from:
      '      - open:\n      - limit: [{ action: { limit: 5 }, condition: { name: always } }]\n   ' +
      '   - forward:\n          - action: { serviceEndpoint: far }\n',
    to: '',
    lines: -3,
    says: 'pipeline "hello" has no policies',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

/** A change of the shipped configuration, or of its copy with two services more. */
interface Change {
  name: string
  from: string
  to: string
}

/**
 * What guards nothing although it looks as if it did: exactly one mistake, reported at the last
 * `at` before the change ends.
 */
export interface OpenConfiguration extends Change {
  at: string
  says: string
}

/** Two services more: one elsewhere, one of which only the first address is the auth service's. */
export const moreServices: Change = {
  name: 'more services',
  from: '\nserviceEndpoints:\n',
  to:
    '\nserviceEndpoints:\n  far: { url: "http://127.0.0.1:9300" }\n  mixed: { urls: ' +
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
    '["${AUTH_SERVICE_URL}", "http://127.0.0.1:9300"] }\n',
}

const fields = '# fields: { deny: [contacts.email, "*_internal"] }'
const prefixes = '[map-serp, organization-entity, organization-serp]'
const toAuthService =
  '{ serviceEndpoint: auth, timeoutMs: 10000, public: true, forwardCredentials: true }'
const forwardUnsafely = 'forwardCredentials: true, unsafe: [forward-credentials]'
const byAddress =
  '      - throttle:\n          - action: { by: address, limit: 60000, windowSeconds: 60 }\n'
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
const secret = 'serviceSecret: ${SERVICE_SECRET}'
const invisible = [
  '" name"',
  '"name "',
  '"a b"',
  '"a\\tb"',
  '"\\u00a0name"',
  '"\\u2028name"',
  '"name\\u0007"',
  '"\\u0085"',
]
const nobodyKnown =
  'needs a step that provides "caller" before it: add authenticate, or public: true if anyone may call'

const explained = '- action: { rules: *rules } # the search rules themselves'

const noCache = '# cache: { seconds: 2, maxBytes: 67108864 }'
const compression = 'compression: { minBytes: 1024 }'

export const openConfigurations: OpenConfiguration[] = [
  {
    name: 'fields: an empty list of those allowed',
    from: fields,
    to: 'fields: { allow: [] }',
    at: 'allow',
    says:
      '"fields.allow" must NOT have fewer than 1 items: Only these may be used and returned. ' +
      'Default: all.',
  },
  ...['allow', 'deny'].flatMap((list) => [
    ...invisible.map((pattern) => ({
      name: `fields: ${list}: ${pattern}`,
      from: fields,
      to: `fields: { ${list}: [tax_code, ${pattern}] }`,
      at: pattern,
      says: 'Write the name of a field without white space',
    })),
    {
      name: `fields: ${list}: nothing`,
      from: fields,
      to: `fields: { ${list}: [tax_code, ""] }`,
      at: '""',
      says: `"fields.${list}" must NOT be shorter than 1 characters: Write the name of a field`,
    },
  ]),
  {
    name: 'a short index prefix',
    from: prefixes,
    to: '[map-serp, or]',
    at: 'or]',
    says: '"indexPrefixes" must NOT be shorter than 3 characters: Write three or more',
  },
  ...['directory-auth', 'dir', 'directory-auth-1'].map((prefix) => ({
    name: `an index prefix that reaches the auth store: ${prefix}`,
    from: prefixes,
    to: `[map-serp, ${prefix}]`,
    at: `${prefix}]`,
    says:
      'this prefix reaches AUTH_INDEX, the index of users and API keys: name another prefix, or ' +
      'set AUTH_INDEX',
  })),
  {
    name: 'an explanation by rules of its own, which reach the auth store',
    from: explained,
    to: '- action: { rules: { indexPrefixes: [directory-auth] } }',
    at: 'directory-auth',
    says:
      'this prefix reaches AUTH_INDEX, the index of users and API keys: name another prefix, or ' +
      'set AUTH_INDEX',
  },
  {
    name: 'an explanation by rules that do not exist',
    from: explained,
    to: '- action: { rules: { indexPrefixes: [map-serp], maxCots: 5 } }',
    at: 'maxCots',
    says: 'unknown parameter "maxCots": did you mean "maxCost"?',
  },
  ...['far', 'auth'].map((service) => ({
    name: `an upstream (${service}) behind which nobody is known`,
    from: toAuthService,
    to: `{ serviceEndpoint: ${service} }`,
    at: 'upstream:',
    says: nobodyKnown,
  })),
  {
    name: 'an upstream that says it is not public',
    from: toAuthService,
    to: '{ serviceEndpoint: far, public: false }',
    at: 'upstream:',
    says: nobodyKnown,
  },
  {
    name: 'an upstream that gets credentials, but judges none',
    from: toAuthService,
    to: `{ serviceEndpoint: far, ${forwardUnsafely} }`,
    at: 'upstream:',
    says: nobodyKnown,
  },
  {
    name: 'a pipeline without throttle',
    from: `${byAddress}      - upstream:\n          - action: ${toAuthService}`,
    to: `      - upstream:\n          - action: ${toAuthService}`,
    at: 'policies:',
    says: 'pipeline "account" has no step that throttles: add throttle',
  },
  ...['far', 'mixed'].map((service) => ({
    name: `credentials that go to another service (${service})`,
    from: toAuthService,
    to: `{ serviceEndpoint: ${service}, public: true, forwardCredentials: true }`,
    at: 'forwardCredentials',
    says: 'to a service that is not AUTH_SERVICE_URL: remove it, or write unsafe: [forward-credentials]',
  })),
  {
    name: 'a huge body',
    from: 'maxBodyBytes: 1048576 #',
    to: 'maxBodyBytes: 67108865 #',
    at: 'maxBodyBytes',
    says:
      '"maxBodyBytes" must be <= 67108864: Maximum size of a request body, in bytes; at most ' +
      '64 MiB.',
  },
  {
    name: 'a huge answer',
    from: 'maxResponseBytes: 16777216',
    to: 'maxResponseBytes: 67108865',
    at: 'maxResponseBytes',
    says:
      '"maxResponseBytes" must be <= 67108864: Maximum size of an answer of the engine, in ' +
      'bytes; at most 64 MiB.',
  },
  ...[
    {
      to: 'cache: {}',
      at: 'cache',
      says: 'parameter "seconds" is missing: How long an answer is cached, in seconds',
    },
    {
      to: 'cache: { seconds: 0 }',
      at: 'seconds',
      says: '"cache.seconds" must be > 0: How long',
    },
    {
      to: 'cache: { seconds: 61 }',
      at: 'seconds',
      says: '"cache.seconds" must be <= 60: How long',
    },
    {
      to: 'cache: { seconds: 2, maxBytes: 9 }',
      at: 'maxBytes',
      says: '"cache.maxBytes" must be >= 65536: Maximum size',
    },
    { to: 'cache: { seconds: 2, bytes: 65536 }', at: 'bytes', says: 'unknown parameter "bytes"' },
  ].map((change) => ({ name: change.to, from: noCache, ...change })),
  ...[
    {
      to: 'compression: { minBytes: -1 }',
      at: 'minBytes',
      says: '"compression.minBytes" must be >= 0: Minimum size',
    },
    { to: 'compression: { level: 9 }', at: 'level', says: 'unknown parameter "level"' },
    {
      to: 'compression: true',
      at: 'compression',
      says: '"compression" must be object: Compresses answers with data of ours',
    },
  ].map((change) => ({ name: change.to, from: compression, ...change })),
  {
    name: 'a short secret',
    from: secret,
    to: `serviceSecret: ${'hunter2'.padEnd(31, '-')}`,
    at: 'serviceSecret',
    says:
      '"serviceSecret" must NOT be shorter than 32 characters: The secret that authenticates ' +
      'the gateway',
  },
]

/** What is close to these and is right. */
export const goodNeighbours: Change[] = [
  {
    name: 'fields: some are allowed',
    from: fields,
    to: 'fields: { allow: [id, name, "größe.*", a*b] }',
  },
  { name: 'fields: none is denied', from: fields, to: 'fields: { deny: [] }' },
  { name: 'no key of aggregations', from: fields, to: 'aggregations: { allow: [] }' },
  {
    name: 'a prefix of three letters',
    from: prefixes,
    to: '[map, directory-organizations, directory-b]',
  },
  { name: 'a public upstream', from: toAuthService, to: '{ serviceEndpoint: far, public: true }' },
  {
    name: 'the auth service, in words of an earlier version',
    from: toAuthService,
    to: '{ serviceEndpoint: auth, forwardCredentials: true }',
  },
  {
    name: 'credentials go to another service on purpose',
    from: toAuthService,
    to: `{ serviceEndpoint: far, public: true, ${forwardUnsafely} }`,
  },
  {
    name: 'a throttle by owner alone',
    from: `${byAddress}      - authenticate:`,
    to: '      - authenticate:',
  },
  { name: 'a body of 64 MiB', from: 'maxBodyBytes: 1048576 #', to: 'maxBodyBytes: 67108864 #' },
  {
    name: 'an answer of 64 MiB',
    from: 'maxResponseBytes: 16777216',
    to: 'maxResponseBytes: 67108864',
  },
  { name: 'a cache for a moment', from: noCache, to: 'cache: { seconds: 0.5 }' },
  { name: 'a cache of one size', from: noCache, to: 'cache: { seconds: 60, maxBytes: 65536 }' },
  { name: 'all answers compressed', from: compression, to: 'compression: { minBytes: 0 }' },
  { name: 'answers compressed from the usual size on', from: compression, to: 'compression: {}' },
  { name: 'a secret of 32 characters', from: secret, to: `serviceSecret: ${'s'.repeat(32)}` },
]

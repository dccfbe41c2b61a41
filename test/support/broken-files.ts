import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mistake in one of the shipped files: what the check finds, and every start refuses. */
export interface BrokenFile {
  name: string
  file: 'gateway.config.yml' | 'auth-service.config.yml' | 'system.config.yml'
  /** What is replaced, where it first is … */
  from: string
  /** … by what. */
  to: string
  /** What is pointed at: where it last comes before the change ends. */
  at: string
  rule: string
  /** Part of the message, and of the remedy. */
  says: readonly [message: string, remedy: string]
  env?: NodeJS.ProcessEnv
}

/**
 * The text of a shipped file with the mistake, and the line and column, from 1, that must be
 * reported.
 */
export function broken({ name, file, from, to, at }: BrokenFile): {
  text: string
  line: number
  column: number
} {
  const right = readFileSync(join('config', file), 'utf8')
  const begin = right.indexOf(from)
  const text = right.replace(from, () => to)
  const place = text.slice(0, begin + to.length).lastIndexOf(at)
  if (begin < 0 || place < 0) throw new Error(`${name}: ${from} or ${at} does not stand in ${file}`)
  const before = text.slice(0, place).split('\n')
  return { text, line: before.length, column: before.at(-1)!.length + 1 }
}

/** Whether only a start finds it: what the plugins' loading and set-up show, and settings. */
export function needsStart({ file, rule }: BrokenFile): boolean {
  const ofStart = ['plugin-unusable', 'set-up-failed', 'variable-unusable']
  return (
    ofStart.includes(rule) ||
    (file === system && rule !== 'unknown-key' && !rule.startsWith('variable-'))
  )
}

const gateway = 'gateway.config.yml'
const auth = 'auth-service.config.yml'
const system = 'system.config.yml'
const toAuthService =
  '{ serviceEndpoint: auth, timeoutMs: 10000, public: true, forwardCredentials: true }'
const logins = '{ by: address, limit: 300, windowSeconds: 60 }'
const scopes = '{ scopes: ["organizations:read"] }'
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
const searchPlugin = '  search: { package: "${PLUGINS}/search/index.js" }'
const session = 'session: { secret: unused, resave: false, saveUninitialized: false }'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
export const brokenFiles: readonly BrokenFile[] = [
  {
    name: 'a question without a file',
    file: gateway,
    from: 'name: organization,',
    to: 'name: organisation,',
    at: 'name',
    rule: 'question-missing',
    says: ['there is no file questions/organisation.yml', 'did you mean "organization"?'],
  },
  // the text
  {
    name: 'a list that never ends',
    file: gateway,
    from: 'methods: [GET, POST] }',
    to: 'methods: [GET, POST }',
    at: '}',
    rule: 'yaml-syntax',
    says: ['this is not valid YAML', ''],
  },
  {
    name: 'a number that is octal to some readers of YAML',
    file: gateway,
    from: 'limit: 300,',
    to: 'limit: 0300,',
    at: '0300',
    rule: 'yaml-number',
    says: ['this number is not in plain decimal form', 'write decimal digits alone'],
  },
  {
    name: 'a host without quotes',
    file: gateway,
    from: '    host: "*"\n    paths: /api/v1/auth/login',
    to: '    host: *\n    paths: /api/v1/auth/login',
    at: '*\n',
    rule: 'yaml-quotes',
    says: ['needs quotes', 'write host: "*"'],
  },
  {
    name: 'a key twice',
    file: gateway,
    from: 'policies: [envelope,',
    to: 'policies: []\npolicies: [envelope,',
    at: 'policies',
    rule: 'yaml-duplicate-key',
    says: ['occurs twice', 'keep one'],
  },
  {
    name: 'an alias that nobody has set',
    file: gateway,
    from: '<<: *engine',
    to: '<<: *engin',
    at: '*engin',
    rule: 'yaml-alias',
    says: ['has no anchor', '&name'],
  },
  {
    name: 'an unset variable',
    file: gateway,
    from: '${AUTH_INTERNAL_URL}',
    to: '${AUTH_INTERNAL_ADDRESS}',
    at: '${',
    rule: 'variable-missing',
    says: ['AUTH_INTERNAL_ADDRESS has no value', 'set AUTH_INTERNAL_ADDRESS'],
  },
  {
    name: 'half a variable',
    file: gateway,
    from: '${AUTH_SERVICE_URL}',
    to: '"${AUTH_SERVICE_URL"',
    at: '"${',
    rule: 'variable-syntax',
    says: ['begins no variable', 'write a name'],
  },
  {
    name: 'a short secret behind a variable',
    file: gateway,
    from: '${SERVICE_SECRET}',
    to: '${SERVICE_SECRET}',
    at: '${',
    rule: 'variable-unusable',
    says: ['SERVICE_SECRET cannot be used', 'fewer than 32 characters'],
    env: { SERVICE_SECRET: 'hunter2' },
  },
  // the top level, endpoints, services
  {
    name: 'a misspelt key at the top',
    file: gateway,
    from: 'serviceEndpoints:',
    to: 'serviceEndpoint:',
    at: 'serviceEndpoint',
    rule: 'unknown-key',
    says: ['unknown key "serviceEndpoint"', 'did you mean "serviceEndpoints"?'],
  },
  {
    name: 'an origin that is none, for all endpoints',
    file: gateway,
    from: 'origins: [] # e.g.',
    to: 'origins: [directory.example.org] # e.g.',
    at: 'directory',
    rule: 'wrong-value',
    says: ['browsers never send this as an origin', ''],
  },
  {
    name: "a port of the host's own",
    file: gateway,
    from: 'apiEndpoints:',
    to: 'http: { port: 80 }\napiEndpoints:',
    at: 'http',
    rule: 'key-of-host',
    says: ['"http" is not allowed here', 'set HOST and PORT'],
  },
  {
    name: 'a misspelt key of an endpoint',
    file: gateway,
    from: 'paths: /api/v1/auth/me',
    to: 'paths: /api/v1/auth/me, scope: a',
    at: 'scope',
    rule: 'unknown-key',
    says: ['unknown key "scope"', 'known: host, paths, methods'],
  },
  {
    name: 'no host',
    file: gateway,
    from: '{ host: "*", paths: /api/v1/auth/me,',
    to: '{ paths: /api/v1/auth/me,',
    at: '{',
    rule: 'missing-key',
    says: ['"host" is missing', 'write host: "*"'],
  },
  {
    name: 'a path without slash',
    file: gateway,
    from: 'paths: /api/v1/auth/me',
    to: 'paths: api/v1/auth/me',
    at: 'paths',
    rule: 'wrong-path',
    says: ['must begin with "/"', 'write /api/v1/auth/me'],
  },
  {
    name: 'a method in small letters',
    file: gateway,
    from: 'methods: [GET, PATCH, DELETE]',
    to: 'methods: [GET, patch, DELETE]',
    at: 'patch',
    rule: 'unknown-method',
    says: ['unknown method "patch"', 'did you mean "PATCH"?'],
  },
  {
    name: 'a route that an earlier one takes',
    file: gateway,
    from: '"/api/v1/api-keys/:id/rotate", methods: [POST]',
    to: '"/api/v1/api-keys/:key", methods: [DELETE]',
    at: 'paths',
    rule: 'route-unreachable',
    says: [
      'DELETE /api/v1/api-keys/:key is never reached',
      'endpoint "api-keys" takes these requests',
    ],
  },
  {
    name: 'a wide route before narrower ones',
    file: gateway,
    from: 'paths: /api/v1/api-keys, methods: [GET, POST]',
    to: 'paths: "/api/v1/*", methods: [GET, POST]',
    at: 'paths',
    rule: 'route-unreachable',
    says: [
      '/api/v1/* takes all requests of GET /api/v1/api-keys/:id, ',
      'put the more specific one first',
    ],
  },
  {
    name: 'a service that is no web address',
    file: gateway,
    from: 'url: ${AUTH_SERVICE_URL}',
    to: 'url: ${AUTH_SERVICE_URL}\n  far: { url: localhost:9300 }',
    at: 'url',
    rule: 'wrong-url',
    says: ['not an http or https address', 'write http://host:port'],
  },
  {
    name: 'a service with a credential in its address',
    file: gateway,
    from: 'url: ${AUTH_SERVICE_URL}',
    to: 'url: ${AUTH_SERVICE_URL}\n  far: { url: "http://u:hunter2@far.example.org" }',
    at: 'url',
    rule: 'wrong-url',
    says: ['more than scheme, host, port and path', 'remove credential'],
  },
  // pipelines and steps
  {
    name: 'a misspelt policy in a pipeline',
    file: gateway,
    from: '- authorize: &authorize\n',
    to: '- authorise: &authorize\n',
    at: 'authorise',
    rule: 'unknown-policy',
    says: ['unknown policy "authorise"', 'did you mean "authorize"?'],
  },
  {
    name: 'a misspelt endpoint of a pipeline',
    file: gateway,
    from: 'apiEndpoints: [organizations]',
    to: 'apiEndpoints: [organizations, acount]',
    at: 'acount',
    rule: 'unknown-endpoint',
    says: ['unknown endpoint "acount"', 'did you mean "account"?'],
  },
  {
    name: 'an endpoint that no pipeline serves',
    file: gateway,
    from: 'apiEndpoints: [session, account, api-keys, users]',
    to: 'apiEndpoints: [session, account, users]',
    at: 'api-keys:',
    rule: 'endpoint-unserved',
    says: ['no pipeline serves "api-keys"', 'add it to one'],
  },
  {
    name: 'two policies in one entry',
    file: gateway,
    from: '      - authorize: &authorize\n',
    to: '        authorize: &authorize\n',
    at: 'authenticate:',
    rule: 'policy-entry',
    says: ['must contain one policy', 'each policy after a "-"'],
  },
  {
    name: 'parameters without action',
    file: gateway,
    from: `- action: ${logins}`,
    to: `- ${logins}`,
    at: 'by:',
    rule: 'step-shape',
    says: ['not "by"', 'write - action: { by: … }'],
  },
  {
    name: 'a condition on a guard',
    file: gateway,
    from: `- action: ${scopes}`,
    to: `- action: ${scopes}\n            condition: { name: never }`,
    at: 'condition',
    rule: 'condition-refused',
    says: ['takes no condition', 'use another pipeline'],
  },
  {
    name: 'a misspelt parameter',
    file: gateway,
    from: 'limit: 300, windowSeconds: 60 }',
    to: 'limit: 300, windowSecond: 60, windowSeconds: 60 }',
    at: 'windowSecond:',
    rule: 'unknown-parameter',
    says: ['unknown parameter "windowSecond"', 'did you mean "windowSeconds"?'],
  },
  {
    name: 'a missing parameter',
    file: gateway,
    from: logins,
    to: '{ by: address, windowSeconds: 60 }',
    at: 'action',
    rule: 'missing-parameter',
    says: ['parameter "limit" is missing', 'Maximum per window'],
  },
  {
    name: 'a word in place of a number',
    file: gateway,
    from: logins,
    to: '{ by: address, limit: many, windowSeconds: 60 }',
    at: 'limit',
    rule: 'wrong-type',
    says: ['"limit" must be integer or object', 'Maximum per window'],
  },
  {
    name: 'a word in place of a number, from a variable',
    file: gateway,
    from: logins,
    to: '{ by: address, limit: "${LOGINS}", windowSeconds: 60 }',
    at: 'limit',
    rule: 'wrong-type',
    says: ['"limit" must be integer or object (value of LOGINS)', 'Maximum per window'],
    env: { LOGINS: 'hunter2' },
  },
  {
    name: 'a number out of range',
    file: gateway,
    from: 'expensiveShare: 0.1',
    to: 'expensiveShare: 10',
    at: 'expensiveShare',
    rule: 'wrong-value',
    says: ['"expensiveShare" must be <= 1', 'share of maxCost'],
  },
  {
    name: 'a path that no endpoint has',
    file: gateway,
    from: toAuthService,
    to: toAuthService.replace(' }', ', paths: { /api/v1/api-key: /keys } }'),
    at: '/api/v1/api-key:',
    rule: 'unknown-path',
    says: ['no endpoint has the path /api/v1/api-key', 'did you mean "/api/v1/api-keys"?'],
  },
  {
    name: 'a path with a part that the endpoint has not',
    file: gateway,
    from: toAuthService,
    to: toAuthService.replace(' }', ', paths: { "/api/v1/api-keys/:id": "/keys/:key" } }'),
    at: '"/api',
    rule: 'wrong-path',
    says: ['the path has ":key", which /api/v1/api-keys/:id does not have', ''],
  },
  {
    name: 'a header that is the gateway’s',
    file: gateway,
    from: toAuthService,
    to: toAuthService.replace(' }', ', headers: { request: { set: { x-caller-id: "1" } } } }'),
    at: 'x-caller-id',
    rule: 'header-reserved',
    says: ['x-caller-id is not changed here', 'choose a header of your own'],
  },
  {
    name: 'a header with a line break',
    file: gateway,
    from: toAuthService,
    to: toAuthService.replace(' }', ', headers: { request: { set: { X-A: "${TWO_LINES}" } } } }'),
    at: 'X-A',
    rule: 'wrong-value',
    says: ['"headers.request.set.X-A" has an unsupported form', 'without line breaks'],
    env: { TWO_LINES: 'one\r\nHost: two' },
  },
  {
    name: 'a service that is not declared',
    file: gateway,
    from: toAuthService,
    to: toAuthService.replace('auth,', 'auht,'),
    at: 'serviceEndpoint',
    rule: 'unknown-service',
    says: ['names no declared service', 'did you mean "auth"?'],
  },
  {
    name: 'an address of the engine that is none, from a variable',
    file: gateway,
    from: 'nodes: ${ELASTICSEARCH_URL}',
    to: 'nodes: ${ELASTICSEARCH_URL}',
    at: 'nodes',
    rule: 'engine-access',
    says: [
      'nodes: number 1 is not an http(s) URL (value of ELASTICSEARCH_URL)',
      'write one such as https://',
    ],
    env: { ELASTICSEARCH_URL: 'localhost:9200' },
  },
  {
    name: '"basicAuth" is incomplete of the engine, from a variable',
    file: gateway,
    from: 'username: ${ELASTICSEARCH_USERNAME:-}',
    to: 'username: ${ELASTICSEARCH_USERNAME:-}',
    at: 'username',
    rule: 'engine-access',
    says: [
      'username and password must be set together (value of ELASTICSEARCH_USERNAME)',
      'set both, or neither',
    ],
    env: { ELASTICSEARCH_URL: 'http://127.0.0.1:9', ELASTICSEARCH_USERNAME: 'reader' },
  },
  {
    name: 'an address of the auth service that is none',
    file: gateway,
    from: 'authServiceUrl: ${AUTH_INTERNAL_URL}',
    to: 'authServiceUrl: localhost',
    at: 'authServiceUrl',
    rule: 'wrong-url',
    says: ['"authServiceUrl" is not an http(s) URL', 'write one such as http://'],
  },
  {
    name: "an index prefix that reaches the auth service's users",
    file: gateway,
    from: '[map-serp, organization-entity, organization-serp]',
    to: '[map-serp, directory]',
    at: 'directory',
    rule: 'prefix-reaches-users',
    says: ['this prefix reaches AUTH_INDEX', 'name another prefix'],
  },
  {
    name: 'a bound of the price that is none',
    file: gateway,
    from: 'maxCost: 1600',
    to: 'maxCost: 0',
    at: 'maxCost',
    rule: 'wrong-value',
    says: ['"maxCost" must be >= 1', 'Maximum cost'],
  },
  {
    name: 'a filter that the grammar does not know',
    file: gateway,
    from: 'maxCost: 1600\n                engine: *engine',
    to: 'engine: *engine\n                filter: { bool: { must: [{ trem: { region: RI } }] } }',
    at: 'trem',
    rule: 'filter-refused',
    says: ['clause "trem" is not allowed; did you mean term?', 'docs/search-rules.md'],
  },
  {
    name: 'search rules of a plan that no caller has',
    file: gateway,
    from: 'maxCost: 1600 #',
    to: 'plans: { parter: { maxCost: 400 } } #',
    at: 'parter',
    rule: 'plan-unknown',
    says: ['auth-service.config.yml has no plan "parter"', 'add it under "plans" there'],
  },
  {
    name: 'a default in search rules of a plan',
    file: gateway,
    from: 'maxCost: 1600 #',
    to: 'plans: { default: { mode: report } } #',
    at: 'mode',
    rule: 'unknown-parameter',
    says: ['unknown parameter "mode"', 'known: '],
  },
  ...ofInfo('contact: { url: example.org }', 'url', 'wrong-url', 'is not an http(s) URL'),
  ...ofInfo('contact: { url: "https:///" }', 'url', 'wrong-url', 'is not an http(s) URL'),
  ...ofInfo('contact: { email: directory }', 'email', 'wrong-value', 'is not an e-mail address'),
  ...ofInfo('license: { name: A, url: a.txt }', 'url', 'wrong-url', 'is not an http(s) URL'),
  ...ofInfo('termsOfService: ftp://a.b/c', 'termsOfService', 'wrong-url', 'is not an http(s) URL'),
  ...ofTiles('http://a.b/{z}/{x}/{y}', 'is not https'),
  ...ofTiles('https://a.b/{z}/{x}', 'does not contain {y}'),
  ...ofTiles('https://{s}.a.b/{z}/{x}/{y}', 'unknown placeholder'),
  ...ofTiles('https://a.{z}.b/{x}/{y}', 'the host of the tiles must be fixed'),
  {
    name: 'tiles without a map',
    file: gateway,
    from: 'page: directory',
    to: `page: endpoints\n              ${tiles('https://a.b/{z}/{x}/{y}')}`,
    at: 'tiles',
    rule: 'wrong-value',
    says: ['only the directory has a map', 'add page: directory'],
  },
  {
    name: 'tiles of nobody',
    file: gateway,
    from: 'page: directory',
    to: 'page: directory\n              tiles: { url: "https://a.b/{z}/{x}/{y}" }',
    at: 'tiles',
    rule: 'missing-parameter',
    says: ['attribution', 'Attribution of the tiles'],
  },
  // the order of steps
  {
    name: 'nothing throttles',
    file: gateway,
    from:
      '      - throttle:\n          - action: { by: address, limit: 60000, windowSeconds: 60 }\n ' +
      '     - upstream:\n',
    to: '      - upstream:\n',
    at: 'policies:',
    rule: 'step-missing',
    says: ['pipeline "account" has no step that throttles', 'add throttle'],
  },
  {
    name: 'an upstream behind which nobody is known',
    file: gateway,
    from: `upstream:\n          - action: ${toAuthService}`,
    to: 'upstream:\n          - action: { serviceEndpoint: auth, timeoutMs: 10000 }',
    at: 'upstream',
    rule: 'step-needs',
    says: ['"upstream" needs a step that provides "caller"', 'add authenticate, or public: true'],
  },
  {
    name: 'a step behind the answer',
    file: gateway,
    from: `- action: ${toAuthService}\n`,
    to: `- action: ${toAuthService}\n      - throttle: [{ action: ${logins} }]\n`,
    at: 'throttle',
    rule: 'step-order',
    says: ['"throttle" must come before "upstream"', 'the order is envelope > throttle'],
  },
  {
    name: 'two limits of one counter',
    file: gateway,
    from: logins,
    to:
      `${logins.replace('}', ', name: all }')}\n          - action: { by: address, limit: 9, ` +
      'windowSeconds: 60, name: all }',
    at: 'limit',
    rule: 'throttles-differ',
    says: [
      'steps of the name "all" share a counter, but differ in "limit"',
      'give all steps of one name the same',
    ],
  },
  // what only the set-up of a step finds
  {
    name: 'a file of fields that is not there',
    file: gateway,
    from: '- describe:\n          - action:\n',
    to: '- describe:\n          - action:\n              file: /nowhere/fields.json\n',
    at: 'action',
    rule: 'set-up-failed',
    says: ['"describe" cannot be set up', '/nowhere/fields.json'],
  },
  // both files
  {
    name: 'a scope that no role grants',
    file: gateway,
    from: scopes,
    to: '{ scopes: ["organizations:read", "organisations:export"] }',
    at: '"organisations:export"',
    rule: 'scope-not-granted',
    says: [
      'no role grants the scope "organisations:export"',
      'add it under "roles" of auth-service.config.yml',
    ],
  },
  // auth-service.config.yml
  {
    name: 'a misspelt section',
    file: auth,
    from: 'sessions:',
    to: 'session:',
    at: 'session',
    rule: 'unknown-key',
    says: ['unknown key "session"', 'did you mean "sessions"?'],
  },
  {
    name: 'a misspelt key of the policy',
    file: auth,
    from: 'freeFailures: 10',
    to: 'freeFailure: 10',
    at: 'freeFailure',
    rule: 'unknown-key',
    says: ['unknown key "freeFailure"', 'did you mean "freeFailures"?'],
  },
  {
    name: 'a time with a unit',
    file: auth,
    from: 'accessSeconds: 3600',
    to: 'accessSeconds: 1h',
    at: 'accessSeconds',
    rule: 'wrong-type',
    says: ['"tokens.accessSeconds" must be a number', 'write it in digits, without a unit'],
  },
  {
    name: 'a time with a unit, from a variable',
    file: auth,
    from: 'accessSeconds: 3600',
    to: 'accessSeconds: ${TOKEN_SECONDS}',
    at: 'accessSeconds',
    rule: 'wrong-type',
    says: ['"tokens.accessSeconds" must be a number (value of TOKEN_SECONDS)', 'without a unit'],
    env: { TOKEN_SECONDS: '1h' },
  },
  {
    name: 'too great a number',
    file: auth,
    from: 'maxDays: 3650',
    to: 'maxDays: 365000',
    at: 'maxDays',
    rule: 'wrong-value',
    says: ['"apiKeys.maxDays" is too great', 'write at most 36500'],
  },
  {
    name: 'a scope that is none',
    file: auth,
    from: 'user: [organizations:read, api-keys:manage]',
    to: 'user: [organizations:read, manage]',
    at: 'manage',
    rule: 'wrong-value',
    says: ['"roles.user[1]" is no scope', 'write two words in small letters'],
  },
  {
    name: 'scopes that are no list',
    file: auth,
    from: 'user: [organizations:read, api-keys:manage]',
    to: 'user: organizations:read',
    at: 'user',
    rule: 'wrong-type',
    says: ['"roles.user" must be a list', 'write it in brackets'],
  },
  {
    name: 'a role in capitals',
    file: auth,
    from: 'admin: [',
    to: 'Admin: [',
    at: 'Admin',
    rule: 'unknown-key',
    says: ['"Admin" is not a valid role name', 'use small letters'],
  },
  {
    name: 'a key of the policy twice',
    file: auth,
    from: 'maxWaitSeconds: 900',
    to: 'maxWaitSeconds: 900\n  freeFailures: 5',
    at: 'freeFailures',
    rule: 'yaml-duplicate-key',
    says: ['occurs twice', 'keep one'],
  },
  {
    name: 'an unset variable of the policy',
    file: auth,
    from: 'issuer: nonprofit-directory',
    to: 'issuer: ${ISSUER}',
    at: '${',
    rule: 'variable-missing',
    says: ['ISSUER has no value', 'set ISSUER, or write ${ISSUER:-default}'],
  },
  // system.config.yml
  {
    name: 'a misspelt key of the system',
    file: system,
    from: 'session:',
    to: 'sesion: {}\nsession:',
    at: 'sesion',
    rule: 'unknown-key',
    says: ['unknown key "sesion"', 'did you mean "session"?'],
  },
  {
    name: 'a section of the system that is missing',
    file: system,
    from: 'db:\n  redis: { emulate: true, namespace: directory }\n',
    to: '',
    at: '# yaml-language-server',
    rule: 'missing-parameter',
    says: ['parameter "db" is missing', 'add db'],
  },
  {
    name: 'a section of the system of a wrong type',
    file: system,
    from: session,
    to: 'session: unused',
    at: 'session',
    rule: 'wrong-type',
    says: ['"session" must be object', ''],
  },
  {
    name: 'a plugin that is not there',
    file: system,
    from: searchPlugin,
    to: searchPlugin.replace('search/index', 'serach/index'),
    at: 'search:',
    rule: 'plugin-unusable',
    says: ['plugin "search" cannot be loaded', 'serach/index.js'],
  },
  {
    name: 'a plugin without its file',
    file: system,
    from: searchPlugin,
    to: searchPlugin.replace('package', 'path'),
    at: 'search:',
    rule: 'plugin-unusable',
    says: ['plugin "search" cannot be loaded', '"package" must be'],
  },
  {
    name: 'an unset variable of the system',
    file: system,
    from: searchPlugin,
    to: searchPlugin.replace('${PLUGINS}', '${PLUGIN_FOLDER}'),
    at: '"${',
    rule: 'variable-missing',
    says: ['PLUGIN_FOLDER has no value', 'set PLUGIN_FOLDER'],
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

/** A mistake in what the operator adds to `info` of the OpenAPI document. */
function ofInfo(member: string, at: string, rule: string, message: string): BrokenFile[] {
  const from = '/openapi.json"\n'
  const to = `${from}              info: { ${member} }\n`
  const remedy = rule === 'wrong-url' ? 'https://example.org' : 'directory@example.org'
  return [{ name: member, file: gateway, from, to, at, rule, says: [message, remedy] }]
}

function tiles(url: string): string {
  return `tiles: { url: "${url}", attribution: hunter2 }`
}

/** A mistake in the address of the tiles of a map. */
function ofTiles(url: string, message: string): BrokenFile[] {
  const from = 'page: directory'
  const to = `${from}\n              ${tiles(url)}`
  const says = [message, /s\}|z\}\.b/.test(url) ? 'name one host' : 'https://tiles.'] as const
  return [{ name: url, file: gateway, from, to, at: 'url', rule: 'wrong-url', says }]
}

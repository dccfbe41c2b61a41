import { replaced, shippedText } from '../configuration.js'
import type { Random } from '../random.js'

/** An edit of the shipped gateway.config.yml, as an operator makes it: one line. */
export interface Edit {
  /** What is edited, the line before, and the line or lines after. */
  name: string
  text: string
  /** Its line in the shipped text, from 1. */
  line: number
  /** How many lines it became. */
  lines: number
}

/** A kind of edit: its name, what it replaces in a line, and by what. */
type Kind = readonly [name: string, replaces: RegExp, by: readonly string[]]

const numbers = [1, 5, 20, 50, 80, 100, 120, 150, 200, 400, 1000, 6000].map(String)
const costs = ['10', '50', '200', '800', '1000', '1500', '4000', '20000']
const bytes = ['0', '20', '300', '2000', '20000', '200000', '2000000', '67108864']
const fields = ['name', 'revenue', '"region*"', '"*year"', 'location', '"*"', 'city, zip', '"na*"']
const searchLimits = `size: 10; size: 100; size: 10000; window: 50; aggSize: 10; aggs: 0; aggs: 2;
  aggDepth: 1; clauses: 3; clauses: 20; terms: 5; textLength: 20; textTokens: 2; textFields: 1;
  sorts: 1; queryDepth: 1; queryDepth: 3; wildcards: 1; patternLength: 5; maxExpansions: 10;
  filters: 1; ranges: 2; geoPoints: 3; highlightFields: 1; innerHits: 2; sourcePatterns: 2;
  queryTextLength: 20; compositeSources: 1; jsonDepth: 6; jsonNodes: 20; fragments: 2;
  precisionThreshold: 100; indexWildcards: 0; histogramBuckets: 10; timeoutMs: 500`.split(/;\s+/)
const features = ['regexp', 'span', 'intervals', 'suggest', 'knn', 'rescore', 'explain, version']
const queries = ['wildcard', 'match', 'bool', 'range', 'term, terms', 'nested, exists', 'fuzzy']
const aggregations = ['terms', 'avg, sum, min, max', 'top_hits', 'cardinality', 'filter, filters']
const listed = (names: readonly string[], rule: string) => [
  ...names.map((name) => `$1${rule}: { deny: [${name}] }`),
  ...names.slice(0, 4).map((name) => `$1${rule}: { allow: [${name}] }`),
]
const confined = ['term: { region: RI }', 'range: { revenue: { gte: 1000 } }']
const costLimit = (limit: string) =>
  `$1- throttle: [{ action: { by: owner, unit: cost, limit: ${limit}, windowSeconds: 60, name: c } }]`

/** Each may be made at every line that its pattern fits. */
const kinds: readonly Kind[] = [
  ['limit', /(\blimit: )("?\$\{\w+:-\d+\}"?|\d+)/, numbers.map((n) => `$1${n}`)],
  ['limit of a plan', /(default|anonymous)(: )\$\{\w+:-\d+\}/, numbers.map((n) => `$1$2${n}`)],
  ['limit of another plan', /^( +)default: \$.*/, numbers.map((n) => `$&\n$1gold: ${n}`)],
  ['window', /windowSeconds: \d+/, ['windowSeconds: 30', 'windowSeconds: 3600', 'window: month']],
  ['maxCost', /(maxCost: )\d+/, costs.map((n) => `$1${n}`)],
  ['prefix less', /map-serp, organization-entity, /, ['map-serp, ', 'organization-entity, ']],
  ['prefix more', /(indexPrefixes: \[.*)\]/, ['$1, organization-drafts]']],
  ['prefix shorter', /organization-entity, organization-serp/, ['organization']],
  ['limits of searches', /^( +)# limits: .*/, searchLimits.map((one) => `$1limits: { ${one} }`)],
  [
    'limits of visitors',
    /size: 50, window: 1000/,
    ['size: 10', 'size: 50, window: 100', 'size: 9'],
  ],
  ['fields', /^( +)# fields: .*/, listed(fields, 'fields')],
  ['keys', /^( +)# keys: .*/, listed(['sort', 'aggs', 'highlight', 'from, size'], 'keys')],
  ['queries', /^( +)# queries: .*/, listed(queries, 'queries')],
  ['aggregations', /^( +)# aggregations: .*/, listed(aggregations, 'aggregations')],
  ['features', /^( +)# features: .*/, features.map((one) => `$1features: [${one}]`)],
  ['analyzers', /^( +)# analyzers: .*/, ['$1analyzers: [english, standard]']],
  ['unknown fields', /^( +)# unknownFields: .*/, ['$1unknownFields: refuse']],
  ['filter', /^( +)maxCost: 2000/, confined.map((one) => `$&\n$1filter: { ${one} }`)],
  ['rules of a plan', /^( +)# plans: .*/, costs.map((n) => `$1plans: { gold: { maxCost: ${n} } }`)],
  [
    'limits of a plan',
    /^( +)# plans: .*/,
    [...searchLimits.map((one) => `$1plans: { gold: { limits: { ${one} } } }`)],
  ],
  [
    'fields of a plan',
    /^( +)# plans: .*/,
    [...fields.map((one) => `$1plans: { gold: { fields: { deny: [${one}] } } }`)],
  ],
  [
    'scopes',
    /scopes: \["organizations:read"\]/,
    [
      ...['', '"users:manage"', '"organizations:read", "users:manage"'].map(
        (s) => `scopes: [${s}]`,
      ),
    ],
  ],
  [
    'kinds of credential',
    /accept: \[access-token, api-key\]/,
    [...['access-token', 'api-key'].map((kind) => `accept: [${kind}]`)],
  ],
  ['key in the URL', /queryKey: true/, ['queryKey: false']],
  ['visitors', /anonymous: true/, ['anonymous: false']],
  ['closed to visitors', /authenticate: \*authenticate-or-visit/, ['authenticate: *authenticate']],
  ['open to visitors', /authenticate: \*authenticate$/, ['authenticate: *authenticate-or-visit']],
  ['body', /(maxBodyBytes: )\d+/, bytes.map((n) => `$1${n}`)],
  ['media types', /(maxBodyBytes: \d+)( }|, )/, ['$1, contentTypes: ["*/*"]$2']],
  [
    'media types',
    /^( +)# contentTypes: .*/,
    ['text/csv', 'application/x-www-form-urlencoded'].map(
      (type) => `$1contentTypes: [application/json, ${type}]`,
    ),
  ],
  ['answers', /(maxBodyBytes: \d+)( }|, )/, ['$1, accept: "text/html"$2']],
  ['answers', /accept: "\*\/\*"/, ['accept: application/json']],
  ['off', /(- action: \{ )(maxBodyBytes)/, ['$1enabled: false, $2']],
  ['off', /enabled: "?\$\{PUBLIC_PAGES:-true\}"?/, ['enabled: false']],
  ['off', /^( +)# enabled: true.*/, ['$1enabled: false']],
  ['step removed', /^ +- (throttle|authenticate|authorize|reception): \S+$/, ['']],
  ['limit of cost', /^( +)- (search|export):$/, numbers.map((n) => `${costLimit(n)}\n$&`)],
  [
    'blocked',
    /^( +)- throttle: \*by-address/,
    ['$1- block: [{ action: { addresses: [198.51.100.0/28] } }]\n$&'],
  ],
  ['method less', /methods: \[(\w+), (\w+)/, ['methods: [$2', 'methods: [$1']],
  ['method more', /methods: \[/, ['methods: [DELETE, ', 'methods: [POST, ', 'methods: [GET, ']],
  ['path less', /^ +- \/\S+$/, ['']],
  ['path less', /paths: \[[^,]+, /, ['paths: [']],
  ['path moved', /(paths: )\/api\/v1\//, ['$1/api/v2/']],
  ['free search', /# freeSearch: false.*/, ['freeSearch: true']],
  ['origins', /origins: \[\].*/, ['origins: ["https://directory.example.org"]']],
  ['robots', /robots: allow/, ['robots: disallow']],
]

/** An edit by chance; whether it is sound is for the check to say. */
export function drawn(random: Random): Edit {
  const lines = shippedText.split('\n')
  const [kind, pattern, values] = random.pick(kinds)
  const by = random.pick(values)
  const places = lines.flatMap((line, i) =>
    replaced(line, pattern, by).map((after) => [i, after] as const),
  )
  if (places.length === 0) throw new Error(`the shipped YAML has no place for "${kind}"`)
  const [i, after] = random.pick(places)
  const name = `${kind}, line ${i + 1}: ${lines[i]!.trim()} → ${after.trim() || 'removed'}`
  return {
    name,
    text: lines.with(i, after).join('\n'),
    line: i + 1,
    lines: after.split('\n').length,
  }
}

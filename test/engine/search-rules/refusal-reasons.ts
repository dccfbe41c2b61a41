/**
 * Why the search rules refuse what a node takes; the first that fits counts. `form` is that of the
 * value, as forms.ts names it, `problem` what the rules say.
 */
export const reasons: readonly { why: string; form: RegExp; problem: RegExp }[] = [
  {
    why: 'Elasticsearch reads past the brackets where one value belongs',
    ...{ form: /list/, problem: /must be|at least/ },
  },
  {
    why: 'null passes only before another clause, and is refused as the last one',
    ...{ form: /^null$/, problem: /\]: must be an object with exactly one clause/ },
  },
  {
    why: 'an empty or odd text is read as the default: it says nothing',
    ...{ form: /^(empty string|spaces around)$/, problem: /must be (true or false|one of)/ },
  },
  {
    why: 'a field is one name: field rules judge nothing else',
    form: /^(number|boolean) instead|^empty string$/,
    problem: /must be (the name of a field|string or object)/,
  },
  {
    why: 'a point is never a single number',
    ...{ form: /instead of a string/, problem: /must be string or array or object/ },
  },
  {
    why: 'what is no integer is read only where it decides between clauses, and fails there',
    ...{ form: /string|fraction|large/, problem: /minimum_should_match: must be/ },
  },
  {
    why: 'Elasticsearch drops the fraction of an integer',
    form: /fraction|without its zero|exponent/,
    problem: /must be (an integer|true, false or a number)/,
  },
  { why: 'it would lose digits', form: /^number$/, problem: /lose digits/ },
  {
    why: 'it is beyond a limit (docs/search-rules.md), or means nothing there',
    form: /./,
    problem: /must be an? (integer|number) (between|of at least)|must be 1 to 8, or a distance/,
  },
  {
    why: 'bounds bound what a histogram costs',
    ...{ form: /./, problem: /hard_bounds|the bounds divided by the interval/ },
  },
]

const all = { match_all: {} }
const query = (clause: object) => ({ query: clause })
const body = (keys: object) => ({ query: all, ...keys })
const agg = (type: object) => body({ size: 0, aggs: { x: type } })

/** Bodies that a node takes, with the reason why the search rules do not. */
export const refusedOnPurpose: readonly (readonly [why: string, body: object])[] = [
  ['a search has a query', {}],
  [
    'an earlier name: the refusal tells the one of today',
    query({ term: { region: { term: 'x' } } }),
  ],
  ['as above', query({ bool: { mustNot: all } })],
  ['as above', agg({ geo_distance: { field: 'location', center: [12, 41], ranges: [{ to: 1 }] } })],
  [
    'not documented',
    query({ geo_distance: { distance: '1km', 'location.lat': 41, 'location.lon': 12 } }),
  ],
  [
    'without effect',
    query({ geo_shape: { location: { shape: 'POINT (1 2)', strategy: 'recursive' } } }),
  ],
  ['without effect', body({ highlight: { fields: { name: { options: {} } } } })],
  [
    'geo_distance does it',
    query({
      geo_shape: { location: { shape: { type: 'circle', coordinates: [12, 41], radius: '10km' } } },
    }),
  ],
  [
    'CVE-2024-52981: they recurse',
    query({ geo_shape: { location: { shape: 'GEOMETRYCOLLECTION (POINT (1 2))' } } }),
  ],
  [
    'a tie breaker is part of a score',
    query({ multi_match: { query: 'x', fields: ['name'], tie_breaker: 1.5 } }),
  ],
  ['a limit: timeoutMs', body({ timeout: '1m' })],
  ['a limit: no search without an end', body({ timeout: '-1' })],
  [
    'it looks through the dictionary',
    body({ suggest: { x: { regex: 'a.*', completion: { field: 'suggest' } } } }),
  ],
  [
    'it can carry a template query',
    body({ suggest: { x: { text: 'a', phrase: { field: 'name' } } } }),
  ],
  ['it counts on the node, for its operator', body({ stats: ['a'] })],
  ['it is for plugins of the engine', body({ ext: {} })],
]

/**
 * A call and what a real Elasticsearch 9.5.3 answers to it: its status, and these parts of its
 * body.
 */
export type Step = [
  method: string,
  path: string,
  body: object | undefined,
  status: number,
  answer?: object,
]

const property = { mappings: { properties: { a: { type: 'keyword' } } } }
const both = ['walk', 'walk-current']

/** How many documents each name means. */
function counts(expected: Record<string, number>): Step[] {
  return Object.entries(expected).map(([name, count]) => [
    'GET',
    `/${name}/_count`,
    undefined,
    200,
    { count },
  ])
}

/**
 * The life of an index behind an alias, one call after the other, on an engine without indices of
 * these names: hidden indices and what finds them, aliases that move in one step, indices that go
 * in it, and calls that are refused as a whole.
 */
export const aliasWalk: readonly Step[] = [
  ['PUT', '/walk-000001', { ...property, aliases: { walk: {} } }, 200],
  ['PUT', '/walk_2', { ...property, settings: { index: { hidden: true } } }, 200],
  ['PUT', '/walk-000001/_doc/1?refresh=true', { a: 'old' }, 201],
  ['PUT', '/walk_2/_doc/1?refresh=true', { a: 'new' }, 201],
  ['PUT', '/walk_2/_doc/2?refresh=true', { a: 'new' }, 201],
  ...counts({ walk: 1, 'walk*': 1, 'walk-*': 1, 'walk_*': 0, walk_2: 2, 'wal*,-walk*': 0 }),
  ['GET', '/walk*/_count?expand_wildcards=all', undefined, 200, { count: 3 }],
  ['GET', '/walk*/_count?expand_wildcards=open,hidden', undefined, 200, { count: 3 }],

  // an index becomes hidden: patterns find it by its aliases alone
  [
    'POST',
    '/_aliases',
    { actions: [{ add: { index: 'walk-000001', alias: 'walk-current' } }] },
    200,
    { errors: false },
  ],
  ['PUT', '/walk-000001/_settings', { 'index.hidden': true }, 200, { acknowledged: true }],
  ...counts({ walk: 1, 'walk*': 1, 'walk-*': 1, 'walk-0*': 0 }),

  // the aliases move
  [
    'POST',
    '/_aliases',
    {
      actions: [
        { remove: { index: 'walk-000001', aliases: both } },
        { add: { index: 'walk_2', aliases: both } },
      ],
    },
    200,
  ],
  ...counts({ walk: 2, 'walk*': 2, 'walk-*': 2, 'walk_*': 0 }),
  ['GET', '/walk/_mapping', undefined, 200, { walk_2: property }],
  [
    'GET',
    '/walk*/_alias',
    undefined,
    200,
    { 'walk-000001': { aliases: {} }, walk_2: { aliases: { walk: {}, 'walk-current': {} } } },
  ],

  // nothing of a call that is refused is done
  [
    'POST',
    '/_aliases',
    { actions: [{ add: { index: 'walk_2', alias: 'other' } }, { remove_index: { index: 'no' } }] },
    404,
  ],
  ['HEAD', '/_alias/other', undefined, 404],
  [
    'POST',
    '/_aliases',
    { actions: [{ remove: { index: 'walk_2', alias: 'no' } }] },
    404,
    { error: { type: 'aliases_not_found_exception' } },
  ],
  // but aliases that are missing are passed over next to anything else
  [
    'POST',
    '/_aliases',
    {
      actions: [
        { add: { index: 'walk_2', alias: 'other' } },
        { remove: { index: 'walk_2', alias: 'no' } },
      ],
    },
    200,
    {
      errors: true,
      action_results: [
        { action: { type: 'add', indices: ['walk_2'], aliases: ['other'] }, status: 200 },
        {
          action: { type: 'remove', indices: ['walk_2'], aliases: ['no'] },
          status: 404,
          error: {
            type: 'aliases_not_found_exception',
            reason: 'aliases [no] missing',
            'resource.id': 'no',
          },
        },
      ],
    },
  ],
  ['HEAD', '/_alias/other', undefined, 200],
  [
    'POST',
    '/_aliases',
    { actions: [{ remove_index: { index: 'walk' } }] },
    400,
    { error: { type: 'illegal_argument_exception' } },
  ],
  ['DELETE', '/walk', undefined, 400, { error: { type: 'illegal_argument_exception' } }],
  [
    'PUT',
    '/walk_2/_settings',
    { index: { hidden: 'maybe' } },
    400,
    { error: { type: 'illegal_argument_exception' } },
  ],
  [
    'PUT',
    '/no/_settings',
    { index: { hidden: true } },
    404,
    { error: { type: 'index_not_found_exception' } },
  ],

  // an alias takes the name of an index that goes in the same step
  ['PUT', '/plain-walk/_doc/1?refresh=true', { a: 'x' }, 201],
  [
    'POST',
    '/_aliases',
    { actions: [{ add: { index: 'walk_2', alias: 'plain-walk' } }] },
    400,
    { error: { type: 'invalid_alias_name_exception' } },
  ],
  [
    'POST',
    '/_aliases',
    {
      actions: [
        { add: { index: 'walk_2', alias: 'plain-walk' } },
        { remove_index: { index: 'plain-walk' } },
      ],
    },
    200,
  ],
  ...counts({ 'plain-walk': 2 }),

  // an index that is hidden no longer
  ['PUT', '/walk_2/_settings', { settings: { index: { hidden: false } } }, 200],
  ...counts({ 'walk_*': 2 }),
  ['PUT', '/walk_2/_settings', { hidden: 'true' }, 200],
  ...counts({ 'walk_*': 0 }),
  ['DELETE', '/walk-000001,walk_2', undefined, 200],
  ['HEAD', '/_alias/walk', undefined, 404],
]

/** Walks on an engine. @returns the steps whose answers differ, each with its answer */
export async function walk(url: string): Promise<unknown[]> {
  const differing: unknown[] = []
  for (const [method, path, body, status, answer] of aliasWalk) {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const given: unknown = text === '' ? undefined : JSON.parse(text)
    if (response.status !== status || !holds(given, answer))
      differing.push([method, path, response.status, given])
  }
  return differing
}

/** Whether a value holds all that is expected of it. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null)
    return expected === undefined || value === expected
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(expected).every(([key, one]) =>
    holds((value as Record<string, unknown>)[key], one),
  )
}

import { fieldRows } from '../../directory/fields/fields.js'
import { fieldMappings } from '../../directory/fields/mapping.js'
import {
  anyObject,
  anyOf,
  double,
  exactly,
  int64,
  oneOfTexts,
  ref,
  type Schema,
} from './json-schema.js'
import { shippedFields } from './templates.js'

const text = (description: string): Schema => ({ type: 'string', description })
const time = (description: string): Schema => ({ type: 'string', format: 'date-time', description })
const day: Schema = { type: 'string', format: 'date' }
const count = (description: string): Schema => ({ ...int64, minimum: 0, description })
const listOf = (items: Schema, description: string): Schema => ({
  type: 'array',
  items,
  description,
})

const meta = {
  requestId: text(
    'Unique id of the request, equal to the header `X-Request-Id`; it identifies the request ' +
      'in the operator’s log.',
  ),
  timestamp: time('Time of the answer: ISO 8601, UTC, with milliseconds.'),
}

/** What `search_after` takes back; null where a text is missing. */
const sortValue = anyOf([{ type: 'string' }, double, { type: 'boolean' }, { type: 'null' }])

/** A field of an organization as JSON, by its type in the index. */
const ofType: Readonly<Record<(typeof fieldMappings)['id']['type'], Schema>> = {
  text: { type: 'string' },
  keyword: { type: 'string' },
  integer: { type: 'integer', format: 'int32' },
  long: int64,
  double,
  date: { type: 'string' },
  boolean: { type: 'boolean' },
  // `_source` may name one of them
  geo_point: exactly({ lat: double, lon: double }, ['lat', 'lon']),
}

/** The fields that the loader writes. */
function loadedFields(): Record<string, Schema> {
  return Object.fromEntries(
    fieldRows.map(([name, { isList, about }]) => {
      const one = ofType[fieldMappings[name].type]
      const schema = isList ? { type: 'array', items: one } : one
      return [name, { ...schema, description: about }]
    }),
  )
}

/** Those of them that answers of search templates may contain. */
function templateFields(): Record<string, Schema> {
  const shown = shippedFields()
  return Object.fromEntries(Object.entries(loadedFields()).filter(([name]) => shown.has(name)))
}

const keyFacts = {
  id: { type: 'string', format: 'uuid', description: 'Identifier of the key record.' },
  name: text('Descriptive name.'),
  prefix: {
    type: 'string',
    pattern: '^npd_[0-9A-Za-z]{8}$',
    description: 'The first two segments of the key.',
  },
  scopes: listOf({ type: 'string' }, 'What the key permits.'),
  allow: ref('KeyAllowList'),
  createdAt: time('Time of creation.'),
  expiresAt: time('When it ends: by its expiry, its revocation or the grace of its rotation.'),
}
const secret = {
  type: 'string',
  pattern: '^npd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$',
  description: 'The key itself. It is only in this answer, and never shown again.',
}
const rotatedFrom = {
  type: 'string',
  format: 'uuid',
  description: 'Id of the key that it replaces.',
}
const rotatedTo = {
  type: 'string',
  format: 'uuid',
  description: 'Id of the key that replaces it.',
}
const token = (description: string): Schema => ({
  type: 'string',
  pattern: '^v4\\.public\\.',
  description,
})

const userFacts = {
  id: int64,
  email: { type: 'string', format: 'email' },
  name: { type: 'string' },
  role: text('`user`, `admin`, or another role of the operator.'),
}

const usedFacts = {
  requests: count('Requests, including refused ones.'),
  cost: { ...double, description: 'Total cost of the searches that no throttle refused.' },
  bytes: count('Bytes of the answers, with their headers.'),
  errors: {
    type: 'object',
    description: 'Requests by the error code of their answer.',
    additionalProperties: count('How many.'),
  },
} satisfies Record<string, Schema>

/** What the calls answer with: `data` of the envelope, and `meta`. */
export const answerSchemas: Readonly<Record<string, Schema>> = {
  Meta: exactly(meta),
  SearchMeta: exactly(
    {
      ...meta,
      hints: listOf(
        { type: 'string' },
        'Hints on unknown fields, and on misused ones if nothing was found; of declared ' +
          'searches, on why nothing or only similar organizations were found.',
      ),
      understood: exactly(
        {
          words: text('The words that are looked for; empty: organizations of any kind.'),
          identifier: text('The number of an organization.'),
          place: text('The place to be near to, as typed.'),
          radius: text('The distance from it, such as `10mi`.'),
          region: text('The code of a state.'),
          city: text('The name of a city, as typed.'),
        },
        ['identifier', 'place', 'radius', 'region', 'city'],
      ),
      dataAsOf: { ...day, description: 'Date of the data, if known.' },
      attribution: text('Source of the data, if known: in answers of declared searches.'),
    },
    ['hints', 'understood', 'dataAsOf', 'attribution'],
  ),
  Nothing: exactly({}),
  User: exactly(
    { ...userFacts, plan: text('In `GET /api/v1/auth/me`: the plan, unless it is `default`.') },
    ['plan'],
  ),
  OpenAccounts: exactly({
    signUp: {
      ...oneOfTexts('off', 'invite', 'domains', 'open'),
      description:
        'Who may create an account: no one, people who are invited, people with an address of ' +
        'certain domains too, or anyone.',
    },
    recovery: { type: 'boolean', description: 'Whether a password can be recovered by mail.' },
  }),
  Account: exactly({
    ...userFacts,
    plan: text('The plan: that of the user, else that of the role, else `default`.'),
    createdAt: time('Time of creation.'),
    disabled: { type: 'boolean', description: 'Whether all its credentials are refused.' },
  }),
  UserList: exactly({
    users: listOf(ref('Account'), 'Ordered by id.'),
    total: count('How many users match the filter.'),
  }),
  Tokens: exactly({
    accessToken: token('PASETO that authenticates requests.'),
    refreshToken: token('PASETO that returns a new pair at the refresh call.'),
    expiresIn: count('Lifetime of the access token, in seconds.'),
    user: ref('User'),
  }),
  PageTokens: exactly({
    accessToken: token('PASETO that authenticates requests.'),
    expiresIn: count('Lifetime of the access token, in seconds.'),
    user: ref('User'),
  }),
  NewApiKey: exactly({ ...keyFacts, key: secret }, ['allow']),
  RotatedApiKey: exactly({ ...keyFacts, key: secret, rotatedFrom }, ['allow']),
  KeyAllowList: {
    ...exactly(
      {
        addresses: listOf({ type: 'string' }, 'Networks of clients, in canonical form.'),
        origins: listOf({ type: 'string' }, 'Origins of pages.'),
      },
      ['addresses', 'origins'],
    ),
    description: 'Where the key may be used from; everywhere without it.',
  },
  ApiKey: exactly(
    {
      ...keyFacts,
      state: {
        ...oneOfTexts('active', 'expired', 'revoked'),
        description: 'State of the key.',
      },
      expiresInSeconds: count('Until it ends; 0 when it has ended.'),
      lastUsedAt: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'Time of the last use; null if never.',
      },
      lastUsedIp: { type: ['string', 'null'], description: 'Address of the last use.' },
      plan: text('Its plan, unless it is `default`.'),
      rotatedFrom,
      rotatedTo,
    },
    ['allow', 'plan', 'rotatedFrom', 'rotatedTo'],
  ),
  ApiKeyList: exactly({
    keys: listOf(ref('ApiKey'), 'The newest first.'),
    total: count('How many keys there are in all.'),
  }),
  Organization: {
    type: 'object',
    description:
      'A hit: the fields of the organization, and its score. Further fields are returned as ' +
      'they were loaded.',
    properties: {
      name: { type: 'string' },
      ...loadedFields(),
      _score: {
        type: ['number', 'null'],
        format: 'double',
        description: 'Relevance score; null if the hits are sorted by something else.',
      },
      _sort: listOf(sortValue, 'Sort values: `search_after` of the next page.'),
      _highlight: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Highlighted matches, by field.',
      },
      _fields: {
        type: 'object',
        additionalProperties: { type: 'array', items: {} },
        description: 'Values as the index holds them, by field.',
      },
      _innerHits: { ...anyObject, description: 'The hits inside of it.' },
    },
    required: ['id', '_score'],
    additionalProperties: true,
  },
  OrganizationRecord: {
    type: 'object',
    description:
      'The requested fields of an organization. Further fields are returned as they were loaded.',
    properties: {
      ...templateFields(),
      distance_km: {
        ...{ ...double, minimum: 0 },
        description: 'Kilometres from the place of `near`, if that was sent.',
      },
    },
    additionalProperties: true,
  },
  FacetCount: exactly(
    {
      value: anyOf([{ type: 'string' }, double, { type: 'boolean' }]),
      count: count('Number of organizations with this value.'),
      box: {
        ...{ ...listOf(double, 'Of a cell: west, south, east and north of what is in it.') },
        ...{ minItems: 4, maxItems: 4 },
      },
    },
    ['box'],
  ),
  SearchResult: exactly(
    {
      results: listOf(ref('Organization'), 'The hits.'),
      total: count('How many match.'),
      totalRelation: {
        ...oneOfTexts('gte'),
        description: '`gte` if the total is a lower bound; absent if it is exact.',
      },
      index: text('The index pattern, as sent.'),
      version: text('Version of the search engine.'),
      aggregations: {
        type: 'object',
        additionalProperties: ref('AggregationResult'),
        description: 'Results of `aggs` by name, as returned by Elasticsearch.',
      },
    },
    ['totalRelation', 'aggregations'],
  ),
  AggregationResult: { ...anyObject, description: 'For example `buckets`, or `value`.' },
  Problem: exactly({ _errors: { ...listOf({ type: 'string' }, 'The mistakes.'), minItems: 1 } }),
  Explanation: exactly({
    accepted: { type: 'boolean', description: 'Whether the rules accept the search.' },
    problems: {
      type: 'object',
      description: 'Problems, as in `details` of the VALIDATION_ERROR of the search.',
      additionalProperties: ref('Problem'),
    },
    cost: {
      ...exactly({
        total: { ...double, description: 'Cost, as in `X-Query-Cost`.' },
        cap: { ...double, description: 'The most that a search may cost (`maxCost`).' },
        parts: listOf(
          exactly({ path: { type: 'string' }, cost: double }),
          'The most expensive first.',
        ),
      }),
      description: 'Cost of the search, and of its parts.',
    },
    budget: {
      description: 'What is left of the cost limit; null if there is none.',
      anyOf: [
        { type: 'null' },
        exactly({
          limit: count('The whole limit.'),
          windowSeconds: count('Length of the window.'),
          remaining: { ...double, description: 'What is left.' },
          resetSeconds: count('Time until the window ends.'),
        }),
      ],
    },
    limits: {
      type: 'object',
      description: 'The limits of the rules by their names in the YAML.',
      additionalProperties: double,
    },
    search: {
      description: 'The search that would be sent to the engine; null if it is refused.',
      anyOf: [{ type: 'null' }, exactly({ index: { type: 'string' }, body: anyObject })],
    },
  }),
  Limit: exactly(
    {
      name: text(
        'Name as in the RateLimit headers: set by the operator, or made of pipeline and `by`.',
      ),
      unit: oneOfTexts('requests', 'cost', 'hits'),
      by: oneOfTexts('address', 'owner', 'key'),
      window: {
        ...oneOfTexts('month'),
        description: 'Set if the windows are calendar months, in UTC.',
      },
      limit: count('Maximum per window.'),
      windowSeconds: count('Length of the current window.'),
      remaining: count('What is left.'),
      resetSeconds: count('Until the window ends.'),
      calls: listOf({ type: 'string' }, 'Methods and paths that it counts.'),
      conditional: {
        type: 'boolean',
        description: 'Set if only some of their requests are counted.',
      },
    },
    ['window', 'conditional'],
  ),
  CallerLimits: exactly({
    plan: text('The plan of the credential.'),
    scopes: listOf({ type: 'string' }, 'What the credential permits.'),
    limits: listOf(ref('Limit'), 'The limits of the credential.'),
    searches: listOf(
      exactly({ calls: listOf({ type: 'string' }, 'Methods and paths.'), maxCost: double }),
      'Maximum cost of one search.',
    ),
  }),
  UsageRow: {
    ...exactly(
      {
        day: { type: 'string', format: 'date', description: 'With `by=day`, in UTC.' },
        hour: { ...time('With `by=hour`: start of the hour.') },
        key: {
          type: ['string', 'null'],
          description: 'With `by=key`: its id; null for access tokens.',
        },
        prefix: {
          type: ['string', 'null'],
          description: 'With `by=key`: its public prefix; null for access tokens.',
        },
        ...usedFacts,
      },
      ['day', 'hour', 'key', 'prefix'],
    ),
    description: 'What was used in a day, in an hour, or by a key.',
  },
  Used: exactly(usedFacts),
  PasetoKeys: exactly({
    issuer: text('`iss` of the tokens.'),
    audience: text('`aud` of the tokens.'),
    keys: listOf(
      exactly({ kid: text('PASERK id: `kid` of the footer.'), key: text('PASERK `k4.public.…`.') }),
      'Each may verify valid tokens; the newest first.',
    ),
  }),
  UsageBy: { ...oneOfTexts('day', 'hour', 'key'), description: 'What a row is the usage of.' },
  Usage: exactly({
    by: ref('UsageBy'),
    from: time('Start of the first hour.'),
    to: time('End of the last hour.'),
    rows: listOf(ref('UsageRow'), 'Ordered by time; keys by number of requests, descending.'),
    totals: ref('Used'),
  }),
  Welcome: exactly(
    {
      name: text('Name of the API.'),
      calls: listOf(
        exactly({ method: { type: 'string' }, path: { type: 'string' } }),
        'The main endpoints.',
      ),
      openapi: text('Path of the OpenAPI document.'),
      pages: {
        ...exactly(
          {
            docs: text('Every call.'),
            try: text('Composes searches.'),
            account: text('Keys, usage and limits of a user.'),
            directory: text('The search page.'),
          },
          ['docs', 'try', 'account', 'directory'],
        ),
        description: 'Paths of the pages.',
      },
    },
    ['openapi'],
  ),
  Use: oneOfTexts('match', 'term', 'sort', 'aggregate', 'map'),
  Field: exactly(
    {
      name: text('Name of the field in queries.'),
      type: text('Elasticsearch’s type.'),
      uses: listOf(ref('Use'), 'Supported uses.'),
      subFields: {
        type: 'object',
        additionalProperties: { type: 'array', items: ref('Use') },
        description: 'Sub-fields: full name → supported uses.',
      },
      example: { description: 'Example value.' },
    },
    ['subFields', 'example'],
  ),
  DataSource: exactly(
    {
      name: text('Its name.'),
      asOf: { ...day, description: 'Date of the data.' },
      loadedAt: time('Time of the load.'),
      attribution: text('Attribution text.'),
      license: text('The licence of the data.'),
    },
    ['name', 'asOf', 'attribution', 'license'],
  ),
  FieldFamilies: exactly(
    {
      families: {
        type: 'object',
        description: 'Index family → its fields.',
        additionalProperties: exactly({ fields: listOf(ref('Field'), 'By their names.') }),
      },
      sources: listOf(ref('DataSource'), 'Where the data comes from, if that is known.'),
    },
    ['sources'],
  ),
}

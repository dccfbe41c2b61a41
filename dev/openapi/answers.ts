import { listFields, organizationFields } from '../../loader/format.js'
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
import { shippedFields } from './questions.js'

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
    'Unique id of the request, equal to the header `X-Request-Id`; the key to the operator’s log.',
  ),
  timestamp: time('When the answer was made: ISO 8601, UTC, with milliseconds.'),
}

/** What `search_after` takes back; null where a text is missing. */
const sortValue = anyOf([{ type: 'string' }, double, { type: 'boolean' }, { type: 'null' }])

/** A field of an organization as JSON, by its type in the index. */
const ofType: Readonly<Record<(typeof organizationFields)['id']['type'], Schema>> = {
  text: { type: 'string' },
  keyword: { type: 'string' },
  integer: { type: 'integer', format: 'int32' },
  long: int64,
  double,
  date: { type: 'string', description: '`YYYY-MM-DD`, `YYYY-MM`, or a time in UTC.' },
  boolean: { type: 'boolean' },
  // `_source` may name one of them
  geo_point: exactly({ lat: double, lon: double }, ['lat', 'lon']),
}

/** The fields that the loader writes. */
function loadedFields(): Record<string, Schema> {
  const fields = Object.entries(organizationFields)
  const schemaOf = (name: string, one: Schema): Schema =>
    listFields.has(name) ? { type: 'array', items: one } : one
  return Object.fromEntries(fields.map(([name, { type }]) => [name, schemaOf(name, ofType[type])]))
}

/** Those of them that answers to questions may contain. */
function questionFields(): Record<string, Schema> {
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
  createdAt: time('When it was made.'),
  expiresAt: time('When it expires.'),
}
const secret = {
  type: 'string',
  pattern: '^npd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$',
  description: 'The key itself. It is only in this answer and never shown again.',
}
const rotatedFrom = {
  type: 'string',
  format: 'uuid',
  description: 'Id of the key in whose place it was made.',
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
  requests: count('Requests, those that were refused too.'),
  cost: { ...double, description: 'Total cost of the searches that no throttle refused.' },
  bytes: count('Of the answers, with their headers.'),
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
        'Unknown fields, and misused ones when the search found nothing.',
      ),
      dataAsOf: { ...day, description: 'The day that the data describes, if it is stated.' },
      attribution: text('Whom the data comes from, if it is known: in answers to questions.'),
    },
    ['hints', 'dataAsOf', 'attribution'],
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
    createdAt: time('When it was made.'),
    disabled: { type: 'boolean', description: 'Whether all its credentials are refused.' },
  }),
  UserList: exactly({
    users: listOf(ref('Account'), 'In the order of their ids.'),
    total: count('How many users pass the filter.'),
  }),
  Tokens: exactly({
    accessToken: token('PASETO that authenticates requests.'),
    refreshToken: token('PASETO that gets a new pair.'),
    expiresIn: count('Life of the access token, in seconds.'),
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
        description: 'Whether it is in force.',
      },
      expiresInSeconds: count('Until it ends; 0 when it has ended.'),
      lastUsedAt: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When it was used last; null if never.',
      },
      lastUsedIp: { type: ['string', 'null'], description: 'From where it was used last.' },
      plan: text('Its plan, unless it is `default`.'),
      rotatedFrom,
    },
    ['allow', 'plan', 'rotatedFrom'],
  ),
  ApiKeyList: exactly({
    keys: listOf(ref('ApiKey'), 'The newest first.'),
    total: count('How many keys there are in all.'),
  }),
  Organization: {
    type: 'object',
    description:
      'A hit: the fields of the organization, and what the search says of it. Further fields ' +
      'are returned as they were loaded.',
    properties: {
      name: { type: 'string' },
      ...loadedFields(),
      _score: {
        type: ['number', 'null'],
        format: 'double',
        description: 'How well it matches; null where the hits are sorted by something else.',
      },
      _sort: listOf(sortValue, 'What it was sorted by: `search_after` of the next page.'),
      _highlight: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'The parts of texts that match, by field.',
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
    properties: questionFields(),
    additionalProperties: true,
  },
  FacetCount: exactly({
    value: anyOf([{ type: 'string' }, double, { type: 'boolean' }]),
    count: count('How many have it.'),
  }),
  SearchResult: exactly(
    {
      results: listOf(ref('Organization'), 'The hits.'),
      total: count('How many match.'),
      totalRelation: {
        ...oneOfTexts('gte'),
        description: 'The total is a lower bound; absent where it is exact.',
      },
      index: text('The index pattern, as sent.'),
      version: text('Version of the search engine.'),
      aggregations: {
        type: 'object',
        additionalProperties: ref('AggregationResult'),
        description: 'The answers to `aggs` by their names, as Elasticsearch gives them.',
      },
    },
    ['totalRelation', 'aggregations'],
  ),
  AggregationResult: { ...anyObject, description: 'For example `buckets`, or `value`.' },
  Problem: exactly({ _errors: { ...listOf({ type: 'string' }, 'The mistakes.'), minItems: 1 } }),
  Explanation: exactly({
    accepted: { type: 'boolean', description: 'Whether the rules let the search pass.' },
    problems: {
      type: 'object',
      description: 'What is wrong, as `details` of the search’s VALIDATION_ERROR.',
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
          windowSeconds: count('For how long it is.'),
          remaining: { ...double, description: 'What is left.' },
          resetSeconds: count('Until it is whole again.'),
        }),
      ],
    },
    limits: {
      type: 'object',
      description: 'The limits of the rules by their names in the YAML.',
      additionalProperties: double,
    },
    search: {
      description: 'What the engine would be sent; null for a search that is refused.',
      anyOf: [{ type: 'null' }, exactly({ index: { type: 'string' }, body: anyObject })],
    },
  }),
  Limit: exactly(
    {
      name: text('As in the RateLimit headers; of the operator, or made of `by` and a number.'),
      unit: oneOfTexts('requests', 'cost'),
      by: oneOfTexts('address', 'owner', 'key'),
      window: { ...oneOfTexts('month'), description: 'The windows are calendar months, in UTC.' },
      limit: count('Maximum per window.'),
      windowSeconds: count('Length of the current window.'),
      remaining: count('What is left.'),
      resetSeconds: count('Until the window ends.'),
      calls: listOf({ type: 'string' }, 'Methods and paths that it counts.'),
      conditional: {
        type: 'boolean',
        description: 'It counts only some of their requests; absent for all.',
      },
    },
    ['window', 'conditional'],
  ),
  CallerLimits: exactly({
    plan: text('The plan of the credential.'),
    scopes: listOf({ type: 'string' }, 'What the credential permits.'),
    limits: listOf(ref('Limit'), 'Those that hold for the credential.'),
    searches: listOf(
      exactly({ calls: listOf({ type: 'string' }, 'Methods and paths.'), maxCost: double }),
      'The greatest cost of one search.',
    ),
  }),
  UsageRow: {
    ...exactly(
      {
        day: { type: 'string', format: 'date', description: 'With `by=day`, in UTC.' },
        hour: { ...time('With `by=hour`: when it begins.') },
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
  Usage: exactly({
    by: oneOfTexts('day', 'hour', 'key'),
    from: time('When the first hour begins.'),
    to: time('When the last hour ends.'),
    rows: listOf(ref('UsageRow'), 'In the order of time; of keys, the most requests first.'),
    totals: ref('Used'),
  }),
  Welcome: exactly(
    {
      name: text('Name of the API.'),
      calls: listOf(
        exactly({ method: { type: 'string' }, path: { type: 'string' } }),
        'What may be called.',
      ),
      openapi: text('Path of the OpenAPI document.'),
      pages: {
        ...exactly(
          {
            docs: text('Every call.'),
            try: text('Composes searches.'),
            account: text('Keys, usage and limits of a user.'),
            directory: text('The search for people.'),
          },
          ['docs', 'try', 'account', 'directory'],
        ),
        description: 'Paths of the pages for people.',
      },
    },
    ['openapi'],
  ),
  Use: oneOfTexts('match', 'term', 'sort', 'aggregate', 'map'),
  Field: exactly(
    {
      name: text('As a query names it.'),
      type: text('Elasticsearch’s type.'),
      uses: listOf(ref('Use'), 'What it is good for.'),
      subFields: {
        type: 'object',
        additionalProperties: { type: 'array', items: ref('Use') },
        description: 'The same value in other forms: whole name → what it is good for.',
      },
      example: { description: 'A value that an organization has.' },
    },
    ['subFields', 'example'],
  ),
  DataSource: exactly(
    {
      name: text('Its name.'),
      asOf: { ...day, description: 'The day that the data describes.' },
      loadedAt: time('When it was loaded.'),
      attribution: text('The text by which it wants to be named.'),
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

import { methods } from '../../routes/routes.js'

const text = (description: string) => ({ type: 'string', description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const headers = (description: string) => ({ type: 'object', description })
const part = (description: string) => ({ description })

const caller = {
  description: 'Who sends the request: an API key or an access token of a user of a role.',
  type: 'object',
  properties: {
    key: text('An API key of a user of this role, as auth-service.config.yml defines it.'),
    token: text('An access token of a user of this role.'),
    plan: text("The key's own plan, or the user's."),
    scopes: texts("Of the key; by default the role's."),
    addresses: texts('Networks where the key may be used.'),
    origins: texts('Origins of pages that may use the key.'),
    state: { enum: ['active', 'expired', 'revoked', 'unknown'], description: 'Of the key.' },
    in: { enum: ['header', 'url'], description: 'Where the credential is sent.' },
  },
  additionalProperties: false,
}

const away = { const: 'away' }
const answer = (properties: object) => ({
  anyOf: [away, { type: 'object', properties, additionalProperties: false }],
})
const status = { type: 'integer', minimum: 100, maximum: 599, description: 'HTTP status.' }

const given = {
  description:
    'What the services around the gateway say; by default they answer, and find nothing.',
  type: 'object',
  properties: {
    engine: {
      ...answer({
        status,
        hits: { type: 'array', items: { type: 'object' }, description: 'Documents.' },
        aggregations: part('Results of aggregations, as the engine returns them.'),
      }),
      description: 'The engine: away, or what it answers to each search.',
    },
    auth: { ...away, description: 'The auth service: away. It then verifies no API key.' },
    upstream: {
      ...answer({ status, headers: headers('Of its answers.'), body: part('Text, or JSON.') }),
      description: 'The services of upstream: away, or what they answer.',
    },
  },
  additionalProperties: false,
}

const none = { const: 'none' }
const partOrNone = (properties: object, description: string) => ({
  anyOf: [none, { type: 'object', properties, additionalProperties: false }],
  description,
})

const expect = {
  description: 'What must be so. Of mappings the given members are compared, lists as a whole.',
  type: 'object',
  properties: {
    status,
    code: { ...text('Code of the error; none: it is no error.') },
    details: part('Of the error.'),
    data: part('Of the response.'),
    headers: headers('Of the response; none: it does not have it.'),
    cost: { type: 'number', description: 'Cost of the search, in an index of few documents.' },
    search: partOrNone(
      { index: text('Indices.'), path: text('Path and query.'), body: part('The search.') },
      'The first search that the engine gets; none: it gets none.',
    ),
    upstream: partOrNone(
      {
        service: text('Name under serviceEndpoints.'),
        method: text('Method.'),
        path: text('Path and query.'),
        headers: headers('none: it does not get it.'),
        body: text('The body.'),
      },
      'What a service behind the gateway gets; none: none gets anything.',
    ),
  },
  minProperties: 1,
  additionalProperties: false,
}

/** JSON Schema of one policy test. */
export const testSchema = {
  type: 'object',
  description: 'A request, and what becomes of it.',
  properties: {
    request: {
      type: 'string',
      pattern: `^(${[...methods, 'HEAD', 'OPTIONS'].join('|')}) /\\S*$`,
      description: 'Method and path, with its query: GET /api/v1/limits?all=true.',
    },
    headers: headers('Of the request.'),
    body: part('Of the request: text, or JSON as a mapping.'),
    address: text('Of the client.'),
    caller: { anyOf: [{ const: 'anonymous' }, caller], description: caller.description },
    given,
    used: {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, description: 'Requests, cost or hits.' },
      description: 'What limits have counted before, by their names; by default nothing.',
    },
    expect,
  },
  required: ['request', 'expect'],
  additionalProperties: false,
}

/** JSON Schema of a file of policy tests, for editors. */
export const testFileSchema = {
  description: 'Policy tests: what the configuration does with requests (docs/policy-tests.md).',
  type: 'object',
  additionalProperties: testSchema,
}

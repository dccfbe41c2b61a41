import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type ErrorCode, errorKinds } from '../../kit/api/errors.js'
import { madeUpOrganizations } from '../support/made-up.js'
import { differences } from '../support/shape.js'
import { type RunningStack, startStack, type Tokens } from '../support/stack.js'

/** A row of spec-examples.yml, which describes its members. */
interface Row {
  rule: string
  request: string
  as?: string | Record<string, string>
  index?: string
  search?: object
  body?: unknown
  raw?: string
  status?: number
  headers?: Record<string, string>
  data?: unknown
  note?: string
  code?: ErrorCode
  message?: string
  details?: object
  fields?: string[]
  hits?: { count?: number; every?: Record<string, unknown> }
  /** A pattern that the answer must not have. */
  not?: string
}

const file = readFileSync(join(__dirname, 'spec-examples.yml'), 'utf8')
const calls = parse(file, { merge: true }) as (Partial<Row> & { rows: Row[] })[]
const rows = calls.flatMap(({ rows, ...call }) => rows.map((row) => ({ ...call, ...row })))

const search = '/api/v1/organizations/search'
let stack: RunningStack
let tokens: Tokens
let key: string
let revokedKey: string
/** Words of the rows that stand for other values. */
let words: Record<string, unknown>

beforeAll(async () => {
  stack = await startStack()
  tokens = await stack.login()
  key = await stack.mintKey()
  const bearer = { Authorization: `Bearer ${tokens.accessToken}` }
  const made = await stack.request.post('/api/v1/api-keys').set(bearer).send({ name: 'revoked' })
  revokedKey = made.body.data.key
  await stack.request.delete(`/api/v1/api-keys/${made.body.data.id}`).set(bearer).expect(200)
  const organization = madeUpOrganizations()[0]!
  const token = 'Authorization: Bearer <access token>'
  words = {
    '<email>': tokens.user.email,
    '<password>': readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim(),
    '<refresh token>': (await stack.login()).refreshToken,
    '<access token>': tokens.accessToken,
    '<a tax code>': organization.tax_code,
    '<a region>': organization.region,
    '<ways>': [token, 'Authorization: Bearer <API key>', 'X-API-Key: <API key>'],
    '<bad index>': 'index must begin with map-serp, organization-entity or organization-serp',
    '<store it>': 'Store this key now. It will not be shown again.',
    '<parts>': [
      { path: 'query.match', cost: 2 },
      { path: 'body', cost: 0.5 },
    ],
  }
})
afterAll(() => stack?.stop())

test.each(rows.map((row) => [row.rule, row] as const))('%s', async (_rule, row) => {
  const [method, path] = row.request.replace('<search>', search).split(' ') as [string, string]
  const url = row.as === 'key-query' ? `${path}?api_key=${key}` : path
  const request = stack.request[method.toLowerCase() as 'post'](url).set(credential(row.as))
  if (row.raw !== undefined) request.set('Content-Type', typeOf(row)).send(row.raw)
  else if (method !== 'GET') request.send(bodyOf(row, path))
  const answer = await request

  const wanted = row.fields ? 'VALIDATION_ERROR' : row.code
  const status = wanted ? errorKinds[wanted].status : (row.status ?? 200)
  expect({ status: answer.status, body: answer.status === status ? '' : answer.text }).toEqual({
    ...{ status, body: '' },
  })
  const whole = wanted ? refusal(row, wanted, answer.body) : success(row, answer.body)
  expect(differences(answer.body, whole)).toEqual([])
  expect(answer.headers['x-request-id']).toBe(answer.body.meta.requestId)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  for (const [name, value] of Object.entries(row.headers ?? {}))
    expect(differences(answer.headers[name], value, name)).toEqual([])
  const { count, every = {} } = row.hits ?? {}
  if (count !== undefined) expect(answer.body.data.results).toHaveLength(count)
  if (row.hits) expect(answer.body.data.results.length).toBeGreaterThan(0)
  for (const [field, value] of Object.entries(fill(every) as object))
    for (const hit of answer.body.data.results) expect(hit[field]).toBe(value)
  if (row.not) expect(answer.text).not.toMatch(new RegExp(row.not))
})

const typeOf = ({ as }: Row): string =>
  typeof as === 'object' && as['content-type'] ? as['content-type'] : 'application/json'

function bodyOf({ body, index = 'organization-serp*', search: asked }: Row, path: string): object {
  const isSearch = path.startsWith(search) && body === undefined
  return fill(isSearch ? { index, body: asked ?? { query: { match_all: {} } } } : body) as object
}

function credential(as: Row['as'] = 'none'): Record<string, string> {
  if (typeof as === 'object') return as
  const credentials: Record<string, Record<string, string>> = {
    token: { Authorization: `Bearer ${tokens.accessToken}` },
    'refresh-token': { Authorization: `Bearer ${tokens.refreshToken}` },
    'key-bearer': { Authorization: `Bearer ${key}` },
    'key-header': { 'X-API-Key': key },
    'revoked-key': { 'X-API-Key': revokedKey },
  }
  return credentials[as] ?? {}
}

/** The whole answer; without `data` it is free. */
function success({ data, note }: Row, body: unknown): unknown {
  if (data === undefined) return body
  const message = note === undefined ? {} : { message: note }
  return fill({ status: 'success', data, ...message, meta: '<meta>' })
}

/** The whole refusal; the texts of `fields` are free, but never empty. */
function refusal(
  { fields, message = '<string>', details = {} }: Row,
  code: ErrorCode,
  body: { error: { details: Record<string, { _errors: string[] }> } },
): unknown {
  const errorsOf = (field: string) => body.error.details[field]?._errors ?? ['']
  const named = fields?.map((field) => [field, { _errors: errorsOf(field).map(() => '<string>') }])
  const error = { code, message, details: named ? Object.fromEntries(named) : details }
  return fill({ status: 'error', error, meta: '<meta>' })
}

/** Replaces the words that stand for other values. */
function fill(value: unknown): unknown {
  if (value === undefined) return undefined
  return JSON.parse(JSON.stringify(value), (_key, text) =>
    typeof text === 'string' ? (words[text] ?? text) : text,
  )
}

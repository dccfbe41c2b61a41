import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { sampleOrganizations } from '../../dev/samples/organizations.js'
import { differences } from '../support/shape.js'
import { type RunningStack, startStack, type Tokens } from '../support/stack.js'

interface Row {
  rule: string
  request: string
  as?: string | Record<string, string>
  body?: unknown
  raw?: string
  status: number
  headers?: Record<string, string>
  /** The whole answer. */
  answer?: unknown
  /** Short for an error envelope with this code. */
  code?: string
  /** Short for a VALIDATION_ERROR on these fields. */
  fields?: string[]
  details?: object
  hits?: { count?: number; every?: Record<string, unknown> }
  /** A pattern that the answer must not hold. */
  not?: string
}

const rows = parse(readFileSync(join(__dirname, 'spec-examples.yml'), 'utf8')) as Row[]

let stack: RunningStack
let tokens: Tokens
let key: string
let revokedKey: string
/** Words of the rows that stand for values known only now. */
let words: Record<string, string>

beforeAll(async () => {
  stack = await startStack()
  tokens = await stack.login()
  key = await stack.mintKey()
  const bearer = { Authorization: `Bearer ${tokens.accessToken}` }
  const made = await stack.request
    .post('/api/v1/api-keys')
    .set(bearer)
    .send({ name: 'to be revoked' })
  revokedKey = made.body.data.key
  await stack.request.delete(`/api/v1/api-keys/${made.body.data.id}`).set(bearer).expect(200)
  const organization = sampleOrganizations()[0]!
  words = {
    '<password>': readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim(),
    '<refresh token>': (await stack.login()).refreshToken,
    '<access token>': tokens.accessToken,
    '<a tax code>': organization.tax_code!,
    '<a region>': organization.region!,
  }
})
afterAll(() => stack?.stop())

test.each(rows.map((row) => [row.rule, row] as const))('%s', async (_rule, row) => {
  const [method, path] = row.request.split(' ') as [string, string]
  const url = row.as === 'key-query' ? `${path}?api_key=${key}` : path
  const request = stack.request[method.toLowerCase() as 'post'](url).set(credential(row.as))
  const answer = await (row.raw === undefined
    ? request.send(fill(row.body) as object)
    : request.send(row.raw))

  expect({ status: answer.status, body: answer.status === row.status ? '' : answer.text }).toEqual({
    status: row.status,
    body: '',
  })
  const wanted =
    fill(row.answer) ?? (row.code || row.fields ? refusal(row, answer.body) : answer.body)
  expect(differences(answer.body, wanted)).toEqual([])
  expect(answer.headers['x-request-id']).toBe(answer.body.meta.requestId)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  for (const [name, value] of Object.entries(row.headers ?? {})) {
    expect(differences(answer.headers[name], value, name)).toEqual([])
  }
  const { count, every = {} } = row.hits ?? {}
  if (count !== undefined) expect(answer.body.data.results).toHaveLength(count)
  if (row.hits) expect(answer.body.data.results.length).toBeGreaterThan(0)
  for (const [field, value] of Object.entries(fill(every) as object)) {
    for (const hit of answer.body.data.results) expect(hit[field]).toBe(value)
  }
  if (row.not) expect(answer.text).not.toMatch(new RegExp(row.not))
})

function credential(as: Row['as']): Record<string, string> {
  if (typeof as === 'object') return as
  if (as === 'token') return { Authorization: `Bearer ${tokens.accessToken}` }
  if (as === 'refresh-token') return { Authorization: `Bearer ${tokens.refreshToken}` }
  if (as === 'key-bearer') return { Authorization: `Bearer ${key}` }
  if (as === 'key-header') return { 'X-API-Key': key }
  if (as === 'revoked-key') return { 'X-API-Key': revokedKey }
  return {}
}

/**
 * The shape of an error of which the row names only the code or the fields; its texts are free, but
 * never empty.
 */
function refusal(
  { code, fields, details: wanted = {} }: Row,
  body: { error: { details: Record<string, { _errors: string[] }> } },
): unknown {
  const details = fields
    ? Object.fromEntries(
        fields.map((field) => [
          field,
          { _errors: body.error.details[field]?._errors.map(() => '<string>') ?? ['<string>'] },
        ]),
      )
    : code === 'FORBIDDEN'
      ? { required: '<text>', granted: '<text>' }
      : wanted
  return {
    status: 'error',
    error: { code: code ?? 'VALIDATION_ERROR', message: '<string>', details },
    meta: '<meta>',
  }
}

/** Replaces the words that stand for values known only at run time. */
function fill(value: unknown): unknown {
  if (value === undefined) return undefined
  return JSON.parse(JSON.stringify(value), (_key, text) =>
    typeof text === 'string' ? (words[text] ?? text) : text,
  )
}

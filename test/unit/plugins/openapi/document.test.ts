import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ObjectSchema } from 'joi'
import { publicRoutes } from '../../../../auth-service/routes/tables.js'
import type { AuthService } from '../../../../auth-service/service/service.js'
import { errorKinds } from '../../../../kit/api/errors.js'
import { queries as clauses } from '../../../../packages/query-guard/src/grammar.js'
import { readTable, type Tables } from '../../../../plugins/openapi/tables.js'
import { type OpenApi, type Schema, shippedDocument } from './shipped.js'

const root = join(__dirname, '../../../..')

let document: OpenApi
beforeAll(async () => {
  document = await shippedDocument()
})

test('the document is clean to a linter, examples included', async () => {
  const file = join(process.env.TMPDIR!, `openapi-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(document))
  const script = join(root, 'test/support/lint-openapi.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [script, file], { cwd: root })
  expect(stdout).toBe('')
})

test('no schema has the name of the constructor of another, as the generator for Go makes it', () => {
  const names = Object.keys(document.components.schemas)
  expect(names.filter((name) => names.includes(`New${name}`))).toEqual([])
})

test('each error code has an example', () => {
  const { errors } = readTable('plugins/openapi/tables/errors.yml') as Tables
  expect(Object.keys(errors)).toEqual(Object.keys(errorKinds))
})

test('no text is a value that was not there', () => {
  const found: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string' && /\b(?:undefined|NaN)\b|\[object|^null$|\$\{/.test(value))
      found.push(`${path}: ${value}`)
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) walk(member, `${path}/${key}`)
  }
  walk(document, '')
  // JSON Schema's name of the type
  expect(found.filter((one) => !/\/type(?:\/\d)?: null$/.test(one))).toEqual([])
})

test('limits that a variable gives are numbers', () => {
  const { post } = document.paths['/api/v1/auth/login']! as Record<string, object>
  expect(post).toMatchObject({
    description: expect.stringMatching(
      /At most 600 requests in 60 s for each address, 30 requests/,
    ),
    'x-limits': { requests: [{ limit: 600 }, { limit: 30 }] },
  })
})

/** A body as joi exports it. What its export lacks, such as custom checks, is in `meta.schema`. */
function exportBody(schema: ObjectSchema): unknown {
  const exported: Record<string, unknown> = schema['~standard'].jsonSchema.input({
    target: 'draft-2020-12',
  })
  const { keys } = schema.describe() as { keys: Record<string, { metas?: { schema?: object }[] }> }
  const properties = Object.entries(exported.properties as Record<string, object>).map(
    ([name, property]) => {
      const told = (keys[name]?.metas ?? []).map((meta) => meta.schema)
      return [name, Object.assign({}, property, ...told)] as const
    },
  )
  return { ...exported, ...sortRequired(exported), properties: Object.fromEntries(properties) }
}

function sortRequired({ required }: { required?: unknown }): object {
  return required ? { required: [...(required as string[])].sort() } : {}
}

test.each(publicRoutes({} as AuthService))(
  '$method $path is described as the auth service takes it',
  ({ method, path, access, body }) => {
    const call = document.paths[path]![method.toLowerCase()]!
    expect(call.security).toEqual(access === 'token' ? [{ accessToken: [] }] : [])
    expect(call.requestBody?.required).toBe(body && !body.optional)
    const described = call.requestBody?.content['application/json'].schema
    expect(described && { ...described, ...sortRequired(described) }).toEqual(
      body && exportBody(body.schema),
    )
  },
)

test('it names every clause that may pass, and none that runs code', () => {
  const { properties } = document.components.schemas.Query as Required<Schema>
  const open = [...clauses].filter(([, { kind }]) => !['unsafe', 'feature'].includes(kind))
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['match', 'bool']))
  for (const name of Object.keys(properties)) expect(open.map(([one]) => one)).toContain(name)
  expect(properties).not.toHaveProperty('script_score')
})

test('what was not agreed on first is marked', () => {
  const calls = Object.values(document.paths).flatMap((path) => Object.values(path))
  const agreed = calls.filter((call) => !call['x-addition']).map(({ operationId }) => operationId)
  expect(agreed.sort()).toEqual(['createApiKey', 'login', 'search'])
})

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Joi from 'joi'
import { authCalls } from '../../../dev/openapi/auth-calls.js'
import { bodySchema } from '../../../dev/openapi/json-schema.js'
import { queries as clauses } from '../../../packages/query-guard/src/grammar.js'

const root = join(__dirname, '../../..')
const file = join(root, 'config/openapi.json')
const { paths, components } = JSON.parse(readFileSync(file, 'utf8'))

test('the document is clean to a linter, examples included', async () => {
  const script = join(root, 'test/support/lint-openapi.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [script, file], { cwd: root })
  expect(stdout).toBe('')
}, 60_000)

test('what joi cannot export is told by `meta.schema`', () => {
  const name = Joi.string().meta({ schema: { maxLength: 3 } })
  expect(
    bodySchema(Joi.object({ name: name.required(), age: Joi.number().integer().min(0) })),
  ).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 3 },
      age: { type: 'integer', minimum: 0 },
    },
    required: ['name'],
    additionalProperties: expect.anything(),
  })
})

test('bodies are those of the routes, with their bounds', () => {
  const create = authCalls().find(({ operationId }) => operationId === 'createApiKey')
  expect(create?.body?.schema).toMatchObject({
    properties: {
      name: { minLength: 1, maxLength: 100 },
      scopes: { minItems: 1 },
      expiresIn: { default: 365 },
    },
    required: ['name'],
    additionalProperties: false,
  })
})

test('it names every clause that may pass, and none that runs code', () => {
  const { properties } = components.schemas.Query
  const open = [...clauses].filter(([, { kind }]) => kind !== 'unsafe').map(([name]) => name)
  expect(Object.keys(properties)).toEqual(open)
  expect(properties).not.toHaveProperty('script_score')
})

test('what was not agreed on first is marked', () => {
  const calls = Object.values(paths as Record<string, Record<string, object>>).flatMap(
    Object.values,
  )
  const agreed = calls.filter((call) => !call['x-addition']).map(({ operationId }) => operationId)
  expect(agreed.sort()).toEqual(['createApiKey', 'login', 'search'])
})

import { type Call, type OpenApi, type Schema, shippedDocument } from './shipped.js'

let document: OpenApi
let calls: Call[]
beforeAll(async () => {
  document = await shippedDocument()
  calls = Object.values(document.paths).flatMap((path) => Object.values(path))
})

test('every error is one envelope, told apart by its code', () => {
  const { schemas, responses } = document.components
  // messages of MCP are not ours
  const used = calls
    .filter(({ operationId }) => operationId !== 'mcp')
    .flatMap((call) => Object.entries(call.responses))
  const errors = used
    .filter(([status]) => Number(status) >= 400)
    .map(([, { $ref }]) => $ref.split('/').at(-1)!)
  expect(errors.length).toBeGreaterThan(100)
  for (const name of errors) {
    expect(responses[name]!.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/ErrorEnvelope',
    })
  }
  const { oneOf, discriminator } = schemas.ErrorEnvelope!.properties!.error!
  expect(oneOf!.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator!.mapping))
})

test('names of calls are different, and names in any language', () => {
  const names = calls.map(({ operationId }) => operationId)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(calls.length)
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/)
})

test('no two types have one name, as generators make them of members, items and parameters', () => {
  const made = (name: string, { enum: values, items = {}, properties }: Schema): string[] => [
    ...(values || items.enum || properties ? [name] : []),
    ...membersOf(name, { properties: { ...properties, ...items.properties } }),
  ]
  const membersOf = (name: string, { properties = {} }: Schema): string[] =>
    Object.entries(properties).flatMap(([member, of]) => made(name + pascal(member), of))
  const { schemas } = document.components
  const names = [
    ...Object.entries(schemas).flatMap(([name, schema]) => [name, ...membersOf(name, schema)]),
    ...calls.flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name, schema }) => made(pascal(operationId) + pascal(name), schema)),
    ),
  ].map((name) => name.toLowerCase())
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

const pascal = (name: string) =>
  name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: { $ref: string }[]
  discriminator?: { mapping: Record<string, string> }
}

interface Call {
  operationId: string
  responses: Record<string, { $ref: string }>
}

const document = JSON.parse(readFileSync(join(__dirname, '../../../config/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Call>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content: { 'application/json': { schema: object } } }>
  }
}
const calls = Object.values(document.paths).flatMap((path) => Object.values(path))

/** Every schema of the document, with its place. */
function* schemasIn(value: unknown, path: string[] = []): Generator<{ schema: Schema; place: string }> {
  if (typeof value !== 'object' || value === null) return
  if (isSchema(path)) yield { schema: value, place: path.join('/') }
  for (const [name, member] of Object.entries(value)) {
    if (!['example', 'examples', 'default'].includes(name) || path.at(-1) === 'properties')
      yield* schemasIn(member, [...path, name])
  }
}

function isSchema(path: string[]): boolean {
  const [last, above] = path.toReversed()
  const holders = ['properties', 'schemas', 'anyOf', 'oneOf']
  return (
    holders.includes(above!) || (['items', 'schema', 'additionalProperties'].includes(last!) && above !== 'properties')
  )
}

const typeOf = (value: unknown) => (value === null ? 'null' : typeof value)

/** What generators of typed clients stumble over, though JSON Schema allows it. Each made one lose a call or a member. */
const usable: Record<string, (schema: Schema, place: string) => boolean> = {
  'an enum has one type, and says it': ({ type, enum: values }) =>
    !values || (typeof type === 'string' && new Set(values.map(typeOf)).size === 1),
  'an enum has several values': ({ enum: values }) => !values || values.length > 1,
  'a const says its type': ({ type, const: value }) => value === undefined || type === typeof value,
  'an array has items': ({ type, items }) => type !== 'array' || items !== undefined,
  'an object says whether it has other members': ({ type, additionalProperties }) =>
    type !== 'object' || additionalProperties !== undefined,
  'several types are an anyOf': ({ type }) => !Array.isArray(type) || (type.length === 2 && type.includes('null')),
  'a number says its width': ({ type, format }) => type !== 'number' || format === 'double',
  'an integer beyond 32 bits says its width': ({ type, format, maximum = 0 }) =>
    type !== 'integer' || maximum <= 2 ** 31 - 1 || format === 'int64',
  'members beside free ones are of their type': ({ properties = {}, additionalProperties }) => {
    if (typeof additionalProperties !== 'object') return true
    const free = [additionalProperties, ...(additionalProperties.anyOf ?? [])].map((one) => JSON.stringify(one))
    return Object.values(properties).every((one) =>
      [one, ...(one.anyOf ?? [])].some((form) => free.includes(JSON.stringify(form))),
    )
  },
  'a union is not inside a union': ({ anyOf = [] }) => anyOf.every((one) => Object.keys(one).join() !== 'anyOf'),
  'an envelope has a name': ({ properties = {} }, place) =>
    !(properties.status && properties.meta) || /^components\/schemas\/\w+Envelope$/.test(place),
}

test.each(Object.entries(usable))('generators of clients can use it: %s', (_, isUsable) => {
  const schemas = [...schemasIn(document)]
  expect(schemas.length).toBeGreaterThan(1000)
  expect(schemas.filter(({ schema, place }) => !isUsable(schema, place)).map(({ place }) => place)).toEqual([])
})

test('every error is one envelope, told apart by its code', () => {
  const { schemas, responses } = document.components
  const used = calls.flatMap((call) => Object.entries(call.responses))
  const errors = used.filter(([status]) => Number(status) >= 400).map(([, { $ref }]) => $ref.split('/').at(-1)!)
  expect(errors.length).toBeGreaterThan(100)
  for (const name of errors) {
    expect(responses[name]!.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/ErrorEnvelope' })
  }
  const { oneOf, discriminator } = schemas.ErrorEnvelope!.properties!.error!
  expect(oneOf!.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator!.mapping))
})

test('names of calls are different, and names in any language', () => {
  const names = calls.map(({ operationId }) => operationId)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(calls.length)
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/)
})

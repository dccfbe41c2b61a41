import { makeValidator } from '../src/validate/request.js'
import { legitimate } from './cases/legitimate.js'

/** Whatever the price: it is that of the bodies. */
const judge = makeValidator({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
  maxCost: Number.MAX_SAFE_INTEGER,
})

/** Keys that may be in no object, whatever its place. */
const forbiddenKeys: [string, unknown][] = [
  ['script', { source: 'params._source.secret', lang: 'painless' }],
  ['_script', { type: 'number', script: { source: '1' } }],
  ['script_fields', { x: { script: '1' } }],
  ['script_score', { script: { source: '1' } }],
  ['runtime_mappings', { x: { type: 'keyword', script: 'emit(1)' } }],
  ['wrapper', { query: 'eyJzY3JpcHQiOnt9fQ==' }],
  ['indexed_shape', { index: 'directory-auth', id: '1' }],
  ['query_vector_builder', { lookup: { index: 'directory-auth' } }],
  ['pit', { id: 'x' }],
  ['retriever', { standard: {} }],
  ['scripted_metric', { map_script: '1' }],
  ['__proto__', { script: { source: '1' } }],
  ['constructor', { prototype: { script: '1' } }],
  ['no_such_key', { source: '1' }],
]

/** Every object in a value, but for what callers note on aggregations. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, one]) =>
    key === 'meta' ? [] : objectsIn(one),
  )
  return Array.isArray(value) ? inner : [value, ...inner]
}

const short = legitimate.filter(({ body }) => JSON.stringify(body).length < 1000)

test.each(short)('whatever is planted in an object is refused: $name', ({ body, index }) => {
  const request = { index: index ?? 'organization-serp*', body: structuredClone(body) }
  const passed: string[] = []
  for (const place of objectsIn(request)) {
    for (const [key, value] of forbiddenKeys) {
      const before = Object.getOwnPropertyDescriptor(place, key)
      Object.defineProperty(place, key, { value, enumerable: true, configurable: true })
      const text = JSON.stringify(request)
      if (!('problems' in judge(text))) passed.push(text)
      if (before) Object.defineProperty(place, key, before)
      else Reflect.deleteProperty(place, key)
    }
  }
  expect(passed).toEqual([])
})

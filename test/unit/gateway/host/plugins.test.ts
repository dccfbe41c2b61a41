import joi from 'joi'
import { toManifest } from '../../../../gateway/host/plugins.js'
import { definePolicy } from '../../../../plugins/kit/contract.js'

const create = () => () => undefined
const right = { name: 'my-policy', params: {}, create }
const param = (schema: unknown) => ({ ...right, params: { limit: schema } })

test('a policy that is the default export becomes a plugin', () => {
  expect(toManifest({ default: definePolicy(right) }).policies).toEqual(['my-policy'])
})

test.each<[mistake: string, module: object, says: string | RegExp]>([
  ['no default export', { policy: right }, 'it has no policy: write export default definePolicy'],
  ['CommonJS', { default: { __esModule: true, default: right } }, 'in an ES module'],
  ['a wrong name', { default: { ...right, name: 'My Policy' } }, '"name" must be small letters'],
  ['no create', { default: { ...right, create: undefined } }, '"create" must be a function'],
  ['no params', { default: { name: 'a', create } }, '"params" must be an object'],
  ['a schema of joi', { default: param(joi.number()) }, '"params.limit" must be a JSON Schema'],
  [
    'no JSON Schema',
    { default: param({ description: 'x', type: 'numbr' }) },
    /invalid: .*properties\['limit'\]\.type should be equal/,
  ],
  ['an unknown reference', { default: param({ description: 'x', $ref: '#/a' }) }, 'resolve'],
])('a module is refused by name with %s', (_, module, says) => {
  expect(() => toManifest(module as Record<string, unknown>)).toThrow(says)
})

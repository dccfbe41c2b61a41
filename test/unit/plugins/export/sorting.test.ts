import { makeOrder } from '../../../../plugins/export/sorting.js'

const byId = { id: { order: 'asc', unmapped_type: 'keyword' } }
const near = { region: [0, 0], order: 'asc' }

test.each<[string, unknown, object[]]>([
  ['none', undefined, [byId]],
  ['a field', 'name', [{ name: {} }, byId]],
  ['an order', { name: 'desc' }, [{ name: { order: 'desc' } }, byId]],
  ['its unique field', ['name', { id: 'desc' }], [{ name: {} }, { id: { order: 'desc' } }]],
  [
    'a format',
    [{ d: { format: 'yyyy', missing: '_first' } }],
    [{ d: { missing: '_first' } }, byId],
  ],
  ['a distance', [{ _geo_distance: near }], [{ _geo_distance: near }, byId]],
])('a sort of %s ends with a unique field', (_, sort, order) => {
  expect(makeOrder(sort, 'id')).toEqual(order)
})

test.each(['_score', '_doc', '_shard_doc'])('%s is refused', (field) => {
  expect(() => makeOrder(['name', field], 'id')).toThrow('sorted by fields')
})

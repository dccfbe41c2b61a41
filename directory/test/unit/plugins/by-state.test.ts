import { countByState, readByState } from '../../../plugins/organizations/by-state.js'

const keyword = { type: 'keyword', searchable: true, aggregatable: true }

test('organizations are counted by state where the fields for it are keywords', () => {
  const count = (fields: object) => countByState(new Map(Object.entries(fields)))
  expect(count({ country: keyword, region: keyword })).toHaveProperty('by_state')
  expect(count({ region: keyword })).toEqual({})
  expect(count({ country: keyword, region: { ...keyword, type: 'text' } })).toEqual({})
})

test('the counts of an answer are read; of another form there are none', () => {
  const buckets = [
    { key: 'RI', doc_count: 8000 },
    { key: 'VT', doc_count: 6000 },
  ]
  expect([...readByState({ by_state: { regions: { buckets } } })!]).toEqual([
    ['RI', 8000],
    ['VT', 6000],
  ])
  expect(readByState({ by_state: { regions: 1 } })).toBe(undefined)
  expect(readByState({})).toBe(undefined)
})

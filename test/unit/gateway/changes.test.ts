import { configDiff } from '../../../gateway/primary/config-diff.js'

const before = {
  'policies[0]': 'a',
  'pipelines.one.policies[0].throttle[0].action.limit': '1',
  'pipelines.one.apiEndpoints[0]': 'x',
}

test.each<[string, Record<string, string>, string[]]>([
  ['nothing', before, []],
  ['a value', { ...before, 'policies[0]': 'b' }, ['policies[0]']],
  [
    'a new pipeline',
    { ...before, 'pipelines.two.apiEndpoints[0]': 'y', 'pipelines.two.policies[0]': 'z' },
    ['pipelines.two'],
  ],
  [
    'a step that is gone',
    { 'policies[0]': 'a', 'pipelines.one.apiEndpoints[0]': 'x' },
    ['pipelines.one.policies'],
  ],
])('%s is told by its place', (_, after, places) => {
  expect(configDiff(before, after)).toEqual(places)
})

test('of many the first ten are reported', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`policies[${i + 1}]`, 'x']))
  const told = configDiff(before, { ...before, ...many })
  expect(told).toHaveLength(11)
  expect(told.at(-1)).toBe('and 20 more')
})

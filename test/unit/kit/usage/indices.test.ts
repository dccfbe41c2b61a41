import { UsageIndices } from '../../../../kit/usage/indices.js'

test('indices of another form are no days of usage', async () => {
  const names = ['2026.11.25', '2026.11.24', '2026-11-23', '2026.11.25-copy', '2026', 'more']
  const found = Object.fromEntries(names.map((name) => [`auth-usage-${name}`, {}]))
  const client = { indices: { get: async () => found } } as never
  const days = await new UsageIndices(client, 'auth-usage-').days()
  expect(days).toEqual(['2026-11-24', '2026-11-25'])
})

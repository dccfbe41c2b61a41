import { findMissingShards } from '../../../../kit/elasticsearch/ask.js'

it.each([
  ['Search rejected due to missing shards [[a-1][0], [a-1][1], [b][0]].', ['a-1', 'b']],
  ['all shards failed', ['a searched index']],
])('red indices are named: %s', (reason, named) => {
  const error = { root_cause: [], type: 'search_phase_execution_exception', reason }
  expect(findMissingShards(JSON.stringify({ error }))).toEqual(named)
  expect(findMissingShards(JSON.stringify({ error: { ...error, type: 'x' } }))).toBeUndefined()
  expect(findMissingShards('<h1>')).toBeUndefined()
})

import { reasonOf, request } from '../../../loader/write/request.js'
import type { LoadTarget } from '../../../loader/write/target.js'

const inner = {
  type: 'illegal_argument_exception',
  reason: 'failed to find filter under name [asciifolding]',
}
const outer = {
  type: 'illegal_argument_exception',
  reason: 'template after composition is invalid',
}

test.each<[string, unknown, string]>([
  ['a text', 'no handler found', 'no handler found'],
  ['the same root cause', { ...outer, root_cause: [outer] }, outer.reason],
  [
    'a chain',
    { ...outer, root_cause: [outer], caused_by: inner },
    `${outer.reason}; caused by: ${inner.reason}`,
  ],
])('the reason of %s', (_, error, expected) => {
  expect(reasonOf(error)).toBe(expected)
})

test.each<[string, number, unknown, string]>([
  ['shards', 500, { _shards: { failures: [{ reason: inner }] } }, `(500: ${inner.reason})`],
  ['a page of a proxy', 502, undefined, '(502)'],
  ['a credential', 403, { error: outer }, `our credential (403) for /x: ${outer.reason}`],
])('a refusal of %s is told with the words of the engine', async (_, status, body, expected) => {
  const target = { send: async () => ({ status, body }) } as unknown as LoadTarget
  await expect(request(target, 'PUT', '/x')).rejects.toThrow(expected)
})

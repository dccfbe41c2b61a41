import * as block from '../../../../plugins/block/index.js'
import { registered } from '../../gateway/shipped.js'

const facts = registered(block)

test.each([
  ['203.0.113.0/24', undefined],
  ['203.0.113.7/24', 'write "203.0.113.0/24"'],
  ['203.0.113.*', 'write one such as 203.0.113.0/24 or 2001:db8::/32'],
  ['example.org', 'write one such as 203.0.113.0/24 or 2001:db8::/32'],
])('%s: %s', (address, remedy) => {
  const found = facts.check(
    { addresses: ['10.0.0.0/8', address] },
    { serviceEndpoints: {}, routes: [], pipelines: [] },
  )
  expect(found).toEqual(
    remedy === undefined
      ? []
      : [expect.objectContaining({ path: ['addresses', 1], rule: 'wrong-value', remedy })],
  )
})

test('it comes before the credential is checked, and no condition may switch it off', () => {
  expect([facts.placeOf({}), facts.conditional]).toEqual([{ before: ['caller'] }, false])
})

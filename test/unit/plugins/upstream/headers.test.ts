import fc from 'fast-check'
import { withoutQueryKey } from '../../../../plugins/upstream/headers.js'

test.each([
  ['/a', '/a'],
  ['/a?', '/a?'],
  ['/a?b=1', '/a?b=1'],
  ['/a?api_key=1', '/a'],
  ['/a?b=1&api_key=2&c', '/a?b=1&c'],
  ['/a?api_key', '/a'],
  ['/a?api%5Fkey=1&b', '/a?b'],
  ['/a??api_key=1', '/a'],
  ['/a?API_KEY=1', '/a?API_KEY=1'],
  ['/a?b=%zz&&c=//?x', '/a?b=%zz&&c=//?x'],
  ['/a?q=api_key=1', '/a?q=api_key=1'],
])('%s → %s', (target, expected) => {
  expect(withoutQueryKey(target)).toBe(expected)
})

test('no api_key is left, and nothing else is lost', () => {
  const piece = fc.constantFrom('api_key', '%61pi_key', 'api', '_key', '=', '&', '?', '+', '%', '%5F', 'x', '1')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const query = pieces.join('')
      const left = withoutQueryKey(`/a?${query}`).slice('/a?'.length)
      expect(new URLSearchParams(left).has('api_key')).toBe(false)
      const others = (text: string) =>
        text.split('&').filter((part) => part !== '' && !new URLSearchParams(part).has('api_key'))
      expect(others(left)).toEqual(others(query))
    }),
  )
})

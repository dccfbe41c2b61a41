import { parseUrl } from '../../../../kit/config/texts.js'

test('a text is a URL however often it is asked about', () => {
  const parsed = Array.from({ length: 20_000 }, () => parseUrl('https://exämple.org')?.host)
  expect(new Set(parsed)).toEqual(new Set(['xn--exmple-cua.org']))
})

test.each(['', 'example.org', 'https://', 'http://[::1'])('%s is none', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

import { parsedUrl } from '../../../../kit/config/parsed-url.js'

test('a text is a URL however often it is asked about', () => {
  const parsed = Array.from({ length: 20_000 }, () => parsedUrl('https://exämple.org')?.host)
  expect(new Set(parsed)).toEqual(new Set(['xn--exmple-cua.org']))
})

test.each(['', 'example.org', 'https://', 'http://[::1'])('%s is none', (text) => {
  expect(parsedUrl(text)).toBeUndefined()
})

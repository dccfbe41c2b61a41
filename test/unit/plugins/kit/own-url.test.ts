import type { IncomingMessage } from 'node:http'
import { ownUrls, urlReader } from '../../../../plugins/kit/own-url.js'
import { servedFile } from '../../../../plugins/kit/served-file.js'

const written = 'http://127.0.0.1:8080'
const request = (host: string | undefined, more: object = {}, address = '127.0.0.1') =>
  ({ headers: { host, ...more }, socket: { remoteAddress: address } }) as unknown as IncomingMessage
const forwarded = { 'x-forwarded-proto': 'https' }

afterEach(() => {
  delete process.env.PUBLIC_URL
})

test.each([
  ['the scheme of a trusted proxy', request('a.example', forwarded), 'https://a.example'],
  ['no scheme of others', request('a.example', forwarded, '192.0.2.1'), 'http://a.example'],
  ['no other host', request('a.example/<b>'), written],
  ['no host', request(undefined), written],
])('the URL of a gateway has %s', (_, sent, expected) => {
  expect(urlReader()(sent)).toBe(expected)
})

test('PUBLIC_URL comes first, with its path', () => {
  process.env.PUBLIC_URL = 'https://a.example/api/'
  expect(urlReader()(request('b.example'))).toBe('https://a.example/api')
})

test('a text names the URL, escaped in HTML', () => {
  const textOf = (type: string, url: string) =>
    ownUrls(() => servedFile(type, Buffer.from(`curl ${written}/x ${written}`)))(
      url,
    ).body.toString()
  expect(textOf('text/markdown', 'http://a.example/$&')).toBe(
    'curl http://a.example/$&/x http://a.example/$&',
  )
  expect(textOf('text/html; charset=utf-8', 'http://a.example/&')).toContain('/&#38;/x')
})

import { gatewayPaths, withGatewayUrls } from '../../../../plugins/upstream/own-urls.js'
import type { TargetRequest } from '../../../../plugins/upstream/send-to-target.js'
import type { Target } from '../../../../plugins/upstream/targets.js'

const paths = {
  '/api/grants': '/v2/awards',
  '/api/grants/:id': '/v2/awards/:id',
  '/api/reports/*': '/v2/awards/reports/*',
  '/api/:owner/pairs/:id': '/pairs/:id/of/:owner',
  '/api/short/:id': '/short',
  '/api/*': '/*',
}
const target = { url: 'http://service:9300/base', host: 'service:9300', basePath: '/base' }
const request = {
  path: '/v2/awards/7?page=1',
  headers: { 'x-forwarded-host': 'directory.example.org' },
}

/** What callers get of the headers of an answer to `request`. */
const shown = (headers: object, table: Record<string, string> = paths) =>
  withGatewayUrls(
    { ...headers },
    request as unknown as TargetRequest,
    target as Target,
    gatewayPaths(table),
  )

test.each([
  ['/base/v2/awards/17', '/api/grants/17'],
  ['/base/v2/awards/17?x=1&y=/v2/awards#end', '/api/grants/17?x=1&y=/v2/awards#end'],
  ['/base/v2/awards/reports/1/2', '/api/reports/1/2'],
  ['/base/pairs/3/of/ann', '/api/ann/pairs/3'],
  ['/base/short', '/api/short'], // by the widest: which :id is not known
  ['http://service:9300/base/v2/awards/17', '/api/grants/17'],
  ['http://directory.example.org/base/v2/awards/17', '/api/grants/17'],
  ['17', '/api/grants/17'],
  ['?page=2', '/api/grants/7?page=2'],
  // not below the address of the service, or not of the service
  ['/v2/awards/17', '/v2/awards/17'],
  ['http://service:9301/base/v2/awards/17', 'http://service:9301/base/v2/awards/17'],
  ['http://directory.example.org/api/grants/7', 'http://directory.example.org/api/grants/7'],
  ['http://[', 'http://['],
])('%s: %s', (reference, expected) => {
  expect(shown({ location: reference })).toEqual({ location: expected })
  expect(shown({ 'content-location': reference })).toEqual({ 'content-location': expected })
})

test('each target of a Link, and nothing else of it', () => {
  const link =
    '</base/v2/awards?page=2>; rel="next"; title="</base/v2/awards>, \\" <x>", ' +
    '<?page=9>; rel=last, <https://elsewhere.example/>; rel=help'
  expect(shown({ link, etag: '"/base/v2/awards"' })).toEqual({
    etag: '"/base/v2/awards"',
    link:
      '</api/grants?page=2>; rel="next"; title="</base/v2/awards>, \\" <x>", ' +
      '</api/grants/7?page=9>; rel=last, <https://elsewhere.example/>; rel=help',
  })
})

test('without other paths only the path of the address is taken off', () => {
  expect(shown({ location: '/base/v2/awards/17' }, {})).toEqual({ location: '/v2/awards/17' })
})

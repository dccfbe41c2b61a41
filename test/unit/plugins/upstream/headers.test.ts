import fc from 'fast-check'
import { isKeyName } from '../../../../kit/credentials/credentials.js'
import { isClaim, ours, plainName } from '../../../../plugins/upstream/header-names.js'
import { withoutQueryKey } from '../../../../plugins/upstream/headers.js'
import { words } from '../../../support/cases.js'

test.each([
  ['/a', '/a'],
  ['/a?b=1&api_key=2&c', '/a?b=1&c'],
  ['/a?api%5Fkey=1&b', '/a?b'],
  ['/a?API_KEY=1&b', '/a?b'],
  ['/a?Api-Key=1&apikey=2&x_api_key=3&x-api%2dkey=4&b', '/a?b'],
  ['/a?api_keys=1&my_api_key=2&key=3', '/a?api_keys=1&my_api_key=2&key=3'],
  ['/a?b=%zz&&c=//?x', '/a?b=%zz&&c=//?x'],
])('%s → %s', (target, expected) => {
  expect(withoutQueryKey(target)).toBe(expected)
})

test('no api_key is left, and nothing else is lost', () => {
  const piece = fc.constantFrom(
    ...words(`
      api_key %61pi_key api _key = & ? + % %5F x 1`),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const query = pieces.join('')
      const left = withoutQueryKey(`/a?${query}`).slice('/a?'.length)
      expect(new URLSearchParams(left).has('api_key')).toBe(false)
      const others = (text: string) =>
        text
          .split('&')
          .filter((part) => part !== '' && ![...new URLSearchParams(part).keys()].some(isKeyName))
      expect(others(left)).toEqual(others(query))
    }),
  )
})

describe('headers that only the gateway may say, or that claim what it has judged', () => {
  const known = (name: string) => ours.test(plainName(name)) || isClaim(plainName(name))
  test.each([
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X_HTTP_METHOD_OVERRIDE'],
    ...words(`
      X-Original-URL X-Rewrite-URL X-Original-URI X-Override-URL X-Original-Method X.Original.URL`),
    ...words(`
      X-Host X-HTTP-Host-Override X-Original-Host X-Scheme Front-End-Https Script_Name PATH_INFO`),
    ...words(`
      True-Client-IP X-Client-IP CF-Connecting-IP CF-Connecting-IPv6 Fastly-Client-IP
      X-Cluster-Client-IP`),
    ...words(`
      X-Azure-ClientIP X-Azure-SocketIP X-Remote-Addr Client-IP X-Envoy-External-Address X~Real~IP`),
    ...words(`
      Remote-User X-Remote-User X-Auth-Request-Email X-Authenticated-Userid X-Webauth-User Proxy
      X-User X-User-Id X-Username X-User-Email X-Email X-Groups X-Roles`),
    ...[
      'X.Caller.Id',
      'X~Caller~Id',
      "X!Caller'Scopes",
      'X_Forwarded_For',
      'X-Forwarded',
      'X-Forwarded-Prefix',
      'X|Request|Id',
    ],
  ])('%s', (name) => expect(known(name)).toBe(true))

  test.each([
    ...words(`
      Accept Accept-Language User-Agent Referer Origin Content-Type If-None-Match Range
      Idempotency-Key`),
    ...words(`
      X-Own X-Tenant X-Shipment X-Tip X-Requested-With X-Service-Token X-Client-Version X-Callers
      X-User-Agent`),
  ])('%s is none', (name) => expect(known(name)).toBe(false))
})

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { countedPeer, makeClientReader, parseTrust } from '../../../../kit/http/client-ip.js'
import { words } from '../../../support/cases.js'

/** A request as far as the reader looks at it. */
function request(
  remoteAddress: string | undefined,
  headers: Record<string, string> = {},
): IncomingMessage {
  return {
    headers,
    socket: { remoteAddress },
    connection: { remoteAddress },
  } as unknown as IncomingMessage
}

const id = 'abc-DEF_123.4'

describe('who is trusted', () => {
  test.each<[string, string, boolean]>([
    ['loopback', '127.0.0.1', true],
    ['loopback,', '::1', true],
    ['loopback, uniquelocal', '::ffff:172.16.0.1', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    [',', '127.0.0.1', false],
  ])('TRUSTED_PROXIES=%j, %s: %p', (names, from, isTrusted) => {
    const client = makeClientReader(names)(
      request(from, { 'x-request-id': id, 'x-forwarded-for': '198.51.100.1' }),
    )
    expect(client.requestId === id).toBe(isTrusted)
    expect(client.address === '198.51.100.1').toBe(isTrusted)
    expect(client.clientRequestId).toBe(isTrusted ? undefined : id)
  })

  test.each(['everyone', '10.0.0.0/99', 'loopback linklocal', '1'])(
    'TRUSTED_PROXIES=%j is refused',
    (names) => {
      expect(() => makeClientReader(names)).toThrow(
        /^TRUSTED_PROXIES must be .*: correct it, or leave it out/,
      )
    },
  )
})

test.each<[string | undefined, string | undefined, string]>([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, ::ffff:203.0.113.9', '203.0.113.9'],
  ['127.0.0.1', '198.51.100.1, 127.0.0.2', '198.51.100.1'],
  ['127.0.0.1', '203.0.113.7:51234', '203.0.113.7'],
  ['127.0.0.1', ' \t203.0.113.7\t ', '203.0.113.7'],
  ['127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
  ['127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
  ['127.0.0.1', '203.0.113.7:51234, [::1]:80,, ', '203.0.113.7'],
  ['198.51.100.2', '203.0.113.7:51234', '198.51.100.2'],
  ['127.0.0.1', '203.0.113.7, junk, 127.0.0.2', '127.0.0.2'],
  ['127.0.0.1', 'junk, 203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '', '127.0.0.1'],
  [undefined, '198.51.100.1', 'unknown'],
])('a connection from %p with X-Forwarded-For %p comes from %s', (from, forwarded, address) => {
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(makeClientReader('loopback')(request(from, headers)).address).toBe(address)
})

test.each([
  ...words(`
    203.0.113.7: 203.0.113.7:x 203.0.113.7:123456 203.0.113.7:-1 :80 203.0.113:80 256.1.1.1
    010.0.0.1`),
  ...words(`
    [203.0.113.7]:80 [2001:db8::1 2001:db8::1] [2001:db8::1]443 [2001:db8::1]:x [] [::1%lo]:80
    [[::2]]`),
  ...['"203.0.113.7', '""', 'for=203.0.113.7', 'localhost', 'example.org:80'],
  ...['203.0.113.7 198.51.100.1', '203.0.113.0/24', '-', '1:2', '2001:db8:0:0:0:0:0:0:443'],
])('X-Forwarded-For %j is no address: the connection counts', (forwarded) => {
  expect(
    makeClientReader('loopback')(request('127.0.0.1', { 'x-forwarded-for': forwarded })).address,
  ).toBe('127.0.0.1')
})

test('neither Forwarded nor another header sets the address', () => {
  const others = words(`
    forwarded x-real-ip true-client-ip cf-connecting-ip x-client-ip x-original-forwarded-for`)
  const headers = Object.fromEntries(
    others.map((name) => [name, name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7']),
  )
  expect(makeClientReader('loopback')(request('127.0.0.1', headers)).address).toBe('127.0.0.1')
})

test.each(['short', 'has blanks in it', 'x'.repeat(129), 'line\tbreak', ''])(
  'the id %j is not kept',
  (sent) => {
    const client = makeClientReader('loopback')(request('127.0.0.1', { 'x-request-id': sent }))
    expect(client.requestId).toMatch(/^[\da-f-]{36}$/)
    expect(client.clientRequestId).toBe(sent.slice(0, 128))
  },
)

test.each([
  ['an address', '192.0.2.7', '192.0.2.7'],
  ['IPv4 at an IPv6 listener', '::ffff:192.0.2.7', '192.0.2.7'],
  ['IPv6, by what one subscriber has', '2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['a trusted proxy', '10.1.2.3', undefined],
  ['a closed connection', undefined, undefined],
])('a connection of %s counts for its client alone, or for none', (_, remoteAddress, counted) => {
  const socket = { remoteAddress } as Socket
  expect(countedPeer(socket, parseTrust('10.0.0.0/8'))).toBe(counted)
})

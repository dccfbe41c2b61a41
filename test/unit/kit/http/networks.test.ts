import { canonicalNetwork, isNetwork, Networks } from '../../../../kit/http/networks.js'

test.each([
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['203.0.113.7', '203.0.113.7/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::/32', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:db8:8000::/33', '2001:db8:8000::/33'],
])('%s is a network: %s', (text, canonical) => {
  expect([isNetwork(text), canonicalNetwork(text)]).toEqual([true, canonical])
})

test.each([
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['255.255.255.255/0', '0.0.0.0/0'],
  ['2001:db8:ffff:ffff::/33', '2001:db8:8000::/33'],
])('%s has bits after the prefix; meant is %s', (text, meant) => {
  expect([isNetwork(text), canonicalNetwork(text)]).toEqual([false, meant])
})

test.each([
  '',
  '203.0.113.0/33',
  '203.0.113.0/08',
  '2001:db8::/129',
  '[2001:db8::]/32',
  'fe80::1%eth0',
  '::ffff:203.0.113.0/120',
])('%j is no network', (text) => {
  expect([isNetwork(text), canonicalNetwork(text)]).toEqual([false, undefined])
  expect(() => new Networks([text])).toThrow('not a network')
})

/** An address as a number. */
const numberOf = (address: string): bigint => {
  if (!address.includes(':'))
    return address.split('.').reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].reduce((v, group) => v * 65536n + BigInt(`0x${group}`), 0n)
}
const random = (below: number) => Math.floor(Math.random() * below)
const addressOf = (version: 4 | 6) =>
  version === 4
    ? Array.from({ length: 4 }, () => [0, 10, 127, 128, 203, 255][random(6)]).join('.')
    : Array.from({ length: 8 }, () => ['0', '1', '8000', 'ffff', 'db8'][random(5)]).join(':')

test('random networks hold exactly the addresses that share their prefix', () => {
  for (let i = 0; i < 500 * Number(process.env.SAMPLES ?? 1); i++) {
    const version = i % 2 === 0 ? 4 : 6
    const bits = version === 4 ? 32 : 128
    const length = random(bits + 1)
    const network = canonicalNetwork(`${addressOf(version)}/${length}`)
    if (network === undefined) continue // IPv4 in the form of IPv6
    const networks = new Networks([network])
    const shift = BigInt(bits - length)
    const prefix = numberOf(network.split('/')[0]!) >> shift
    for (const address of [addressOf(version), network.split('/')[0]!])
      expect([network, address, networks.has(address)]).toEqual([
        network,
        address,
        numberOf(address) >> shift === prefix,
      ])
  }
  expect(new Networks(['0.0.0.0/0', '::/0']).has('unknown')).toBe(false)
  expect(new Networks(['::/0']).has('203.0.113.7')).toBe(false)
})

import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { countedAddress, plainAddress } from '../../../../kit/http/address.js'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
  ['1:2::3:4:5:192.0.2.33', '1:2:0:3::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted)
})

test('addresses of one /64, however written, are counted as one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }),
      (groups) => {
        const written = groups.map((group) => group.toString(16)).join(':')
        const short = new URL(`http://[${written}]`).hostname.slice(1, -1) // compresses zeros
        const block = groups.slice(0, 4).map((group) => group.toString(16))
        expect(isIPv6(short)).toBe(true)
        expect(countedAddress(short)).toBe(`${block.join(':')}::/64`)
        expect(countedAddress(written)).toBe(countedAddress(short))
      },
    ),
  )
})

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8::ffff:1', '2001:db8::ffff:1'],
  ['fe80::1%::ffff:1', 'fe80::1'],
  ['192.0.2.1', '192.0.2.1'],
  ['::1', '::1'],
])('%s is plainly %s', (address, plain) => {
  expect(plainAddress(address)).toBe(plain)
})

import { isHost } from '../../../../kit/http/target.js'
import { words } from '../../../support/cases.js'

test.each([
  ...words(`
    a example.org example.org. EXAMPLE.org:8080 a: a:0 a:65535 a_b.internal xn--exmple-cua.org`),
  ...['localhost:1', '192.0.2.1', '256.1.1.1', 'a-b~c', "a!$&'()*+,;=b", 'a%20b', '%C3%A4.org:1'],
  ...['[::1]', '[::1]:8080', '[2001:db8::1]:', '[::ffff:192.0.2.1]', '[v1.a:b]'],
])('%s is a host', (text) => expect(isHost(text)).toBe(true))

test.each([
  ...['', 'a b', 'a, b', '\u00e4.org', 'a\u0000'],
  ...words(`
    : :80 a/b u@b "><script> a:x a:-1 a:65536 a:000001 a?b a#b a\\b a|b a% a%zz`),
  ...words(`
    ::1 2001:db8::1 [::1 ::1] [] [a] [::g] [::1]x [::1]] [[::1]] [fe80::1%eth0] [1.2.3.4] [v.a]`),
  ...['http://a', '//a', 'a]', '[v1.]'],
])('%j is none', (text) => expect(isHost(text)).toBe(false))

import { certificateEnd, certificateWarnings } from '../../../../gateway/config/tls.js'
import { cert } from '../../../support/certificate.js'
import { expiredCert } from '../../../support/expired-certificate.js'

const dayMs = 86_400_000
const end = Date.parse('2126-10-28T02:28:15Z')

test.each([
  [15, 'valid', []],
  [14, 'ending', ['certificate-ending']],
  [0, 'expired', ['certificate-expired']],
  [-1, 'expired', ['certificate-expired']],
])('%d days before its end it is %s', (days, state, rules) => {
  const [tls, now] = [{ cert, key: '' }, end - days * dayMs]
  expect(certificateEnd(tls, now)).toEqual({ state, validTo: end })
  expect(certificateWarnings(tls, now).map(({ rule }) => rule)).toEqual(rules)
})

test('a chain ends with the first of its certificates', () => {
  expect(certificateEnd({ cert: cert + expiredCert, key: '' }, end - dayMs).state).toBe('expired')
  expect(certificateWarnings(undefined, end)).toEqual([])
})

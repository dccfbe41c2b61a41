import { randomBytes } from 'node:crypto'
import { isWeakSecret } from '../../../../kit/config/secret-forms.js'

test.each([
  'changeme',
  's'.repeat(43),
  'change-me-change-me-change-me-change-me',
  '12345678901234567890123456789012',
  'Elastic',
])('%s is guessable', (secret) => {
  expect(isWeakSecret(secret)).toBe(true)
})

test('what is made by chance is not', () => {
  for (let i = 0; i < 1000; i++) {
    expect(isWeakSecret(randomBytes(32).toString('base64url'))).toBe(false)
    expect(isWeakSecret(randomBytes(16).toString('hex'))).toBe(false)
  }
})

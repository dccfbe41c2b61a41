import { randomBytes } from 'node:crypto'
import { isWeakSecret } from '../../../../kit/config/secret-forms.js'

test.each([
  'changeme',
  's'.repeat(43),
  'change-me-change-me-change-me-change-me',
  '12345678901234567890123456789012',
  'Elastic',
  'vwxyz'.repeat(8),
])('%s is guessable', (secret) => {
  expect(isWeakSecret(secret)).toBe(true)
})

test('six letters, and what is made by chance, are not', () => {
  expect(isWeakSecret('uvwxyz'.repeat(8))).toBe(false)
  for (let i = 0; i < 1000; i++) {
    expect(isWeakSecret(randomBytes(32).toString('base64url'))).toBe(false)
    expect(isWeakSecret(randomBytes(16).toString('hex'))).toBe(false)
  }
})

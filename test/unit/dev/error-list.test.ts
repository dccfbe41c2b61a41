import { readFileSync } from 'node:fs'
import { withErrors } from '../../../dev/error-list.js'

test('docs/errors.md holds the error table', () => {
  const text = readFileSync('docs/errors.md', 'utf8')
  expect(withErrors(text)).toBe(text)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withErrors } from '../../../dev/error-list.js'
import { errorKinds } from '../../../kit/api/errors.js'

const text = readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8')

test('docs/errors.md holds the error table', () => {
  expect(withErrors(text)).toBe(text)
})

test.each(Object.keys(errorKinds))('%s has an anchor, a cause and an example', (code) => {
  expect(text).toContain(`](#${code.toLowerCase()})`)
  const section = text.split(`\n## ${code}\n`)[1]!.split('\n## ')[0]!
  expect(section).toMatch(/^- When: .+\n(?: {2}.+\n)*- What to do: .+$/m)
  const example = JSON.parse(/```json\n([\s\S]+?)```/.exec(section)![1]!)
  expect(example).toMatchObject({ status: 'error', error: { code, details: expect.any(Object) } })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testConfigDir } from '../../../../test/support/folders.js'
import { closedPaths } from '../../../plugins/kit/sign-up.js'

const folder = testConfigDir()

test('without the file of the auth service nothing is known to be closed', () => {
  expect(closedPaths()).toEqual([])
})

test.each([
  ['roles: {}', 'register verify accept delete recover reset'],
  ['accounts: { signUp: invite }', 'register verify'],
  ['accounts: { signUp: open }', ''],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
  ['accounts: { signUp: "${SIGN_UP_OF_NOWHERE}" }', ''],
])('%s closes %s', (text, calls) => {
  writeFileSync(join(folder, 'auth-service.config.yml'), text)
  expect(closedPaths().join(' ')).toBe(calls.replace(/\w+/g, '/api/v1/auth/$&'))
})

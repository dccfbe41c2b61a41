import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../../gateway/config/config.js'
import { checkScopes } from '../../../../gateway/config/granted-scopes.js'
import { configCopy } from '../../../support/stack.js'

const settingOf = (name: string) => `the value of ${name}`
let configDir: string
let rolesFile: string
beforeEach(() => {
  configDir = configCopy({
    'gateway.config.yml': (text) =>
      text.replace('scopes: ["organizations:read"]', 'scopes: ["organizations:reed"]'),
  })
  rolesFile = join(configDir, 'auth-service.config.yml')
})
afterEach(() => rmSync(configDir, { recursive: true }))

const check = () => checkScopes(configDir, readConfig(configDir, settingOf).gateway, settingOf)
const refusal = /gateway\.config\.yml:\d+:\d+ no role grants the scope "organizations:reed"/

test.each<[string, () => void, boolean]>([
  ['the shipped roles lack it', () => {}, true],
  [
    'a role grants it',
    () => writeFileSync(rolesFile, 'roles: { user: [organizations:reed] }'),
    false,
  ],
  ['the file names no roles: the defaults hold', () => writeFileSync(rolesFile, '{}\n'), true],
  ['without the file the roles are not known', () => rmSync(rolesFile), false],
])('%s', (_, prepare, isRefused) => {
  prepare()
  if (isRefused) expect(check).toThrow(refusal)
  else check()
})

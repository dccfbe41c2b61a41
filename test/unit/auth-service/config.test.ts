import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../../../auth-service/config/config.js'

const values: Record<string, string> = { HOUR: '3600' }
const parse = (text: string) => parseConfig('f', text, (name) => values[name]).config

const defaults = {
  roles: {
    user: ['organizations:read', 'api-keys:manage'],
    admin: ['organizations:read', 'api-keys:manage', 'users:manage'],
  },
  plans: [],
  sessions: { maxPerUser: 1000 },
  apiKeys: { maxPerUser: 100, maxDays: 3650, lastUsedSeconds: 60 },
  login: { freeFailures: 10, maxWaitSeconds: 900 },
  password: { minLength: 15 },
  accounts: {
    signUp: 'off',
    domains: [],
    role: 'user',
    linkSeconds: 3600,
    invitationSeconds: 3600,
    maxPerNetwork: 20,
    maxPerRecipient: 3,
    maxPending: 1000,
  },
  tokens: {
    issuer: 'nonprofit-directory',
    audience: 'nonprofit-directory-api',
    accessSeconds: 3600,
    refreshIdleSeconds: 604800,
    refreshAbsoluteSeconds: 2592000,
  },
}

test.each(['', '{}', '# nothing\n', 'login: {}\n'])('what %j leaves out has the default', (text) =>
  expect(parse(text)).toEqual(defaults),
)

test('the shipped file holds every key, each with its default', () => {
  const file = join(__dirname, '../../../config/auth-service.config.yml')
  expect(parse(readFileSync(file, 'utf8'))).toEqual(defaults)
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
test.each([
  ['tokens: { accessSeconds: 60 }', 60],
  ['tokens: { accessSeconds: "${HOUR}" }', 3600],
  ['tokens: { accessSeconds: "${NOPE:-120}" }', 120],
])('%j', (text, accessSeconds) => {
  expect(parse(text).tokens).toEqual({ ...defaults.tokens, accessSeconds })
})

/** What an operator may get wrong → what the start says. */
const mistakes: [text: string, says: string][] = [
  ['tokens:\n  accessSeconds: 0\n', '2:3 "tokens.accessSeconds" is too small: write at least 1'],
  ['password:\n  minLength: 12\ntoken: {}\n', '3:1 unknown key "token": did you mean "tokens"?'],
  ['roles:\n  user: [a:b, a:b]\n', '2:15 "roles.user[1]" occurs twice in its list: remove one'],
  [
    'roles:\n  user: { scope: [a:b] }\n',
    '2:3 "roles.user.scopes" is missing: write it\nf:2:11 unknown key "scope": did you mean "scopes"?',
  ],
  [
    'roles:\n  user: { scopes: [a:b], plan: gol }\nplans: [gold]\n',
    '2:26 "plans" does not name the plan "gol" of this role: add it under "plans"; did you mean "gold"?',
  ],
  [
    'roles: { user: { scopes: [a:b], plan: constructor } }\n',
    '1:33 "plans" does not name the plan "constructor" of this role',
  ],
  ['plans: [Gold]\n', '1:9 "plans[0]" is not a valid plan name'],
  ['plans: [anonymous]\n', '1:9 "plans[0]" is a reserved word: give it another name'],
  [
    '- a\n',
    '1:1 the file must be a mapping: keys: tokens, roles, plans, sessions, apiKeys, login, accounts, password',
  ],
]

test.each(mistakes)('%j stops the start', (text, says) => {
  expect(() => parse(text)).toThrow(`f:${says}`)
  expect(() => parse(text)).not.toThrow('hunter2')
})

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

test('all mistakes are told at once', () => {
  const text = 'login:\n  freeFailures: 0\n  maxWait: 5\npassword:\n  minLength: 200\n'
  expect(() => parse(text)).toThrow(/^f:2:3 .*\nf:3:3 .*\nf:5:3 .*$/)
})

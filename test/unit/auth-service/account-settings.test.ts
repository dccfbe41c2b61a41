import {
  accountSettings,
  missingSettings,
  separateCounts,
} from '../../../auth-service/accounts/settings.js'
import { parseConfig } from '../../../auth-service/config/config.js'
import type { Environment } from '../../../kit/config/settings.js'

const PUBLIC_URL = 'https://directory.example.org'
const SMTP_URL = 'smtps://user:the-secret@mail.example.org'
const MAIL_FROM = 'directory@example.org'

test.each([
  'https://directory.example.org/',
  'https://directory.example.org:8443/api/',
  'http://localhost:8080',
  'http://[::1]:8080',
])('PUBLIC_URL may be %s', (PUBLIC_URL) => {
  const { publicUrl } = accountSettings({ PUBLIC_URL })
  expect(publicUrl).toBe(PUBLIC_URL.replace(/\/$/, ''))
})

test.each<[string, Environment, string]>([
  ['PUBLIC_URL in clear', { PUBLIC_URL: 'http://directory.example.org' }, 'PUBLIC_URL must be'],
  ['PUBLIC_URL without a scheme', { PUBLIC_URL: 'directory.example.org' }, 'PUBLIC_URL must be'],
  ['PUBLIC_URL with a query', { PUBLIC_URL: `${PUBLIC_URL}?a` }, 'PUBLIC_URL must be'],
  ['PUBLIC_URL with a user', { PUBLIC_URL: 'https://a:b@example.org' }, 'PUBLIC_URL must be'],
  ['mail without PUBLIC_URL', { SMTP_URL, MAIL_FROM }, 'PUBLIC_URL is not'],
  ['a sender without mail', { PUBLIC_URL, MAIL_FROM }, 'SMTP_URL is not'],
  ['another scheme', { PUBLIC_URL, SMTP_URL: 'https://the-secret@a', MAIL_FROM }, 'SMTP_URL must'],
  ['a bad sender', { PUBLIC_URL, SMTP_URL, MAIL_FROM: 'A <a>' }, 'MAIL_FROM must'],
])('%s is refused, without showing it', (_name, env, text) => {
  const refusal = expect(() => accountSettings(env))
  refusal.toThrow(text)
  refusal.not.toThrow('the-secret')
})

test('the sender may have a name', () => {
  const from = (MAIL_FROM: string) =>
    accountSettings({ PUBLIC_URL, SMTP_URL, MAIL_FROM }).mail?.from
  expect(from('Some Directory <a@example.org>')).toEqual({
    name: 'Some Directory',
    address: 'a@example.org',
  })
  expect(from('a@example.org')).toEqual({ name: '', address: 'a@example.org' })
})

test.each<[string, Environment, string[]]>([
  ['open', { AUTH_INTERNAL_URL: 'http://a:1, http://b:1,http://c:1' }, ['3 times']],
  ['open', {}, []],
  ['off', { AUTH_INTERNAL_URL: 'http://a:1,http://b:1' }, []],
  ['open', { AUTH_INTERNAL_URL: 'http://a:1,http://b:1', RATE_LIMIT_STORE: 'redis' }, []],
])('signUp: %s of several auth services, %j', (signUp, env, expected) => {
  const yaml = `accounts:\n  domains: [example.org]\n  signUp: ${signUp}\n`
  const { config, placeAll } = parseConfig('auth.yml', yaml, () => undefined)
  const found = placeAll(separateCounts(config.accounts, env))
  expect(found.map(({ line, rule, severity }) => [line, rule, severity])).toEqual(
    expected.map(() => [3, 'sign-up-counts', 'warning']),
  )
  expect(found.map(({ message }) => message)).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  )
})

describe('what the policy needs', () => {
  const found = (signUp: string, env: Environment, more = '') => {
    const yaml = `accounts:\n  signUp: ${signUp}\n${more}`
    const { config, placeAll } = parseConfig('auth.yml', yaml, () => undefined)
    return placeAll(missingSettings(config.accounts, accountSettings(env))).map(
      ({ file, line, rule, message, remedy }) => `${file}:${line} ${rule} ${message}: ${remedy}`,
    )
  }
  test.each<[string, Environment, RegExp[]]>([
    ['invite', { PUBLIC_URL }, []],
    [
      'invite',
      {},
      [/^auth.yml:2 sign-up-settings signUp is invite, but PUBLIC_URL is not set: set it/],
    ],
    [
      'open',
      { PUBLIC_URL },
      [/^auth.yml:2 sign-up-settings signUp is open, but mail cannot be sent: set SMTP_URL/],
    ],
    ['open', { PUBLIC_URL, SMTP_URL, MAIL_FROM }, []],
  ])('signUp: %s with %j', (signUp, env, expected) => {
    expect(found(signUp, env)).toEqual(expected.map((text) => expect.stringMatching(text)))
  })

  test.each([
    ['signUp: domains', 'auth.yml:2:3 "domains" names no domain'],
    ['signUp: open\n  role: usr', 'did you mean "user"?'],
    ['signUp: all', 'write off, invite, domains or open'],
    ['signUp: domains\n  domains: ["@example.org"]', 'is no domain'],
    ['signUp: open\n  linkSeconds: 0', 'write at least 1'],
  ])('%j stops the start', (yaml, text) => {
    expect(() => parseConfig('auth.yml', `accounts:\n  ${yaml}\n`, () => undefined)).toThrow(text)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startWithAccounts } from '../../support/accounts.js'
import { password, type RunningAuthService, startAuthProcess } from '../../support/auth-service.js'
import { watchDisk } from '../../support/faulty-disk.js'
import { sumOf } from '../../support/metrics-text.js'
import { type SmtpDouble, startSmtp } from '../../support/smtp.js'
import { root } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What the auth service shows of itself on its internal listener. */

let smtp: SmtpDouble
let auth: RunningAuthService
beforeAll(async () => {
  smtp = await startSmtp()
  auth = await startWithAccounts(smtp)
})
afterAll(async () => {
  await auth.stop()
  await smtp.close()
})

async function metrics(): Promise<string> {
  const { text, headers } = await auth.internal.get('/metrics').expect(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  return text
}
const login = (email: string, typed: string) =>
  auth.request.post('/api/v1/auth/login').send({ email, password: typed })
const failures = 'directory_auth_login_failures_total'
const events = 'directory_auth_events_total'

/** What happens, and how much is added to what. */
test.each<[string, () => Promise<unknown>, [number, string, Record<string, string>?][]]>([
  [
    'a login',
    () => auth.login(),
    [
      [1, events, { event: 'login' }],
      [1, 'directory_auth_hash_wait_seconds_count'],
      [1, 'directory_auth_records', { kind: 'sessions' }],
      [0, failures],
    ],
  ],
  [
    'a wrong password',
    () => login('demo@example.org', 'wrong').expect(401),
    [
      [1, failures, { cause: 'password' }],
      [1, events, { event: 'login-failed' }],
    ],
  ],
  ['an unknown account', () => login('nobody@x.org', 'x'), [[1, failures, { cause: 'unknown' }]]],
  [
    'ten wrong passwords, after which the account waits',
    async () => {
      for (let i = 0; i < 10; i++) await login('nobody@example.org', 'wrong').expect(401)
      await login('nobody@example.org', 'wrong').expect(429)
    },
    [
      [1, failures, { cause: 'throttled' }],
      [1, events, { event: 'login-throttled' }],
      [1, 'directory_auth_throttled', { by: 'account' }],
      [0, 'directory_auth_throttled', { by: 'address' }],
    ],
  ],
  [
    'a sign-up, with its mail',
    async () => {
      const body = { email: 'new@example.org', name: 'New', password }
      await auth.request.post('/api/v1/auth/register').send(body).expect(202)
      await smtp.mailTo('new@example.org')
    },
    [
      [1, 'directory_auth_mails_total', { outcome: 'sent' }],
      [1, 'directory_auth_records', { kind: 'links' }],
    ],
  ],
  [
    'a mail that the server refuses',
    async () => {
      const body = { email: 'refused@example.org', name: 'New', password }
      await auth.request.post('/api/v1/auth/register').send(body).expect(202)
    },
    [[1, 'directory_auth_mails_total', { outcome: 'refused' }]],
  ],
  [
    'a new signing key',
    () => auth.operate('post', '/internal/signing-keys/rotate').expect(200),
    [
      [1, 'directory_auth_signing_keys', { state: 'verifying' }],
      [0, 'directory_auth_signing_keys', { state: 'signing' }],
    ],
  ],
])('%s is counted', async (_, act, changes) => {
  const before = await metrics()
  await act()
  const added = (text: string) =>
    changes.map(([, ...of]) => sumOf(text, ...of) - sumOf(before, ...of))
  const expected = changes.map(([by]) => by)
  const after = await until(async () => {
    const text = await metrics()
    return added(text).every((by, i) => by >= expected[i]!) && text
  })
  expect(added(after)).toEqual(expected)
})

test('a store that cannot be written is told, with the logins that it fails', async () => {
  expect(sumOf(await metrics(), 'directory_auth_store_writable')).toBe(1)
  let isFull = true
  await watchDisk((name) => (isFull && name === 'writeFile' ? 'ENOSPC' : undefined))
  const before = await metrics()
  await login('demo@example.org', password).expect(503)
  const after = await metrics()
  expect(sumOf(after, 'directory_auth_store_writable')).toBe(0)
  const added = (name: string, labels: Record<string, string>) =>
    sumOf(after, name, labels) - sumOf(before, name, labels)
  expect(added(failures, { cause: 'store' })).toBe(1)
  const failed = { call: 'write', outcome: 'unanswered' }
  expect(added('directory_auth_store_duration_seconds_count', failed)).toBe(1)
  isFull = false
  await until(async () => sumOf(await metrics(), 'directory_auth_store_writable') === 1)
  jest.restoreAllMocks()
})

test('it tells its version and its start; its signing key has an age', async () => {
  const text = await metrics()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(sumOf(text, 'directory_build_info', { version, node: process.version })).toBe(1)
  expect(sumOf(text, 'process_start_time_seconds')).toBeLessThan(Date.now() / 1000)
  expect(sumOf(text, 'directory_auth_signing_key_age_seconds', { state: 'signing' })).toBeLessThan(
    600,
  )
})

test('docs/metrics.md lists them all; nobody is named', async () => {
  const text = await metrics()
  const listed = readFileSync(join(root, 'docs/metrics.md'), 'utf8')
  for (const [, name] of text.matchAll(/^# TYPE (directory_\w+) /gm))
    expect(listed).toContain(`| \`${name}\``)
  for (const [, name] of listed.matchAll(/^\| `(directory_auth_\w+)` \|/gm))
    if (name !== 'directory_auth_service_duration_seconds')
      expect(text).toContain(`# TYPE ${name} `)
  expect(text).not.toContain('@')
})

test('METRICS=off: there are none', async () => {
  const off = await startAuthProcess({ env: { METRICS: 'off' } })
  await off.internal.get('/metrics').expect(404)
  await off.stop()
})

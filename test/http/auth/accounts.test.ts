import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LinkRecord } from '../../../auth-service/store/store.js'
import { publicUrl, startWithAccounts } from '../../support/accounts.js'
import {
  keptRecords,
  newPassword,
  password,
  type RunningAuthService,
} from '../../support/auth-service.js'
import { runCommand } from '../../support/command.js'
import { type SmtpDouble, startSmtp } from '../../support/smtp.js'
import { until } from '../../support/until.js'

const path = '/api/v1/auth'
let smtp: SmtpDouble
let auth: RunningAuthService
beforeAll(async () => {
  smtp = await startSmtp()
  auth = await startWithAccounts(smtp)
})
afterAll(async () => {
  await auth?.stop()
  await smtp?.close()
})

const post = (call: string, body: object, service = auth) =>
  service.request.post(`${path}/${call}`).send(body)
const register = (email: string, service = auth) =>
  post('register', { email, name: 'Ada Lovelace', password }, service)
const invite = (args: string[], service = auth) =>
  runCommand(['users', 'invite', ...args, '--json'], {
    DATA_DIR: service.dataDir,
    AUTH_INTERNAL_URL: service.internalUrl,
  })
/** Status and fields of a refusal, such as `400 token`. */
const refused = ({ status, body }: { status: number; body: { error?: { details: object } } }) =>
  `${status} ${Object.keys(body.error?.details ?? {})}`

/** A person with an account, made by a sign-up. */
async function signedUp(email: string) {
  await register(email).expect(202)
  const { token } = await smtp.mailTo(email)
  return (await post('verify', { token, password }).expect(200)).body.data
}

describe('a sign-up', () => {
  test('creates the account when the link of the mail is used, once', async () => {
    const email = 'ada@example.org'
    const answer = await register(email).set('Host', 'evil.example').expect(202)
    expect(answer.body).toMatchObject({ status: 'success', data: {} })
    const mail = await smtp.mailTo(email)
    expect(mail.text).toContain(`${publicUrl}/account#verify=${mail.token}`)
    expect(mail.text).not.toMatch(/evil|Lovelace/)
    expect(mail.headers).toMatch(/^From: Directory <directory@example.org>$/m)
    expect(mail.headers).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(mail.token).toMatch(/^npl_[0-9A-Za-z]{16}_[0-9A-Za-z]{32}$/)
    await expect(auth.login(email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
    const { token } = mail
    const tries = await Promise.all([1, 2, 3].map(() => post('verify', { token, password })))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const user = tries.find(({ status }) => status === 200)!.body.data
    expect(user).toEqual({ id: expect.any(Number), email, name: 'Ada Lovelace', role: 'user' })
    expect((await auth.login(email)).user).toEqual(user)
    expect(refused(await post('verify', { token, password }))).toBe('400 token')
  })

  test('is confirmed only with its own password; ten wrong ones end the link', async () => {
    const [email, guessed] = ['victim@example.org', 'guessed@example.org']
    await register(email).expect(202)
    const { token } = await smtp.mailTo(email)
    expect(refused(await post('verify', { token }))).toBe('400 password')
    expect(refused(await post('verify', { token, password: newPassword }))).toBe('400 password')
    await expect(auth.login(email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
    await post('verify', { token, password }).expect(200)
    await register(guessed).expect(202)
    const other = { token: (await smtp.mailTo(guessed)).token }
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => post('verify', { ...other, password: newPassword })),
    )
    const told = [...Array(10).fill('400 password'), ...Array(2).fill('400 token')]
    expect(tries.map(refused).sort()).toEqual(told)
    expect(refused(await post('verify', { ...other, password }))).toBe('400 token')
  })

  test('with a known address has the same answer, and another mail', async () => {
    const [known, unknown] = [await register('DEMO@example.org'), await register('new@example.org')]
    const shape = ({ status, headers, text }: typeof known) => [
      status,
      Object.keys(headers),
      text.replace(/"requestId":"[^"]+","timestamp":"[^"]+"/, ''),
    ]
    expect(shape(known)).toEqual(shape(unknown))
    expect(known.text).toHaveLength(unknown.text.length)
    const mail = await smtp.mailTo('demo@example.org') // the account's address, not the typed one
    expect([mail.subject, mail.purpose]).toEqual(['You already have an account', 'reset'])
    expect((await smtp.mailTo('new@example.org')).purpose).toBe('verify')
  })

  test('names no role', async () => {
    const body = { email: 'x@example.org', name: 'X', password, role: 'admin' }
    expect(refused(await post('register', body))).toBe('400 role')
  })
})

test('an unseen character is refused by every call that keeps an address or a name', async () => {
  const { accessToken } = await auth.login('admin@example.org')
  const user = { email: 'a\u202eb@example.org', name: 'X', password }
  const { email } = user
  const named = { email: 'named@example.org', name: 'a\u2028b', password }
  const answers = [
    ...(await Promise.all(['\u0085', '\u00a0'].map((odd) => register(`a${odd}b@example.org`)))),
    await post('recover', { email }),
    await auth.as(accessToken, 'post', '/api/v1/users', user),
    await auth.operate('post', '/internal/users/import', { email, name: 'X' }),
    await auth.operate('post', '/internal/invitations', { email }),
    await post('register', named),
    await auth.as(accessToken, 'post', '/api/v1/api-keys', { name: 'a\u200bb' }),
    await auth.operate('post', '/internal/users', named),
  ]
  expect(answers.map(refused)).toEqual([
    ...Array(6).fill('400 email'),
    ...Array(3).fill('400 name'),
  ])
})

describe('a recovery', () => {
  test('sets a password by the link of the mail, once, and ends all sessions', async () => {
    const email = 'grace@example.org'
    await signedUp(email)
    const { accessToken } = await auth.login(email)
    await post('recover', { email }).expect(202)
    await post('recover', { email }).expect(202)
    const [{ token }, other] = [await smtp.mailTo(email), await smtp.mailTo(email)]
    expect(refused(await post('reset', { token, password: 'short' }))).toBe('400 password')
    await post('reset', { token, password: newPassword }).expect(200)
    await auth.as(accessToken, 'get', `${path}/me`).expect(401)
    await auth.login(email, newPassword)
    await expect(auth.login(email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
    for (const used of [token, other.token])
      expect(refused(await post('reset', { token: used, password }))).toBe('400 token')
  })

  test('of an unknown address, and of a disabled account, has the same answer and no mail', async () => {
    const { id } = await signedUp('disabled@example.org')
    await auth.operate('post', `/internal/users/${id}/disable`).expect(200)
    const before = smtp.received.length
    const known = await post('recover', { email: 'demo@example.org' }).expect(202)
    await smtp.mailTo('demo@example.org')
    for (const email of ['nobody@example.org', 'disabled@example.org']) {
      const { status, text } = await post('recover', { email })
      expect([status, text.length]).toEqual([202, known.text.length])
    }
    await post('recover', { email: 'demo@example.org' }).expect(202)
    await smtp.mailTo('demo@example.org') // those before it would have been sent
    expect(smtp.received).toHaveLength(before + 2)
    // all three are written alike: created, taken with a token, marked as sent
    for (const email of ['demo@example.org', 'nobody@example.org', 'disabled@example.org'])
      await until(async () => stateOf(await resetLinkTo(email)) === 'tokens: 1, no mail')
  })

  /** The last link for a new password that the store has written. */
  async function resetLinkTo(email: string): Promise<LinkRecord | undefined> {
    const links = await keptRecords<LinkRecord>(auth.dataDir)
    return links
      .filter((record) => record?.purpose === 'reset' && record.email === email)
      .reduce<LinkRecord | undefined>(
        (last, link) => (last && last.createdAt > link.createdAt ? last : link),
        undefined,
      )
  }
  const stateOf = (link: LinkRecord | undefined) =>
    link && `tokens: ${link.tokens.length}, ${link.mail ? 'mail' : 'no mail'}`
})

const otherEnd = (token: string) => token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))

test('a link opens nothing but its own purpose', async () => {
  await register('purpose@example.org').expect(202)
  const { token } = await smtp.mailTo('purpose@example.org')
  const tries = [
    await post('reset', { token, password }),
    await post('accept', { token, name: 'X', password }),
    await post('verify', { token: `${token}x`, password }),
    await post('verify', { token: otherEnd(token), password }),
    await post('verify', { token: '', password }),
  ]
  expect(tries.map(refused)).toEqual(Array(5).fill('400 token'))
  await post('verify', { token, password }).expect(200)
})

test('a mail tells of a changed password and of a new API key', async () => {
  const email = 'owner@example.org'
  await signedUp(email)
  const { accessToken } = await auth.login(email)
  const told = async () => {
    const { subject, text, token } = await smtp.mailTo(email)
    expect(text).toMatch(new RegExp(`^${publicUrl}/account\\r?$`, 'm'))
    expect(token).toBe('')
    return subject
  }
  const made = await auth.as(accessToken, 'post', '/api/v1/api-keys', { name: 'A key' })
  expect(await told()).toBe('A new API key')
  const next = await auth.as(accessToken, 'post', `/api/v1/api-keys/${made.body.data.id}/rotate`)
  expect(await told()).toBe('A new API key')
  await auth.operate('post', `/internal/api-keys/${next.body.data.id}/rotate`)
  expect(await told()).toBe('A new API key')
  const passwords = { currentPassword: password, newPassword }
  await auth.as(accessToken, 'post', '/api/v1/auth/password', passwords)
  expect(await told()).toBe('Your password was changed')
  await auth.operate('post', `/internal/users/${email}/password`, { password })
  expect(await told()).toBe('Your password was changed')
  await post('recover', { email }).expect(202)
  const { token } = await smtp.mailTo(email)
  await post('reset', { token, password: newPassword }).expect(200)
  expect(await told()).toBe('Your password was changed')
})

describe('an invitation', () => {
  test('is mailed, and creates an account of its role', async () => {
    const { out, code } = await invite(['guest@example.org', '--role', 'admin'])
    expect([code, JSON.parse(out)]).toEqual([0, { email: 'guest@example.org', role: 'admin' }])
    const { token, purpose } = await smtp.mailTo('guest@example.org')
    expect(purpose).toBe('invite')
    const body = { token, name: 'Guest', password }
    const { data } = (await post('accept', body).expect(201)).body
    expect(data).toMatchObject({ email: 'guest@example.org', name: 'Guest', role: 'admin' })
    expect(refused(await post('accept', body))).toBe('400 token')
    expect((await invite(['guest@example.org'])).err).toMatch(/exists already/)
    expect((await invite(['x@example.org', '--role', 'nothing'])).err).toMatch(/role must be/)
  })

  test('replaces the earlier ones of its address', async () => {
    await invite(['again@example.org', '--role', 'admin'])
    const { token } = await smtp.mailTo('again@example.org')
    await invite(['Again@example.org'])
    const { token: later } = await smtp.mailTo('Again@example.org')
    const accept = (token: string) => post('accept', { token, name: 'Guest', password })
    expect(refused(await accept(token))).toBe('400 token')
    expect((await accept(later).expect(201)).body.data.role).toBe('user')
  })

  test('is a link where there is no mail; nothing else is open', async () => {
    const closed = await startWithAccounts(undefined, { signUp: 'invite' })
    const { out } = await invite(['guest@example.org'], closed)
    const { link } = JSON.parse(out)
    expect(link).toMatch(new RegExp(`^${publicUrl}/account#invite=npl_`))
    const token = link.split('=')[1]
    await post('accept', { token, name: 'Guest', password }, closed).expect(201)
    await closed.login('guest@example.org')
    expect(closed.output()).not.toContain(token)
    expect(await openTo(closed)).toEqual({ signUp: 'invite', recovery: false })
    for (const call of ['register', 'verify', 'recover', 'reset'])
      await post(call, {}, closed).expect(404)
    await closed.stop()
  })
})

const openTo = async (service: RunningAuthService) =>
  (await service.request.get(`${path}/accounts`).expect(200)).body.data

test('domains: addresses of others are refused, known or not', async () => {
  const keys = { signUp: 'domains', domains: '[partner.example]' }
  const service = await startWithAccounts(smtp, keys)
  expect(await openTo(service)).toEqual({ signUp: 'domains', recovery: true })
  for (const email of [
    'demo@example.org',
    'x@example.org',
    'x@sub.partner.example',
    'x@ｐartner.example',
  ])
    expect(refused(await register(email, service))).toBe('400 email')
  const both = { email: 'demo@example.org', name: 'Ada', password: 'short' }
  expect(refused(await post('register', both, service))).toBe('400 email,password')
  await register('x@Partner.example', service).expect(202)
  await smtp.mailTo('x@partner.example')
  await service.stop()
})

test('limits: by network, an IPv6 /64, and by recipient; pending links are bounded', async () => {
  const keys = { signUp: 'open', maxPerNetwork: 3, maxPerRecipient: 2, maxPending: 6 }
  const service = await startWithAccounts(smtp, keys)
  const from = async (address: string, email: string) => {
    const request = post('recover', { email }, service).set('X-Forwarded-For', address)
    const { status, body } = await request
    return body.error?.code ?? status
  }
  const network = await Promise.all(
    Array.from({ length: 30 }, (_, i) => from(`2001:db8::${i + 1}`, `x${i}@example.org`)),
  )
  expect(network.filter((status) => status === 202)).toHaveLength(3)
  expect(network.filter((status) => status === 'RATE_LIMITED')).toHaveLength(27)
  for (const [i, expected] of [202, 202, 'RATE_LIMITED'].entries())
    expect(await from(`192.0.2.1${i}`, 'Same@example.org')).toBe(expected)
  expect(await from('192.0.2.1', 'last@example.org')).toBe(202)
  // the links of the network with most of them make room for others, not for each other
  for (const [i, expected] of [202, 202, 'OVERLOADED'].entries())
    expect(await from(`192.0.2.${i + 2}`, `beyond${i}@example.org`)).toBe(expected)
  await service.stop()
})

test('an IPv6 /48 is limited to four times a network', async () => {
  const service = await startWithAccounts(smtp, { signUp: 'open', maxPerNetwork: 1 })
  const statuses: number[] = []
  for (const i of [1, 2, 3, 4, 5, 6]) {
    const request = post('recover', { email: `site${i}@example.org` }, service)
    statuses.push((await request.set('X-Forwarded-For', `2001:db8:0:${i}::1`)).status)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 429, 429])
  await service.stop()
})

test('used links need no room, and an invitation passes beyond it', async () => {
  const service = await startWithAccounts(smtp, { signUp: 'open', maxPending: 1 })
  await register('room1@example.org', service).expect(202)
  await register('room2@example.org', service).expect(503)
  expect((await invite(['room3@example.org'], service)).code).toBe(0)
  const { token: invited } = await smtp.mailTo('room3@example.org')
  await post('accept', { token: invited, name: 'Guest', password }, service).expect(201)
  const { token } = await smtp.mailTo('room1@example.org')
  await post('verify', { token, password }, service).expect(200)
  await register('room2@example.org', service).expect(202)
  await service.stop()
})

test('a refused sign-up does not count as a request', async () => {
  const service = await startWithAccounts(smtp, { signUp: 'open', maxPerRecipient: 1 })
  const email = 'typo@example.org'
  for (const weak of ['short', 'typo@example.org'])
    expect(refused(await post('register', { email, name: 'Typo', password: weak }, service))).toBe(
      '400 password',
    )
  await register(email, service).expect(202)
  await register(email, service).expect(429)
  await service.stop()
})

describe('the end of an own account', () => {
  test('takes the password, ends keys and sessions, and frees the address', async () => {
    const email = 'leaver@example.org'
    await register('Leaver@example.org').expect(202)
    const unused = await smtp.mailTo('Leaver@example.org')
    const { id } = await signedUp(email)
    const { accessToken } = await auth.login(email)
    const leave = (typed: string) =>
      auth.as(accessToken, 'post', `${path}/delete`, { password: typed })
    await leave('not the password').expect(401)
    await leave(password).expect(200)
    await auth.as(accessToken, 'get', `${path}/me`).expect(401)
    await expect(auth.login(email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
    expect(auth.audited().at(-2)).toMatchObject({ event: 'account-deleted', userId: id })
    const { token } = unused // it does not bring the account back
    expect(refused(await post('verify', { token, password }))).toBe('400 token')
    await signedUp(email)
  })
})

test('tokens and passwords are in no log, and tokens in no file', async () => {
  const tokens = smtp.received.map(({ token }) => token)
  expect(tokens.length).toBeGreaterThan(5)
  const files = readdirSync(auth.dataDir)
    .map((name) => join(auth.dataDir, name))
    .filter((file) => statSync(file).isFile())
  const records = JSON.stringify(await keptRecords(auth.dataDir))
  const texts = [auth.output(), records, ...files.map((file) => readFileSync(file, 'utf8'))]
  for (const text of texts)
    for (const secret of [...tokens.map((token) => token.split('_')[2]!), password, newPassword])
      expect(text.includes(secret)).toBe(false)
  for (const file of files) expect([file, statSync(file).mode & 0o077]).toEqual([file, 0])
})

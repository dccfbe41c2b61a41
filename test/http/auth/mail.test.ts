import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startWithAccounts } from '../../support/accounts.js'
import { password, type RunningAuthService, temporaryFolder } from '../../support/auth-service.js'
import { clockAhead } from '../../support/clock-ahead.js'
import { samples } from '../../support/samples.js'
import { type ReceivedMail, type SmtpDouble, startSmtp } from '../../support/smtp.js'
import { until } from '../../support/until.js'

jest.setTimeout(300_000)

const register = (auth: RunningAuthService, email: string) =>
  auth.request.post('/api/v1/auth/register').send({ email, name: 'Someone', password })
const verify = (auth: RunningAuthService, { token }: ReceivedMail) =>
  auth.request.post('/api/v1/auth/verify').send({ token, password })

test('a mail waits for a server that is away, and across an orderly end', async () => {
  const first = await startSmtp()
  const smtp = { url: first.url } as SmtpDouble
  await first.close()
  const dataDir = temporaryFolder()
  const before = await startWithAccounts(smtp, undefined, { dataDir })
  await register(before, 'waiting@example.org').expect(202)
  await until(() => before.output().includes('a mail was not sent'))
  expect(before.output()).toMatch(/"code":"E(CONNECTION|SOCKET)"/)
  expect(before.output()).not.toContain('waiting@example.org')
  await before.stop()
  const second = await startSmtp({ port: Number(new URL(smtp.url).port) })
  const after = await startWithAccounts(smtp, undefined, { dataDir })
  await verify(after, await second.mailTo('waiting@example.org')).expect(200)
  await after.stop()
  await second.close()
  rmSync(dataDir, { recursive: true })
})

test('a mail that the server refuses for good is not tried again; one for a while is', async () => {
  let failures = 1
  const smtp = await startSmtp({
    before(to) {
      if (to.startsWith('later') && failures-- > 0)
        throw Object.assign(new Error('try again'), { responseCode: 451 })
    },
  })
  const auth = await startWithAccounts(smtp)
  await register(auth, 'refused@example.org').expect(202)
  await register(auth, 'later@example.org').expect(202)
  await verify(auth, await smtp.mailTo('later@example.org')).expect(200)
  const failed = auth
    .output()
    .split('\n')
    .filter((line) => line.includes('a mail was not sent'))
  expect(failed.map((line) => JSON.parse(line).responseCode)).toEqual([550, 451])
  await auth.stop()
  await smtp.close()
})

/**
 * Mails are sent one after the other, so a kill can leave at most one that the server has accepted
 * and that is not marked yet.
 */
test('kills: no mail is lost, and of each kill at most one is sent twice', async () => {
  const kills = samples(5)
  const smtp = await startSmtp({ before: () => pause(5) })
  const dataDir = temporaryFolder()
  const promised: string[] = []
  const start = (env = {}) => startWithAccounts(smtp, undefined, { dataDir, env })
  for (let kill = 0; kill < kills; kill++) {
    const auth = await start()
    const emails = Array.from({ length: 5 }, (_, i) => `person${kill}-${i}@example.org`)
    const sent = emails.map(async (email) => {
      const answer = await register(auth, email).then(
        ({ status }) => status,
        () => undefined,
      )
      if (answer === 202) promised.push(email)
    })
    await pause(60 + 80 * kill)
    await auth.kill()
    await Promise.all(sent)
  }
  // in a shared store a mail belongs to the process that took it for two minutes
  const auth = await start(clockAhead(130_000))
  const isThere = (email: string) => smtp.received.some(({ to }) => to === email)
  await until(() => promised.every(isThere))
  const byId = new Map<string, ReceivedMail[]>()
  for (const mail of smtp.received)
    byId.set(mail.messageId, [...(byId.get(mail.messageId) ?? []), mail])
  const twice = [...byId.values()].filter((mails) => mails.length > 1)
  for (const mails of twice) expect(new Set(mails.map(({ to }) => to)).size).toBe(1)
  expect(smtp.received.length - byId.size).toBeLessThanOrEqual(kills)
  expect(byId.size).toBe(new Set(smtp.received.map(({ to }) => to)).size)
  // whichever copy is read, its link works, and only once
  for (const mails of twice.slice(0, 3)) {
    await verify(auth, mails[0]!).expect(200)
    await verify(auth, mails[1]!).expect(400)
  }
  for (const email of promised.slice(0, 3)) {
    const mail = smtp.received.find(({ to }) => to === email)!
    if (!twice.flat().includes(mail)) await verify(auth, mail).expect(200)
  }
  await auth.stop()
  await smtp.close()
  rmSync(dataDir, { recursive: true })
})

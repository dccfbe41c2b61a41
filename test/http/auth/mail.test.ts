import { startWithAccounts } from '../../support/accounts.js'
import {
  forget,
  password,
  type RunningAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { type ReceivedMail, type SmtpDouble, startSmtp } from '../../support/smtp.js'
import { until } from '../../support/until.js'

/** How mails reach a server that is away or refuses them; crashes: unit interrupted.test.ts. */

const register = (auth: RunningAuthService, email: string) =>
  auth.request.post('/api/v1/auth/register').send({ email, name: 'Someone', password }).expect(202)
const verify = (auth: RunningAuthService, { token }: ReceivedMail) =>
  auth.request.post('/api/v1/auth/verify').send({ token, password }).expect(200)

test('a mail waits for a server that is away, and across an orderly end', async () => {
  const first = await startSmtp()
  const smtp = { url: first.url } as SmtpDouble
  await first.close()
  const dataDir = temporaryFolder()
  const before = await startWithAccounts(smtp, undefined, { dataDir })
  await register(before, 'waiting@example.org')
  await until(() => before.output().includes('a mail was not sent'))
  expect(before.output()).toMatch(/"code":"E(CONNECTION|SOCKET)"/)
  expect(before.output()).not.toContain('waiting@example.org')
  await before.stop()
  const second = await startSmtp({ port: Number(new URL(smtp.url).port) })
  const after = await startWithAccounts(smtp, undefined, { dataDir })
  await verify(after, await second.mailTo('waiting@example.org'))
  await after.stop()
  await second.close()
  await forget(dataDir)
})

test('a mail that the server refuses for good is not tried again; one for a while is', async () => {
  let clock = Date.now()
  let failures = 1
  const smtp = await startSmtp({
    before(to) {
      if (to.startsWith('later') && failures-- > 0)
        throw Object.assign(new Error('try again'), { responseCode: 451 })
    },
  })
  const auth = await startWithAccounts(smtp, undefined, { now: () => clock })
  const failed = () =>
    auth
      .output()
      .split('\n')
      .filter((line) => line.includes('a mail was not sent'))
  await register(auth, 'refused@example.org')
  await register(auth, 'later@example.org')
  await until(() => failed().length === 2)
  clock += 5000
  await register(auth, 'next@example.org') // which wakes the sending
  await verify(auth, await smtp.mailTo('later@example.org'))
  await smtp.mailTo('next@example.org')
  expect(failed().map((line) => JSON.parse(line).responseCode)).toEqual([550, 451])
  await auth.stop()
  await smtp.close()
})

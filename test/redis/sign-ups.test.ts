import { startWithAccounts } from '../support/accounts.js'
import { startRedis } from '../support/redis-server.js'
import { startSmtp } from '../support/smtp.js'

test('two auth services with one Redis count sign-ups together', async () => {
  const [redis, smtp] = [await startRedis(), await startSmtp()]
  const keys = { signUp: 'open', maxPerNetwork: 4, maxPerRecipient: 3 }
  const env = { RATE_LIMIT_STORE: 'redis', REDIS_URL: redis.url }
  const services = [
    await startWithAccounts(smtp, keys, { env }),
    await startWithAccounts(smtp, keys, { env }),
  ]
  const statuses = async (requests: { email: string; address: string }[]) => {
    const asked = requests.map(({ email, address }, i) =>
      services[i % 2]!.request.post('/api/v1/auth/recover')
        .set('X-Forwarded-For', address)
        .send({ email }),
    )
    return (await Promise.all(asked)).map(({ status }) => status).sort()
  }
  const network = Array.from({ length: 6 }, (_, i) => ({
    email: `person${i}@example.org`,
    address: `2001:db8::${i}`,
  }))
  expect(await statuses(network)).toEqual([202, 202, 202, 202, 429, 429])
  const recipient = Array.from({ length: 5 }, (_, i) => ({
    email: 'same@example.org',
    address: `192.0.2.${i}`,
  }))
  expect(await statuses(recipient)).toEqual([202, 202, 202, 429, 429])
  for (const service of services) await service.stop()
  await smtp.close()
  await redis.stop()
})

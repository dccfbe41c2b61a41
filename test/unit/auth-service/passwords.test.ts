import { hashSync, parseOptions } from '@node-rs/argon2'
import { parseConfig } from '../../../auth-service/config/config.js'
import type { HashJob } from '../../../auth-service/passwords/hash-worker.js'
import { Passwords } from '../../../auth-service/passwords/passwords.js'
import type { Sessions } from '../../../auth-service/sessions/sessions.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { Users } from '../../../auth-service/users/users.js'
import { password, temporaryFolder } from '../../support/auth-service.js'

const mockJobs: HashJob[] = []
jest.mock('../../../auth-service/passwords/hash-threads.js', () => ({
  HashThreads: class {
    async run(job: HashJob) {
      mockJobs.push(job)
      return 'cost' in job && hashSync(job.password, job.cost)
    }
  },
}))

test('a login with an unknown e-mail hashes as much as one with a known', async () => {
  const { config } = parseConfig('f', '', () => undefined)
  const store = await openLowdbStore(temporaryFolder())
  const users = new Users(store, config, Date.now)
  const passwords = new Passwords({ users, sessions: {} as Sessions, config, now: Date.now })
  const account = { email: 'demo@example.org', name: 'Demo', role: 'user' }
  await users.create({ ...account, passwordHash: await passwords.hash(password, account) })
  mockJobs.length = 0

  for (const email of [account.email, 'unknown@example.org']) {
    const origin = { requestId: 'a', address: '192.0.2.1' }
    await expect(passwords.logIn({ email, password: 'wrong' }, origin)).rejects.toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
    })
  }
  const [known, unknown] = mockJobs.map((job) => 'passwordHash' in job && job.passwordHash)
  expect(mockJobs).toHaveLength(2)
  expect(parseOptions(String(unknown))).toEqual(parseOptions(String(known)))
  expect(String(unknown)).toHaveLength(String(known).length)
  await store.close()
})

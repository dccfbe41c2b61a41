import { createHash } from 'node:crypto'
import type { HashJob } from '../../auth-service/passwords/hash-worker.js'

/**
 * What jest.config.js has in place of auth-service/passwords/hash-threads.ts: the form of argon2
 * without its cost. test/http/auth/hashing.test.ts has the real threads.
 */
export class HashThreads {
  async run(job: HashJob): Promise<string | boolean> {
    if ('own' in job) {
      const { isGuessable } = await import('../../auth-service/passwords/guessable.js')
      return isGuessable(job.password, job.own)
    }
    const made = hashOf(job.password)
    return 'cost' in job ? made : made === job.passwordHash
  }

  async end(): Promise<void> {}
}

function hashOf(password: string): string {
  const digest = createHash('sha256').update(password).digest('base64').replace('=', '')
  return `$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$${digest}`
}

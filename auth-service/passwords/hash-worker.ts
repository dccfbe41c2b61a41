import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/**
 * A job of a thread: hash a password, verify a password against a hash, or judge a new password by
 * the words of its account.
 */
export type HashJob =
  | { password: string; cost: Options }
  | { password: string; passwordHash: string }
  | { password: string; own: readonly string[] }

/**
 * The result: the hash, whether the password matches or is guessable, or why argon2 refuses, as for
 * an invalid hash.
 */
export type HashResult = { value: string | boolean } | { refused: string }

// Hashing takes a core for milliseconds: requests in this process and in the gateway next to it
// come first, but a login must end even where both cores are busy: there it takes 0.25 s, with
// PRIORITY_LOW it took 1.8 s. On Linux the priority is the thread's alone, elsewhere it would be
// the whole process's
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort!.on('message', async (job: HashJob) => parentPort!.postMessage(await runJob(job)))

async function runJob(job: HashJob): Promise<HashResult> {
  try {
    if ('own' in job) {
      const { isGuessable } = await import('./guessable.js') // 0.2 s, which no login needs
      return { value: isGuessable(job.password, job.own) }
    }
    if ('cost' in job) return { value: hashSync(job.password, job.cost) }
    return { value: verifySync(job.passwordHash, job.password) }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

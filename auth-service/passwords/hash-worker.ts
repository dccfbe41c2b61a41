import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** A job of a thread: hash a password, or verify a password against a hash. */
export type HashJob =
  | { password: string; cost: Options }
  | { password: string; passwordHash: string }

/**
 * The result: the hash, whether the password matches, or why argon2 refuses, as for an invalid hash.
 */
export type HashResult = { value: string | boolean } | { refused: string }

// Hashing takes a core for milliseconds: requests in this process and in the gateway next to it
// come first, but a login must end even where both cores are busy: there it takes 0.25 s, with
// PRIORITY_LOW it took 1.8 s. On Linux the priority is the thread's alone, elsewhere it would be
// the whole process's
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort!.on('message', (job: HashJob) => parentPort!.postMessage(runJob(job)))

function runJob(job: HashJob): HashResult {
  try {
    if ('cost' in job) return { value: hashSync(job.password, job.cost) }
    return { value: verifySync(job.passwordHash, job.password) }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

import { randomInt } from 'node:crypto'
import { parseOptions } from '@node-rs/argon2'
import { ApiError } from '../../kit/errors.js'
import { HashThreads } from './hash-threads.js'

/** argon2id, OWASP's first choice of parameters (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at a time, each of which takes a core and 19 MiB. */
const atOnce = 2
const mayWait = 32
/** Those who are refused come back within this time, spread so that they do not come all at once again. */
const retrySeconds = 4

/** Runs the costly work a few at a time, and refuses what would wait too long. */
export class HashQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @throws ApiError OVERLOADED when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running++
    else {
      if (this.#waiting.length >= mayWait) {
        throw new ApiError('OVERLOADED', 'Too many logins at once. Try again shortly.', {
          headers: { 'Retry-After': `${randomInt(1, 1 + retrySeconds)}` },
        })
      }
      await new Promise<void>((go) => this.#waiting.push(go)) // whoever ends hands its place on
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

const threads = new HashThreads()

/** One password, however it was typed (NIST SP 800-63B-4 section 3.1.1.2: normalize before hashing). */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password: canonical(password), cost }))
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await threads.run({ password: canonical(password), passwordHash })) === true
}

/** True when a hash was made with less than today's cost. */
export function isWeak(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism !== cost.parallelism
}

/** What an unknown e-mail is compared with, so that it costs what a known one costs. It matches no password. */
export function decoyHash(): Promise<string> {
  return hashPassword(crypto.randomUUID())
}

import { hash, parseOptions, verify } from '@node-rs/argon2'
import { ApiError } from '../plugins/kit/errors.js'

/** argon2id, OWASP's first choice of parameters (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at a time: libuv has four threads, and the store needs some of them. */
const atOnce = 2
const mayWait = 32

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
          headers: { 'Retry-After': '1' },
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

/** One password, however it was typed (NIST SP 800-63B-4 section 3.1.1.2: normalize before hashing). */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), cost)
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, canonical(password))
}

/** True when a hash was made with less than today's cost. */
export function isWeak(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism !== cost.parallelism
}

/** What an unknown e-mail is compared with, so that it costs what a known one costs. It matches no password. */
export function decoyHash(): Promise<string> {
  return hash(crypto.randomUUID(), cost)
}

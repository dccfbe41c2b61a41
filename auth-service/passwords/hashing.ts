import { randomBytes } from 'node:crypto'
import { parseOptions } from '@node-rs/argon2'
import { HashThreads } from './hash-threads.js'

/**
 * argon2id, OWASP's first choice of parameters (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1
 * lane.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const threads = new HashThreads()

/** Ends the idle threads; the next hash starts new ones. */
export async function endHashThreads(): Promise<void> {
  await threads.end()
}

/**
 * The normalized password, however it was typed (NIST SP 800-63B-4 section 3.1.1.2: normalize
 * before hashing).
 */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password: canonical(password), cost }))
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await threads.run({ password: canonical(password), passwordHash })) === true
}

/** As `isGuessable` of `guessable.ts`, in a thread. @param password A normalized one. */
export async function isGuessable(password: string, own: readonly string[]): Promise<boolean> {
  return (await threads.run({ password, own })) === true
}

/** True when a hash was made with less than the current cost. */
export function isWeak(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism !== cost.parallelism
  )
}

/**
 * Compared with the password for an unknown e-mail, so that it costs the same as for a known one.
 * Its bytes are random and look like a hash, so that no start has to wait for a real one.
 */
export function decoyHash(): string {
  const { memoryCost, timeCost, parallelism } = cost
  const [salt, hash] = [16, 32].map((length) =>
    randomBytes(length).toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`
}

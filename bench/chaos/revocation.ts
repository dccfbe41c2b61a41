import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { addressOf, mustCall } from '../call.js'
import { during, outcomesText, pace } from '../pace.js'
import { atMost, expectNone, spread } from '../report.js'
import { type Account, logIn, makeUsers, mintKey, startStack } from '../running.js'
import { search } from '../searches.js'

/**
 * How long a credential that is in use lives on after its end: API keys revoked, sessions logged
 * out, users disabled, each with a search about every 20 ms through the gateway, from the answer of
 * the ending call until the first refusal, next to 100 searches a second. COUNT (50 keys and
 * sessions, a fifth as many users).
 */

/** Something that is in use and then ended. */
interface Trial {
  credentials: string[]
  end(): Promise<unknown>
}

const pollEveryMs = 20
/** The gateway asks twice a second what ended; the ends fall evenly into that time. */
const feedEveryMs = 500
const giveUpMs = 10_000
const atOnce = 5

const stack = await startStack()
const { gateway, auth } = stack.addresses
let logins = 0
const token = (account: Account) => logIn(gateway.url, account, addressOf(logins++))
const admin = await token(stack.admin)
const { key: loadKey } = await mintKey(gateway.url, admin)
try {
  const count = amount('COUNT', 50)
  const all = async () => {
    await measure('keys revoked', count, newKey)
    await measure('sessions logged out', count, newSession)
    await measure('users disabled', Math.ceil(count / 5), newUser)
  }
  const searches = () => pace(100, 1, () => search(gateway.url, loadKey))
  const [, { outcomes }] = await during(all(), searches)
  console.log(`  the searches meanwhile: ${outcomesText(outcomes)}`)
} finally {
  await stack.stop()
}
process.exit(0) // kept connections

async function newKey(): Promise<Trial> {
  const { id, key } = await mintKey(gateway.url, admin)
  const revoke = { method: 'DELETE', credential: admin } as const
  return { credentials: [key], end: () => mustCall(`${gateway.url}/api/v1/api-keys/${id}`, revoke) }
}

async function newSession(): Promise<Trial> {
  const credential = await token(stack.admin)
  return {
    credentials: [credential],
    end: () => mustCall(`${gateway.url}/api/v1/auth/logout`, { credential }),
  }
}

/** With a token and a key, both of which end with the user. */
async function newUser(): Promise<Trial> {
  const [user] = await makeUsers(auth, stack.secrets.operator, [`user-${logins}@example.org`])
  const accessToken = await token(user!)
  const { key } = await mintKey(gateway.url, accessToken)
  const disable = { credential: stack.secrets.operator }
  return {
    credentials: [accessToken, key],
    end: () => mustCall(`${auth.internalUrl}/internal/users/${user!.id}/disable`, disable),
  }
}

/** Takes the trials a few at a time, and looks again at the end whether all are still refused. */
async function measure(name: string, count: number, newTrial: () => Promise<Trial>): Promise<void> {
  const ended: string[] = []
  const timesMs: number[] = []
  while (timesMs.length < count) {
    const trials: Trial[] = []
    while (trials.length < Math.min(atOnce, count - timesMs.length)) trials.push(await newTrial())
    timesMs.push(...(await Promise.all(trials.map(timeOf))))
    ended.push(...trials.flatMap(({ credentials }) => credentials))
  }
  const later = await Promise.all(ended.map((credential) => search(gateway.url, credential)))
  console.log(`${name}: ${spread(timesMs)}`)
  atMost(`${name}: the last is refused after`, Math.max(...timesMs), 1000, 'ms')
  const accepted = later.filter((outcome) => !isRefusal(outcome)).length
  expectNone(`${name}: credentials that work later on`, accepted)
}

/** Milliseconds from the answer of the ending call until the last credential was refused first. */
async function timeOf({ credentials, end }: Trial): Promise<number> {
  const giveUpAt = performance.now() + giveUpMs
  const refused = async (credential: string) => {
    while (performance.now() < giveUpAt) {
      const outcome = await search(gateway.url, credential)
      if (isRefusal(outcome)) return performance.now()
      if (outcome !== '200') throw new Error(`a search was answered ${outcome}`)
      await wait(pollEveryMs)
    }
    return Number.POSITIVE_INFINITY
  }
  const endedAt = async () => {
    // in use for a while, so that the gateway knows it
    await wait(100 + Math.random() * feedEveryMs)
    await end()
    return performance.now()
  }
  const [at, ...refusals] = await Promise.all([endedAt(), ...credentials.map(refused)])
  return Math.max(0, Math.max(...refusals) - at)
}

function isRefusal(outcome: string): boolean {
  return outcome.startsWith('401 ')
}

import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { amount } from './amount.js'
import { addressOf, call } from './call.js'
import { median, percentile, spread } from './latencies.js'
import type { LoginBurst, LoginBurstReport } from './login-burst.js'
import { outcomesText, pace } from './pace.js'
import { logIn, makeUsers, mintKey, startStack } from './running.js'
import { search } from './searches.js'

/**
 * Logins through the running product: how many of many guesses reach the costly hash, whether an
 * unknown e-mail can be distinguished from a known one by the time, and what a burst that logs in
 * does to the searches of others.
 *
 * `npm run build && node dist/bench/login.js`. SECONDS and TRIES make it shorter.
 */

console.log(`node ${process.version}`)
const stack = await startStack()
const { gateway, auth } = stack.addresses
try {
  // The gateway lets 300 logins a minute through from one address, so the harder case is the
  // service without it
  await Promise.all([guess('gateway', gateway.url, 1), guess('auth service', auth.url, 2)])
  await compareKnownAndUnknown(amount('TRIES', 500))
  await searchBesideLogins(amount('SECONDS', 20))
} finally {
  await stack.stop()
}

/** 1,000 wrong passwords in 60 s from one address on one account. */
async function guess(name: string, url: string, attacker: number): Promise<void> {
  const seconds = amount('SECONDS', 60)
  const [victim] = await makeUsers(auth, stack.secrets.operator, [`victim-${attacker}@example.org`])
  const from = addressOf(60_000 + attacker)
  const wrong = async (i: number) => (await tryWrong(url, victim!.email, i, from)).outcome
  const { outcomes } = await pace(1000 / 60, seconds, wrong)
  await wait(500) // the last lines of the audit log are still on their way
  const audited = (event: string) =>
    stack
      .output()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`) && line.includes(from))
  const [hashed, throttled] = [audited('login-failed').length, audited('login-throttled').length]
  console.log(`guesses at the ${name} for ${seconds} s: ${outcomesText(outcomes)}`)
  console.log(
    `  ${hashed} reached the hash (goal: ≤ 12), ${throttled} were throttled by the account`,
  )
}

/**
 * Wrong passwords for known and unknown e-mails by turns, ten for each e-mail, each from another
 * address: no throttle joins in.
 */
async function compareKnownAndUnknown(tries: number): Promise<void> {
  const emails = (word: string) =>
    Array.from({ length: Math.ceil(tries / 10) }, (_, i) => `${word}-${i}@example.org`)
  await makeUsers(auth, stack.secrets.operator, emails('known'))
  const kinds = [
    { emails: emails('known'), times: [] as number[] },
    { emails: emails('known-not'), times: [] as number[] },
  ]
  for (let i = 0; i < tries; i++) {
    for (const { emails, times } of i % 2 ? kinds : kinds.toReversed()) {
      const began = performance.now()
      const { status, outcome } = await tryWrong(
        gateway.url,
        emails[Math.floor(i / 10)]!,
        i,
        addressOf(i),
      )
      times.push(performance.now() - began)
      if (status !== 401) throw new Error(`a wrong password was answered ${outcome}`)
    }
  }
  const [known, unknown] = kinds.map(({ times }) => times) as [number[], number[]]
  console.log(`known e-mail, ${tries} tries: ${spread(known)}`)
  console.log(`unknown e-mail, ${tries} tries: ${spread(unknown)}`)
  console.log(
    `  medians differ by ${Math.abs(median(known) - median(unknown)).toFixed(2)} ms (goal: ≤ 2 ms)`,
  )
}

function tryWrong(url: string, email: string, i: number, from: string) {
  return call(`${url}/api/v1/auth/login`, {
    from,
    body: { email, password: `wrong password ${i}` },
  })
}

/**
 * Searches at a steady 50/s: first alone, then for as long while 200 log in at once; three times
 * each, by turns.
 */
async function searchBesideLogins(seconds: number): Promise<void> {
  const { key } = await mintKey(gateway.url, await logIn(gateway.url, stack.admin))
  const searches = () => pace(50, seconds, () => search(gateway.url, key))
  const [base, crowded]: number[][] = [[], []]
  for (let round = 0; round <= 3; round++) {
    const alone = await searches()
    const burst = logInTogether({ url: gateway.url, account: stack.admin, size: 200 })
    const beside = await searches()
    const { outcomes, seconds: took } = await burst
    if (round === 0) continue // warm-up: a gateway that has run for a while is what matters
    base!.push(...alone.latenciesMs)
    crowded!.push(...beside.latenciesMs)
    console.log(
      `  200 logins at once, in after ${took.toFixed(1)} s: ${outcomesText(outcomes)}; searches: ` +
        `${outcomesText(beside.outcomes)}`,
    )
  }
  console.log(`searches alone, 50/s for 3 × ${seconds} s: ${spread(base!)}`)
  console.log(`searches while 200 log in, likewise: ${spread(crowded!)}`)
  const times = percentile(crowded!, 0.99) / percentile(base!, 0.99)
  console.log(`  p99 is ${times.toFixed(1)} × its base (goal: ≤ 3)`)
}

function logInTogether(burst: LoginBurst): Promise<LoginBurstReport> {
  const worker = new Worker(new URL('login-burst.js', import.meta.url), { workerData: burst })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

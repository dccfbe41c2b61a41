import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { addressOf, call } from '../call.js'
import { ask, computeElsewhere, ready, startChild } from '../child.js'
import { count, joined, type Measured, outcomesText, pace } from '../pace.js'
import { atMost, median, percentile, spread } from '../report.js'
import { type Account, configWith, logIn, makeUsers, mintKey, startStack } from '../running.js'
import { search } from '../searches.js'

/**
 * Accounts through the running product, with sign-up open: how many of many guesses reach the
 * costly hash, whether an unknown e-mail can be distinguished from a known one by the time of a
 * login, a sign-up or a recovery, and what a burst that logs in does to the searches of others.
 * SECONDS (20), TRIES (300), BURST (200).
 */

const [seconds, tries, size] = [amount('SECONDS', 20), amount('TRIES', 300), amount('BURST', 200)]

if (process.argv[2] === 'burst') beBurst()
else await main()

/**
 * The burst in a process of its own: all log in at once, and who is refused tries again after the
 * Retry-After that it got, until all are in. Reports what came of it.
 */
function beBurst(): void {
  process.on('message', async ({ url, account }: { url: string; account: Account }) => {
    const outcomes = new Map<string, number>()
    const enter = async (from: string) => {
      for (;;) {
        const path = `${url}/api/v1/auth/login`
        const { status, outcome, retryAfter } = await call(path, { from, body: account })
        count(outcomes, outcome)
        if (status === 200) return
        await wait(retryAfter * 1000)
      }
    }
    await Promise.all(Array.from({ length: size }, (_, caller) => enter(addressOf(caller))))
    process.send?.(outcomesText(outcomes))
  })
  ready('burst')
}

async function main(): Promise<void> {
  const limits = 'maxPerNetwork: 1000000, maxPerRecipient: 1000000, maxPending: 1000000'
  const configDir = configWith(
    (text) =>
      `${text.slice(0, text.indexOf('accounts:\n'))}accounts: { signUp: open, ${limits} }\n`,
    'auth-service.config.yml',
  )
  const stack = await startStack({
    CONFIG_DIR: configDir,
    PUBLIC_URL: 'http://localhost:8080',
    SMTP_URL: 'smtp://127.0.0.1:9', // no server is there
    MAIL_FROM: 'directory@example.org',
    LOGINS_PER_MINUTE: '300',
  })
  const { gateway, auth } = stack.addresses
  const makeVictims = (emails: readonly string[]) => makeUsers(auth, stack.secrets.operator, emails)
  try {
    // the gateway lets 300 logins a minute through from one address: the service alone is harder
    await Promise.all([guess('gateway', gateway.url, 1), guess('auth service', auth.url, 2)])
    await compareKnownAndUnknown()
    await searchDuringLogins()
  } finally {
    await stack.stop()
    rmSync(configDir, { recursive: true })
  }
  process.exit(0) // kept connections

  /** 1,000 wrong passwords a minute from one address on one account. */
  async function guess(name: string, url: string, attacker: number): Promise<void> {
    const [victim] = await makeVictims([`victim-${attacker}@example.org`])
    const from = addressOf(60_000 + attacker)
    const { outcomes } = await pace(1000 / 60, 3 * seconds, async (i) => {
      const body = { email: victim!.email, password: `wrong password ${i}` }
      return (await call(`${url}/api/v1/auth/login`, { from, body })).outcome
    })
    await wait(500) // the last lines of the audit log are still on their way
    const hashed = stack
      .output()
      .split('\n')
      .filter((line) => line.includes('"event":"login-failed"') && line.includes(from)).length
    console.log(`guesses at the ${name} for ${3 * seconds} s: ${outcomesText(outcomes)}`)
    atMost(`guesses at the ${name} that reach the hash`, hashed, 12)
  }

  /** By turns, ten tries for each e-mail, each from another address: no throttle joins in. */
  async function compareKnownAndUnknown(): Promise<void> {
    const emails = (word: string) =>
      Array.from({ length: Math.ceil(tries / 10) }, (_, i) => `${word}-${i}@example.org`)
    await makeVictims(emails('known'))
    const password = 'velvet-anchor-tulip' // not theirs
    const paths: [string, number, object][] = [
      ['login', 401, { password }],
      ['register', 202, { password, name: 'Someone' }],
      ['recover', 202, {}],
    ]
    for (const [path, expected, members] of paths) {
      const kinds = [
        { emails: emails('known'), times: [] as number[] },
        { emails: emails(`not-${path}`), times: [] as number[] },
      ]
      for (let n = 0; n < tries; n++) {
        for (const { emails, times } of n % 2 ? kinds : kinds.toReversed()) {
          const email = emails[Math.floor(n / 10)]!
          const began = performance.now()
          const { status, outcome } = await call(`${auth.url}/api/v1/auth/${path}`, {
            from: addressOf(n),
            body: { email, ...members },
          })
          times.push(performance.now() - began)
          if (status !== expected) throw new Error(`${path} was answered ${outcome}`)
        }
      }
      const [known, unknown] = kinds.map(({ times }) => times) as [number[], number[]]
      console.log(`${path}, known e-mail: ${spread(known)}; unknown: ${spread(unknown)}`)
      const difference = Math.abs(median(known) - median(unknown))
      atMost(`${path}: medians of known and unknown e-mails differ by`, difference, 2, 'ms')
    }
  }

  /** Searches at 50/s: alone, then for as long while many log in at once; by turns. */
  async function searchDuringLogins(): Promise<void> {
    const { key } = await mintKey(gateway.url, await logIn(gateway.url, stack.admin))
    const searches = () => pace(50, seconds, () => search(gateway.url, key))
    const burst = await startChild('./chaos/accounts.js', { args: ['burst'], env: process.env })
    computeElsewhere(burst.pid)
    const [alone, crowded]: Measured[][] = [[], []]
    for (let round = 0; round <= 3; round++) {
      const before = await searches()
      const came = ask<string>(burst, { url: gateway.url, account: stack.admin })
      const during = await searches()
      console.log(`  ${size} logins at once: ${await came}`)
      if (round === 0) continue // warms
      alone!.push(before)
      crowded!.push(during)
    }
    burst.process.disconnect()
    const [base, times] = [joined(alone!), joined(crowded!)]
    console.log(`searches alone: ${spread(base.latenciesMs)}; ${outcomesText(base.outcomes)}`)
    console.log(`searches with them: ${spread(times.latenciesMs)}; ${outcomesText(times.outcomes)}`)
    const p99 = ({ latenciesMs }: Measured) => percentile(latenciesMs, 0.99)
    atMost(`${size} logins at once: p99 of searches, times the base`, p99(times) / p99(base), 3)
  }
}

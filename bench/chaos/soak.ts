import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../../dev/samples/random.js'
import { amount } from '../amount.js'
import { call } from '../call.js'
import { count, outcomesText, pace } from '../pace.js'
import { descendants, loadOf } from '../process-load.js'
import { atMost, expectNone, slope, spread } from '../report.js'
import { logIn, mintKey, startStack } from '../running.js'
import { everydaySearch, searchPath, wireSearch } from '../searches.js'
import { WireClient } from '../wire-client.js'
import { type Good, mutantOf } from './mutants.js'

/**
 * Mixed traffic for a long while: searches, each second a login with its logout, every tenth second
 * a new key, two in a hundred mutated (bench/chaos/mutants.ts), with a look at memory and open
 * files of each part every five seconds. Prints how both grow after the first three minutes, which
 * are four times as busy: not by what is kept, which is little. MINUTES (10), RATE (100 a second).
 */

const minutes = amount('MINUTES', 10)
const rate = amount('RATE', 100)
/**
 * Until caches are full, code is compiled and heaps have the size that any load gives them: with
 * more requests than afterwards, as it would take an hour else.
 */
const settlingMinutes = Math.min(3, minutes / 3)
const settlingRate = 4 * rate
const lookEveryMs = 5000

interface Look {
  atMinute: number
  memory: number
  files: number
}

const stack = await startStack()
const { url } = stack.addresses.gateway
const client = new WireClient(url)
try {
  const { key } = await mintKey(url, await logIn(url, stack.admin))
  const search = wireSearch(key)
  const random = randomFrom(1)
  const good: Good = { method: 'POST', path: searchPath, body: everydaySearch }
  /** Logs in, may make a key, and logs out. */
  const session = async (withKey: boolean) => {
    const token = await logIn(url, stack.admin)
    if (withKey) await mintKey(url, token)
    return (await call(`${url}/api/v1/auth/logout`, { credential: token })).outcome
  }
  // a mutant may lack its end: no one waits for it, and it has a connection of its own
  const sendMutant = () =>
    Promise.race([
      client.send(mutantOf(good, random).wire.toString('latin1'), false),
      wait(1000, 'no answer'),
    ])
  const asks = {
    search: () => client.send(search, true),
    login: () => session(false),
    key: () => session(true),
    mutant: sendMutant,
  }
  const outcomes = new Map<string, number>()
  const looks = new Map<string, Look[]>()
  const latenciesMs: number[] = []
  const load = async (perSecond: number, forMinutes: number) => {
    const measured = await pace(perSecond, forMinutes * 60, async (i) => {
      const what = kindOf(i)
      const outcome = await asks[what]()
      count(outcomes, what === 'mutant' ? 'mutated' : outcome)
      return outcome
    })
    latenciesMs.push(...measured.latenciesMs)
  }
  await load(settlingRate, settlingMinutes)
  const beganAt = performance.now()
  const looking = setInterval(() => {
    for (const { name, pid } of descendants(stack.pid)) {
      const { memory, files } = loadOf(pid)
      const all = looks.get(name) ?? []
      looks.set(name, all)
      all.push({ atMinute: (performance.now() - beganAt) / 60_000, memory, files })
    }
  }, lookEveryMs)
  await load(rate, minutes - settlingMinutes)
  clearInterval(looking)
  console.log(
    `${settlingRate}/s, then ${rate}/s, for ${minutes} minutes in all: ${outcomesText(outcomes)}; ` +
      spread(latenciesMs),
  )
  expectNone(
    'soak: good requests not answered with 2xx',
    [...outcomes].reduce((sum, [what, times]) => sum + (/^(2|mutated)/.test(what) ? 0 : times), 0),
  )
  for (const [name, all] of looks) {
    const eachMinute = all.filter((_, i) => i % 12 === 0).map(({ memory }) => memory)
    console.log(`  memory of ${name}, MB: ${eachMinute.join(', ')} (each minute)`)
    const growth = (of: 'memory' | 'files') =>
      slope(all.map((look) => ({ x: look.atMinute, y: look[of] })))
    atMost(`soak: memory of ${name} grows a minute by`, growth('memory'), 0.5, 'MB')
    atMost(`soak: open files of ${name} grow a minute by`, growth('files'), 0.5)
  }
} finally {
  client.close()
  await stack.stop()
}

/** What the n-th call is. */
function kindOf(n: number): 'search' | 'login' | 'key' | 'mutant' {
  if (n % 50 === 49) return 'mutant'
  if (n % (10 * rate) === 5) return 'key'
  return n % rate === 20 ? 'login' : 'search'
}

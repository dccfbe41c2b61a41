import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { call } from '../call.js'
import { descendants } from '../process-load.js'
import { atMost, expectNone } from '../report.js'
import { logIn, startStack } from '../running.js'
import { everydaySearch, search, searchPath } from '../searches.js'

/**
 * What callers notice when a part is killed under the product: eight callers make API keys without
 * a pause, the auth service and the engine are killed in turn. Prints how soon each answers again,
 * and which of the keys that were given out do not work afterwards. ROUNDS (5).
 */

const callers = 8
/** What a search is answered with meanwhile. */
const patienceMs = 20_000

const stack = await startStack()
const { url } = stack.addresses.gateway
const keys: string[] = []
let isOver = false
try {
  const token = await logIn(url, stack.admin)
  const mint = () =>
    call<{ key: string }>(`${url}/api/v1/api-keys`, { credential: token, body: { name: 'crash' } })
  keys.push((await mint()).data.key)
  const minting = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const made = await mint().catch(() => undefined)
      if (made?.status === 201) keys.push(made.data.key)
      else await wait(50)
    }
  })
  const works = {
    'the auth service': mint,
    'the engine': () => call(url + searchPath, { credential: keys[0]!, body: everydaySearch }),
  }
  for (let round = 0; round < amount('ROUNDS', 5); round++) {
    for (const [name, ask] of Object.entries(works)) {
      await wait(1000)
      const { pid } = descendants(stack.pid).find((part) => part.name === name)!
      process.kill(pid, 'SIGKILL')
      const killedAt = performance.now()
      const isBack = async () =>
        ((await ask().catch(() => undefined))?.status ?? 500) < 300 && isAnother(name, pid)
      while (!(await isBack()) && performance.now() - killedAt < patienceMs) await wait(20)
      atMost(`kill -9: ${name} is back after`, (performance.now() - killedAt) / 1000, 3, 's')
    }
  }
  isOver = true
  await Promise.all(minting)
  await wait(2000)
  let lost = 0
  for (const key of keys) if ((await search(url, key)) !== '200') lost++
  console.log(`  ${keys.length} keys were given out`)
  expectNone('kill -9: keys that were given out and are lost', lost)
} finally {
  isOver = true
  await stack.stop()
}
process.exit(0) // kept connections

function isAnother(name: string, pid: number): boolean {
  return descendants(stack.pid).some((part) => part.name === name && part.pid !== pid)
}

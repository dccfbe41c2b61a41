import { setTimeout as wait } from 'node:timers/promises'
import { amount } from './amount.js'
import { cpuTime } from './cpu-time.js'
import { atMost } from './goals.js'
import { startAuthService, startEngine, startGateway } from './running.js'

/**
 * What the product costs when no one calls: CPU time of the gateway's two processes and of the auth
 * service, in per cent of a core. `node dist/bench/rest.js` after a build (Linux). SECONDS (60).
 * SETTLING (120): seconds from the start until it is measured, by when V8 has cleared away what the
 * start has left, for the last time.
 */

const seconds = amount('SECONDS', 60)
const settlingSeconds = amount('SETTLING', 120)
const goal = 0.3

const auth = await startAuthService()
const engine = await startEngine()
const gateway = await startGateway({
  AUTH_SERVICE_URL: auth.addresses.url,
  AUTH_INTERNAL_URL: auth.addresses.internalUrl,
  ELASTICSEARCH_URL: engine.addresses.url,
  SERVICE_SECRET: auth.secrets.service,
})

/** In microseconds; that of a process holds those that it has started. */
const look = () => ({
  all: cpuTime(gateway.leader),
  worker: cpuTime(gateway.pid),
  auth: cpuTime(auth.pid),
})

await wait(settlingSeconds * 1000)
const [before, began] = [look(), performance.now()]
await wait(seconds * 1000)
const [after, ended] = [look(), performance.now()]
await Promise.all([gateway, auth, engine].map((part) => part.stop()))

const shareOf = (part: keyof typeof before) => (after[part] - before[part]) / (ended - began) / 10
console.log(
  `At rest, ${seconds} s beginning ${settlingSeconds} s after the start, in per cent of a core:`,
)
console.log(`  the gateway's primary: ${(shareOf('all') - shareOf('worker')).toFixed(2)}`)
console.log(`  its worker: ${shareOf('worker').toFixed(2)}`)
console.log(`  the auth service: ${shareOf('auth').toFixed(2)}`)
atMost('gateway and auth service at rest', shareOf('all') + shareOf('auth'), goal, '% of a core')

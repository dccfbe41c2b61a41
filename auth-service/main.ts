import { askedToEnd } from '../kit/ending.js'
import { tellLeader } from '../kit/leader.js'
import { log } from '../kit/log.js'
import { start } from './start.js'

/** The auth service as a process of its own, until it is asked to end. */
async function main(): Promise<void> {
  const asked = askedToEnd()
  const running = await Promise.race([start(), asked])
  if (!running) return // it serves nobody yet
  const { url, internalUrl } = running
  log.info({ url, internalUrl }, 'auth service ready')
  tellLeader({ ready: 'auth-service', url, internalUrl })
  await asked
  await running.close().catch((error: unknown) => {
    log.fatal({ err: error }, 'the store was not closed cleanly')
    process.exit(1)
  })
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)

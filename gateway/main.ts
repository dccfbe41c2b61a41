import { askedToEnd } from '../kit/ending.js'
import { settingsOfLeader, tellLeader } from '../kit/leader.js'
import { log } from '../kit/log.js'
import { start } from './start.js'

/** The gateway process: runs until it is asked to end, or a fault outside any request. @returns its exit code. */
async function main(): Promise<number> {
  const over = Promise.race([askedToEnd().then(() => 0), fault().then(() => 1)])
  const gateway = await Promise.race([settingsOfLeader().then(start), over])
  if (typeof gateway === 'number') return gateway // it serves nobody yet
  const { url, adminUrl } = gateway
  tellLeader({ ready: 'gateway', url, adminUrl })
  const code = await over
  await gateway.close()
  return code
}

/** Resolves at the first error that nobody has caught. */
function fault(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['uncaughtException', 'unhandledRejection']) {
      process.on(event, (error: unknown) => {
        log.fatal({ err: error }, event)
        resolve()
      })
    }
  })
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)

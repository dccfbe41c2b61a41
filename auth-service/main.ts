import { log } from '../kit/log.js'
import { start } from './start.js'

/** The auth service as a process of its own, until SIGTERM, SIGINT or the end of its parent. */
async function main(): Promise<void> {
  const running = await start()
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1) // asked twice: at once
    stopping = true
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the store was not closed cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop)
  const { url, internalUrl } = running
  log.info({ url, internalUrl }, 'auth service ready')
  process.send?.({ ready: 'auth-service', url, internalUrl })
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

import { log } from '../kit/log.js'
import { type Gateway, start } from './start.js'

/** The gateway process: runs until SIGTERM, SIGINT or the end of the process that started it. */
let ending = false

function end(gateway: Gateway, code: number): void {
  if (ending) return
  ending = true
  void gateway.close().finally(() => process.exit(code))
}

try {
  const gateway = await start()
  const { url, adminUrl } = gateway
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(reason, () => end(gateway, 0))
  for (const fault of ['uncaughtException', 'unhandledRejection']) {
    process.on(fault, (error: unknown) => {
      log.fatal({ err: error }, fault)
      end(gateway, 1)
    })
  }
  process.send?.({ ready: 'gateway', url, adminUrl })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
  process.exit()
}

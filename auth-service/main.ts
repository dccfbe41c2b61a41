import { log } from '../kit/log/log.js'
import { answerHelp } from '../kit/process/command.js'
import { runService } from '../kit/process/service.js'
import { notifySupervisor } from '../kit/process/supervisor.js'
import { start } from './start.js'

answerHelp(`usage: npm run start:auth
  starts the auth service alone, with the settings of docs/configuration.md`)

/** The auth service as a process of its own. */
await runService(async () => {
  const running = await start()
  const { url, internalUrl } = running
  log.info({ url, internalUrl }, 'auth service ready')
  notifySupervisor({ ready: 'auth-service', url, internalUrl })
  return running
})

import { answerHelp } from '../kit/process/command.js'
import { runService } from '../kit/process/service.js'
import { notifySupervisor } from '../kit/process/supervisor.js'
import { Primary } from './primary/primary.js'

answerHelp(`usage: npm run start:gateway
  starts the gateway alone, with the settings of docs/configuration.md`)

/** The gateway process: the primary of its workers. */
await runService(async () => {
  const primary = new Primary()
  await primary.start()
  const { url, adminUrl } = primary
  notifySupervisor({ ready: 'gateway', url, adminUrl })
  return primary
})

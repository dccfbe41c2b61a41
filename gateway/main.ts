import { answerHelp } from '../kit/process/command.js'
import { runPart } from '../kit/process/service.js'
import { tellLeader } from '../kit/process/supervisor.js'
import { Primary } from './primary/primary.js'

answerHelp(`usage: npm run start:gateway
  starts the gateway alone, with the settings of the environment (docs/api.md, Settings)`)

/** The gateway as a process: the one that leads its workers. */
await runPart(async () => {
  const primary = new Primary()
  await primary.start()
  const { url, adminUrl } = primary
  tellLeader({ ready: 'gateway', url, adminUrl })
  return primary
})

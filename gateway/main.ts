import { answerHelp } from '../kit/command.js'
import { tellLeader } from '../kit/leader.js'
import { runPart } from '../kit/part.js'
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

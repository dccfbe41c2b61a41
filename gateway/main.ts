import { settingsOfLeader, tellLeader } from '../kit/leader.js'
import { runPart } from '../kit/part.js'
import { start } from './start.js'

/** The gateway as a process. */
await runPart(async () => {
  await settingsOfLeader()
  const gateway = await start()
  const { url, adminUrl } = gateway
  tellLeader({ ready: 'gateway', url, adminUrl })
  return gateway
})

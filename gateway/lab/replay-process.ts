import { requiredSetting } from '../../kit/config/settings.js'
import { readInstead } from '../../kit/config/yaml/file.js'
import { toPrimary } from '../../kit/process/ipc.js'
import { Decider } from './decider.js'
import type { DecidingParams, HeldConfiguration } from './decisions.js'
import type { Documents } from './engine-double.js'
import type { RecordedRequest } from './recorder.js'
import { openTrial } from './trial.js'

/**
 * A process that decides requests by one configuration, for `replay`. It is told all by IPC, and
 * ends with its parent.
 */

/** The parent: `load`. */
type ReplayLoad = HeldConfiguration & { documents: Documents }

let decider: Decider
const primary = toPrimary()

primary.handle('load', async ({ files, variables, documents }: ReplayLoad) => {
  const configDir = requiredSetting('CONFIG_DIR')
  readInstead(configDir, files.texts)
  const options = { isChecked: true, documents }
  decider = new Decider(await openTrial(configDir, (name) => variables[name], options))
})
primary.handle('decide', (requests: readonly RecordedRequest[]) => decider.decide(requests))
primary.handle('params', (params: readonly DecidingParams[]) => decider.describe(params))
process.once('disconnect', () => process.exit(0))

import { requiredSetting } from '../../kit/config/settings.js'
import { readInstead } from '../../kit/config/yaml/file.js'
import { toPrimary } from '../../kit/process/worker.js'
import type { DeciderFacts } from '../decisions/compared.js'
import type { DecidingRule } from '../decisions/flip.js'
import type { Shape } from '../decisions/shape.js'
import type { Documents, Files, Variables } from '../worker/messages.js'
import { TrialDecider } from './decision.js'
import { openTrial } from './trial.js'

/**
 * A process that decides requests by one configuration, for `gateway/primary/replay.ts`. It is told
 * all by IPC, and ends with its parent.
 */

/** The parent: `load`. */
interface ReplayLoad {
  texts: Files['texts']
  variables: Variables
  documents: Documents
}

let trial: TrialDecider
const primary = toPrimary()

primary.handle(
  'load',
  async ({ texts, variables, documents }: ReplayLoad): Promise<DeciderFacts> => {
    const configDir = requiredSetting('CONFIG_DIR')
    readInstead(configDir, texts)
    const options = { isChecked: true, documents }
    trial = new TrialDecider(await openTrial(configDir, (name) => variables[name], options))
    return trial.facts
  },
)
primary.handle('decide', (shapes: readonly Shape[]) => trial.decide(shapes))
primary.handle('places', (rules: readonly DecidingRule[]) => trial.placesOf(rules))
process.once('disconnect', () => process.exit(0))

import type { DecidingRule, Decision } from '../gateway/decisions/flip.js'
import type { Shape } from '../gateway/decisions/shape.js'
import type { Files, Variables } from '../gateway/worker/messages.js'
import { requiredSetting } from '../kit/config/settings.js'
import { readInstead } from '../kit/config/yaml/file.js'
import { toPrimary } from '../kit/process/worker.js'
import { NamedDecisions } from './decision.js'
import { openTrial, type TrialGateway } from './gateway.js'

/**
 * A process that decides requests by one configuration, for `gateway/primary/replay.ts`. It is told
 * all by IPC, and ends with its parent.
 */

/** The parent: `load`. */
export interface ReplayLoad {
  files: Pick<Files, 'texts' | 'templates'>
  variables: Variables
}

let trial: TrialGateway
let named: NamedDecisions
const primary = toPrimary()

primary.handle(
  'load',
  async ({ files, variables }: ReplayLoad): Promise<{ notJudged: string[] }> => {
    const configDir = requiredSetting('CONFIG_DIR')
    readInstead(configDir, files.templates)
    const options = { texts: files.texts, isChecked: true }
    trial = await openTrial(configDir, (name) => variables[name], options)
    named = new NamedDecisions(trial.loaded.config.gateway)
    return { notJudged: named.notJudged() }
  },
)
primary.handle('decide', async (shapes: readonly Shape[]): Promise<Decision[]> => {
  const decisions: Decision[] = []
  for (const shape of shapes) decisions.push(named.of(await trial.decide(shape)))
  return decisions
})
primary.handle('places', (rules: readonly DecidingRule[]): (string | null)[] =>
  rules.map((rule) => named.placeOf(rule) ?? null),
)
process.once('disconnect', () => process.exit(0))

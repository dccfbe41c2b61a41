import type { ReloadEffects, ReloadOptions, ReloadRefusal } from '../admin/reload.js'
import { compare } from '../comparison/compare.js'
import type { ReplayReport } from '../decisions/flip.js'
import { percent } from '../decisions/report.js'
import type { ActiveConfig } from '../worker/messages.js'

/** Makes the kept decisions again, by each of two configurations. */
export type ReplayDecisions = (before: ActiveConfig, after: ActiveConfig) => Promise<ReplayReport>

/** More decisions would change than the operator wants, or it is not known how many. */
class TooManyFlips extends Error {
  readonly effects: ReloadEffects

  constructor(message: string, effects: ReloadEffects) {
    super(message)
    this.effects = effects
  }
}

/**
 * What a configuration does in place of another one.
 * @param replay Absent: no decisions are kept.
 * @throws TooManyFlips for more than `refuseAbove`.
 */
export async function effectsOf(
  before: ActiveConfig,
  after: ActiveConfig,
  { dry, refuseAbove }: ReloadOptions,
  replay?: ReplayDecisions,
): Promise<ReloadEffects> {
  const asks = dry || refuseAbove !== undefined
  const effects = {
    changes: compare(before.meaning, after.meaning),
    ...(asks && replay && (await replayed(() => replay(before, after)))),
  }
  const excess = refuseAbove === undefined ? undefined : excessOf(effects, refuseAbove)
  if (excess !== undefined) throw new TooManyFlips(excess, effects)
  return effects
}

/** A replay that fails leaves the comparison. */
async function replayed(
  replay: () => Promise<ReplayReport>,
): Promise<Pick<ReloadEffects, 'replay' | 'notReplayed'>> {
  try {
    return { replay: await replay() }
  } catch (error) {
    return { notReplayed: (error as Error).message }
  }
}

function excessOf(
  { replay, notReplayed }: Partial<ReloadEffects>,
  refuseAbove: number,
): string | undefined {
  if (notReplayed !== undefined) return notReplayed
  if (!replay)
    return 'no decisions are kept to replay: set DECISIONS=on, or give no share to refuse above'
  const { flipped, requests } = replay
  if (flipped <= refuseAbove * requests) return undefined
  return (
    `${flipped} of ${requests} decisions would change, more than ${percent(refuseAbove)}: ` +
    'correct the configuration, or allow a larger share'
  )
}

/** Why an attempt has failed. */
export function refusalOf(error: unknown): ReloadRefusal {
  const { message: refused } = error as Error
  if (!(error instanceof TooManyFlips)) return { refused, field: 'configuration' }
  return { refused, field: 'refuseAbove', ...error.effects }
}

/** Why there is nothing to return to. */
export const noEarlier =
  'no configuration was in force before: nothing was reloaded since the start'

/** What the operator has to know of a return to a configuration. @param isBack From the files. */
export function notesOn(wanted: ActiveConfig, loaded: ActiveConfig, isBack: boolean): string[] {
  const files = Object.keys(wanted.code).filter((path) => wanted.code[path] !== loaded.code[path])
  return [
    ...(isBack ? ['The files say something else: a restart or the next reload takes them.'] : []),
    ...(files.length > 0
      ? [`The code of own policies is as on the disk: ${files.join(', ')}.`]
      : []),
  ]
}

/** Whether two configurations are the same to all workers. */
export function isSame(one: ActiveConfig, other: ActiveConfig): boolean {
  const contents = ({ files, variables, code }: ActiveConfig) => [files, variables, code]
  return JSON.stringify(contents(one)) === JSON.stringify(contents(other))
}

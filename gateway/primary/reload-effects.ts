import { switchSetting } from '../../kit/config/settings.js'
import type { ReloadOptions, ReloadRefusal } from '../admin/reload.js'
import type { ReplayReport } from '../lab/decisions.js'
import type { Documents } from '../lab/engine-double.js'
import type { RecordedRequest } from '../lab/recorder.js'
import { type Effects, formatPercent } from '../lab/report.js'
import type { ActiveConfig } from '../worker/messages.js'
import type { WorkerProcess } from './worker-process.js'

/** Decides what the workers have recorded, by each of two configurations. */
export type Replay = (before: ActiveConfig, after: ActiveConfig) => Promise<ReplayReport>

/** More requests would be decided otherwise than the operator wants, or it is not known how many. */
class TooManyFlips extends Error {
  readonly effects: Effects

  constructor(message: string, effects: Effects) {
    super(message)
    this.effects = effects
  }
}

/**
 * What a configuration does in place of another one.
 * @param replay Absent: nothing is recorded.
 * @throws TooManyFlips for more than `refuseAbove`.
 */
export async function effectsOf(
  before: ActiveConfig,
  after: ActiveConfig,
  { dry, refuseAbove }: ReloadOptions,
  replay?: Replay,
): Promise<Effects> {
  const { digest } = before.verdict
  const isEqual = digest !== undefined && digest === after.verdict.digest && isSame(before, after)
  // with YAML, which nothing else here reads: a start does not need it
  const compare = async () => (await import('../lab/compare.js')).compare
  const asks = dry || refuseAbove !== undefined
  const effects = {
    changes: isEqual ? [] : (await compare())(before.meaning, after.meaning),
    ...(asks && replay && (await replayed(() => replay(before, after)))),
  }
  const excess = refuseAbove === undefined ? undefined : excessOf(effects, refuseAbove)
  if (excess !== undefined) throw new TooManyFlips(excess, effects)
  return effects
}

/** How long a worker may take to answer, in milliseconds. */
const withinMs = 5000

/** What has workers that record: the primary. */
interface Recording {
  readonly workers: readonly WorkerProcess[]
  readonly serving: WorkerProcess | undefined
}

/** Replays what the workers have recorded until now; undefined with DECISIONS=off. */
export function replayOf(primary: Recording): Replay | undefined {
  if (!switchSetting('DECISIONS')) return undefined
  return async (before, after) => {
    const asked = primary.workers.map(({ ipc }) =>
      ipc.request<RecordedRequest[]>('recorded', {}, { withinMs }).catch(() => []),
    )
    const { replay } = await import('../lab/replay.js')
    const documents = await primary.serving?.ipc.request<Documents>('documents', {}, { withinMs })
    return replay(before, after, (await Promise.all(asked)).flat(), documents)
  }
}

/** A replay that fails leaves the comparison. */
async function replayed(
  replay: () => Promise<ReplayReport>,
): Promise<Pick<Effects, 'replay' | 'notReplayed'>> {
  try {
    return { replay: await replay() }
  } catch (error) {
    return { notReplayed: (error as Error).message }
  }
}

function excessOf(
  { replay, notReplayed }: Partial<Effects>,
  refuseAbove: number,
): string | undefined {
  if (notReplayed !== undefined) return notReplayed
  if (!replay)
    return 'no requests are recorded to replay: set DECISIONS=on, or give no share to refuse above'
  const { flipped, requests } = replay
  if (flipped <= refuseAbove * requests) return undefined
  return (
    `${flipped} of ${requests} requests would be decided otherwise, more than ` +
    `${formatPercent(refuseAbove)}: ` +
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

import { SupervisedChild } from '../../kit/process/supervised-child.js'
import { compared, type Decider, type DeciderFacts } from '../decisions/compared.js'
import type { DecidingRule, Decision, ReplayReport } from '../decisions/flip.js'
import type { Decisions } from '../decisions/kept-decisions.js'
import type { Recorded } from '../decisions/recorder.js'
import type { KeptShape, Shape } from '../decisions/shape.js'
import type { ActiveConfig, Documents } from '../worker/messages.js'
import type { ReplayDecisions } from './reload-effects.js'
import type { WorkerProcess } from './worker-process.js'

/** What the primary holds of a configuration. */
type HeldConfiguration = Pick<ActiveConfig, 'files' | 'variables'>

const entryPoint = new URL('../lab/replay-process.js', import.meta.url)

/** What has recorded decisions: the primary. */
interface Recording {
  readonly decisions: Pick<Decisions, 'isOn' | 'add' | 'kept'>
  readonly workers: readonly WorkerProcess[]
  readonly serving: WorkerProcess | undefined
}

/** How long a worker may take to answer. */
const withinMs = 5000

/** Replays what was recorded until now; undefined where nothing is. */
export function keptReplay(primary: Recording): ReplayDecisions | undefined {
  const { decisions } = primary
  if (!decisions.isOn) return undefined
  return async (before, after) => {
    const handedOver = primary.workers.map(async ({ ipc }) => {
      decisions.add(await ipc.request<Recorded>('decisions', {}, { withinMs }))
    })
    await Promise.allSettled(handedOver) // one that ends has handed over what it had
    const documents = await primary.serving?.ipc.request<Documents>('documents', {}, { withinMs })
    return replay(before, after, decisions.kept(), documents)
  }
}

/** How long a replay may take, with the start of its processes. */
const deadlineMs = 30_000

/** A process that decides requests by one configuration. */
class ReplayChild extends SupervisedChild implements Decider {
  readonly facts: Promise<DeciderFacts>

  constructor({ files: { texts }, variables }: HeldConfiguration, documents: Documents) {
    super(entryPoint, {})
    this.facts = this.ipc.request('load', { texts, variables, documents })
    this.facts.catch(() => undefined) // told by whoever waits for it
  }

  async decide(shapes: readonly Shape[]): Promise<Decision[]> {
    await this.facts
    return this.ipc.request('decide', shapes)
  }

  placesOf(rules: readonly DecidingRule[]): Promise<(string | null)[]> {
    return this.ipc.request('places', rules)
  }
}

/**
 * Decides kept requests by two configurations, each in a process of its own, and compares: what was
 * recorded may also be due to the engine, or to counters.
 * @param documents What a worker knows of the engine: its answer to `documents`.
 * @throws Error `not replayed: …` when a process fails, or takes longer than 30 s.
 */
export async function replay(
  before: HeldConfiguration,
  after: HeldConfiguration,
  kept: readonly KeptShape[],
  documents: Documents = {},
): Promise<ReplayReport> {
  const children = [new ReplayChild(before, documents), new ReplayChild(after, documents)] as const
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    for (const child of children) child.kill()
  }, deadlineMs)
  try {
    return await compared(...children, kept)
  } catch (error) {
    const reason = isLate ? `it took longer than ${deadlineMs / 1000} s` : (error as Error).message
    throw new Error(`not replayed: ${reason}`)
  } finally {
    clearTimeout(deadline)
    for (const child of children) child.kill()
  }
}

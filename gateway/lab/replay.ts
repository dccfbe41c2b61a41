import { programUrl } from '../../kit/process/product-folder.js'
import { SupervisedChild } from '../../kit/process/supervised-child.js'
import {
  compareDecisions,
  type Decides,
  type DecidingParams,
  type Decision,
  type Described,
  type HeldConfiguration,
  type ReplayReport,
} from './decisions.js'
import type { Documents } from './engine-double.js'
import type { RecordedRequest } from './recorder.js'

const entryPoint = programUrl('gateway/lab/replay-process.js')

/** How long the processes may take to start, and then to decide, in milliseconds each. */
const deadlineMs = 30_000

/** A process that decides requests by one configuration. */
class ReplayProcess extends SupervisedChild implements Decides {
  readonly ready: Promise<unknown>

  constructor({ files: { texts }, variables }: HeldConfiguration, documents: Documents) {
    super(entryPoint, {})
    this.ready = this.ipc.request('load', { files: { texts }, variables, documents })
    this.ready.catch(() => undefined) // told by whoever waits for it
  }

  decide(requests: readonly RecordedRequest[]): Promise<Decision[]> {
    return this.ipc.request('decide', requests)
  }

  describe(params: readonly DecidingParams[]): Promise<Described[][]> {
    return this.ipc.request('params', params)
  }
}

/**
 * Decides recorded requests by two configurations, each in a process of its own, and compares: what
 * was decided when they came may also be due to the engine, or to counters.
 * @param documents How many each index family has.
 * @throws Error `not replayed: …` when a process fails, or takes too long.
 */
export async function replay(
  before: HeldConfiguration,
  after: HeldConfiguration,
  requests: readonly RecordedRequest[],
  documents: Documents = {},
): Promise<ReplayReport> {
  const processes = [
    new ReplayProcess(before, documents),
    new ReplayProcess(after, documents),
  ] as const
  const [old, now] = processes
  let isLate = false
  const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    const deadline = setTimeout(() => {
      isLate = true
      for (const one of processes) one.kill()
    }, deadlineMs)
    return work.finally(() => clearTimeout(deadline))
  }
  try {
    await inTime(Promise.all([old.ready, now.ready]))
    return await inTime(compareDecisions(old, now, requests))
  } catch (error) {
    const reason = isLate ? `it took longer than ${deadlineMs / 1000} s` : (error as Error).message
    throw new Error(`not replayed: ${reason}`)
  } finally {
    for (const one of processes) one.kill()
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyRead } from '../../kit/api/body.js'
import { switchSetting } from '../../kit/config/settings.js'
import { log } from '../../kit/log/log.js'
import type { Ipc } from '../../kit/process/ipc.js'
import { findContext } from '../../plugins/kit/context.js'
import { knownIn } from './known.js'
import { Masking } from './masking.js'
import { type CountedText, longestShape, Ring, wholeRing } from './ring.js'

const secondMs = 1000

/**
 * Requests that a worker records in a second in the long run: in a minute as many as are kept, which
 * may come all at once. So recording has its bounds, however busy the gateway is.
 */
const eachSecond = Math.ceil(wholeRing.decisions / 60)

/** Decisions of a worker since it last handed them over. */
export interface Recorded {
  texts: readonly CountedText[]
  tooLong: number
}

/** Records the decisions of a worker as shapes, and hands them over to the primary. */
export class Recorder {
  readonly #masking: Masking
  /** Until it is handed over, each second. */
  readonly #ring = new Ring(wholeRing)
  readonly #primary: Ipc
  readonly #timer: NodeJS.Timeout
  #left = wholeRing.decisions
  #hasFailed = false

  constructor(known: ReturnType<typeof knownIn>, primary: Ipc) {
    this.#masking = new Masking(known)
    this.#primary = primary
    this.#timer = setInterval(() => this.#handOver(), secondMs).unref()
  }

  /** Records a request when it has ended. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    if (this.#left === 0) return
    this.#left--
    res.once('close', () => this.#record(req, res))
  }

  /** Resolves when the primary has all. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#primary.request('decisions', this.take(), { withinMs: secondMs })
  }

  #record(req: IncomingMessage, res: ServerResponse): void {
    const context = findContext(req)
    if (!context || !res.headersSent) return // of a client that has gone nothing was decided
    if ((bodyRead(req)?.length ?? 0) > longestShape) return void this.#ring.tooLong++
    try {
      this.#ring.add(JSON.stringify(this.#masking.shapeOf(req, res, context)))
    } catch (err) {
      if (!this.#hasFailed) log.error({ err }, 'a decision cannot be recorded')
      this.#hasFailed = true
    }
  }

  #handOver(): void {
    this.#left = Math.min(this.#left + eachSecond, wholeRing.decisions)
    if (this.#ring.hasNews || this.#ring.tooLong > 0)
      void this.#primary.notify('decisions', this.take())
  }

  /** What the primary has not got. */
  take(): Recorded {
    const { tooLong } = this.#ring
    this.#ring.tooLong = 0
    return { texts: this.#ring.take(), tooLong }
  }
}

/** The recorder of a worker; undefined where decisions are not kept. */
export function recorderOf(
  config: Parameters<typeof knownIn>[0],
  primary: Ipc,
): Recorder | undefined {
  return switchSetting('DECISIONS') ? new Recorder(knownIn(config), primary) : undefined
}

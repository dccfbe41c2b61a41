import { isObject } from '../../kit/config/objects.js'
import type { SearchRequest } from '../kit/context.js'
import type { Asking } from '../kit/engine/call.js'
import type { Engine, RawAnswer } from '../kit/engine/engine.js'
import { EngineFailure } from '../kit/engine/failure.js'
import { openPointInTimePath, pointInTimeSearchPath } from '../kit/engine/paths.js'
import { toRefusal } from '../kit/engine/refusal.js'

/**
 * The state of some indices, which the engine keeps until it is closed or no page was asked for
 * within its keep-alive.
 */
export class PointInTime {
  readonly #engine: Engine
  readonly #keepAlive: string
  /** JSON of its id, which may change with each page. */
  #id: string

  private constructor(engine: Engine, keepAlive: string, id: string) {
    this.#engine = engine
    this.#keepAlive = keepAlive
    this.#id = id
  }

  /** @throws EngineFailure; ApiError VALIDATION_ERROR for an index that does not exist. */
  static async open(
    engine: Engine,
    request: SearchRequest,
    keepAlive: string,
    asking: Asking,
  ): Promise<PointInTime> {
    const { index } = request
    const path = openPointInTimePath(index, keepAlive)
    const operation = 'open_point_in_time'
    const raw = await engine.ask({ operation, index, method: 'POST', path, body: '' }, asking)
    try {
      if (raw.status !== 200) throw toRefusal(raw.status, raw.bytes.toString(), request)
      return new PointInTime(engine, keepAlive, JSON.stringify(parseId(raw.bytes)))
    } finally {
      raw.end()
    }
  }

  /** Searches it. @param members JSON members of the body. @throws EngineFailure */
  search(members: string, asking: Asking): Promise<RawAnswer> {
    const pit = `{"id":${this.#id},"keep_alive":"${this.#keepAlive}"}`
    const body = `{"pit":${pit},${members}}`
    const path = pointInTimeSearchPath
    return this.#engine.ask({ operation: 'search', method: 'POST', path, body }, asking)
  }

  /** @param id JSON of the id that a page has returned. */
  goOnAs(id: string | undefined): void {
    this.#id = id ?? this.#id
  }

  /** @throws EngineFailure: then it ends with its keep-alive. */
  async close(asking: Asking): Promise<void> {
    const body = `{"id":${this.#id}}`
    const call = { method: 'DELETE', path: '/_pit', body } as const
    const raw = await this.#engine.ask({ operation: 'close_point_in_time', ...call }, asking)
    raw.end()
  }
}

function parseId(bytes: Buffer): string {
  try {
    const answer: unknown = JSON.parse(bytes.toString())
    if (isObject(answer) && typeof answer.id === 'string') return answer.id
  } catch {}
  throw new EngineFailure('unreadable_response')
}

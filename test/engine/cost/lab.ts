import { setTimeout as sleep } from 'node:timers/promises'
import { families } from '../../../loader/record/format.js'
import { type LoadTarget, openTarget } from '../../../loader/write/target.js'
import { isAlive } from '../../support/is-alive.js'
import { until } from '../../support/until.js'
import { fill } from '../families.js'
import { ElasticsearchNode } from '../node/node.js'
import { cpuSince, heapAlive, heapUsed, threadTimes } from './gauge.js'
import { organizationsOf } from './organizations.js'

/** What one search did to the node. */
export interface Measured {
  /** `ok`, the engine's error type and reason, `cancelled` after the deadline, or `died`. */
  outcome: string
  /** Seconds of CPU, collection of garbage included, compilation not. */
  cpu: number
  /** Greatest heap in use above what lived before, in MiB. */
  heap: number
}

export interface MeasureOptions {
  /** Milliseconds after which the connection is closed, which cancels the search. */
  deadline?: number
  /** What is told of the heap: what is in use, or what lives, which takes longer to measure. */
  heap?: 'used' | 'alive'
}

/**
 * A small young generation keeps the heap in use near to what lives; the node ends when memory
 * does, as in production.
 */
const javaOptions = [
  '-Xmn96m',
  '-XX:TieredStopAtLevel=4',
  '-XX:+StartAttachListener',
  '-XX:+ExitOnOutOfMemoryError',
]

/** A real node with organizations, caches off, on which single searches are measured. */
export class Lab {
  readonly #node = new ElasticsearchNode(1024, javaOptions)
  target!: LoadTarget

  get #pid(): number {
    const { pid } = this.#node
    if (pid === undefined) throw new Error('the node does not run')
    return pid
  }

  async start(): Promise<this> {
    await this.#node.start()
    this.target = openTarget(this.#node.url, {})
    await fill(this.target, await organizationsOf(22_000))
    const settings = {
      index: { 'requests.cache.enable': false, 'queries.cache.enabled': false },
    }
    for (const { index } of families) {
      await this.#must('POST', `/${index}/_forcemerge?max_num_segments=1`)
      await this.#must('POST', `/${index}/_close`)
      await this.#must('PUT', `/${index}/_settings`, settings)
      await this.#must('POST', `/${index}/_open`)
    }
    await this.#untilGreen()
    return this
  }

  async stop(): Promise<void> {
    await this.target?.close()
    await this.#node.stop()
  }

  /** Runs one search, and waits until the node has done with it; a dead node is started again. */
  async measure(index: string, body: object, options: MeasureOptions = {}): Promise<Measured> {
    const { deadline = 30_000, heap } = options
    const pid = this.#pid
    const lived = heap ? await heapAlive(pid) : 0
    const before = threadTimes(pid)
    const done = new AbortController()
    const watching = heap ? greatestHeap(pid, heap, done.signal) : Promise.resolve(0)
    const outcome = await this.#post(index, body, deadline)
    const isOver = outcome === 'ok' || (await this.#isSettled(outcome))
    done.abort()
    const greatest = await watching
    if (!isOver) {
      await this.#node.kill()
      await this.#node.start()
      await this.#untilGreen()
      return { outcome: 'died', cpu: Number.POSITIVE_INFINITY, heap: Number.POSITIVE_INFINITY }
    }
    return { outcome, cpu: cpuSince(pid, before), heap: Math.max(0, greatest - lived) }
  }

  /** Waits until no search runs. @returns whether the node is still there */
  async #isSettled(outcome: string): Promise<boolean> {
    if (outcome !== 'died' && outcome !== 'cancelled') return true
    const isIdle = async () => {
      const { body } = await this.target.send('GET', '/_tasks?actions=*search*')
      const { nodes } = body as { nodes: Record<string, { tasks: object }> }
      return Object.values(nodes).every(({ tasks }) => Object.keys(tasks).length === 0)
    }
    const isOver = () => isIdle().catch(() => !isAlive(this.#pid))
    await until(isOver, { withinMs: 180_000, everyMs: 100 })
    return isAlive(this.#pid)
  }

  async #must(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<void> {
    const answer = await this.target.send(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  }

  #untilGreen(): Promise<void> {
    return this.#must('GET', '/_cluster/health?wait_for_status=green&timeout=60s')
  }

  async #post(index: string, body: object, deadline: number): Promise<string> {
    const path = `${encodeURIComponent(index)}/_search?request_cache=false&allow_no_indices=true`
    try {
      const response = await fetch(`${this.target.url}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(deadline),
      })
      const head = (await response.text()).slice(0, 2000)
      if (/"timed_out":true/.test(head)) return 'timed_out'
      if (response.status === 200 && /"failed":0/.test(head)) return 'ok'
      const cause = /"type":"([a-z_]+)","reason":"([^"]{0,160})/.exec(head)
      return cause ? `${cause[1]}: ${cause[2]}` : `status ${response.status}`
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'cancelled' : 'died'
    }
  }
}

async function greatestHeap(
  pid: number,
  heap: 'used' | 'alive',
  signal: AbortSignal,
): Promise<number> {
  let greatest = 0
  while (!signal.aborted) {
    const told = (heap === 'alive' ? heapAlive : heapUsed)(pid)
    // too busy to answer, or gone
    greatest = Math.max(greatest, await told.catch(() => 0))
    await sleep(heap === 'alive' ? 150 : 50)
  }
  return greatest
}

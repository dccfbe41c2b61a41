import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { families, type Organization } from '../../../loader/format.js'
import { type LoadTarget, openTarget } from '../../../loader/target.js'
import { isAlive } from '../../support/is-alive.js'
import { fill } from '../families.js'
import { ElasticsearchNode } from '../node/node.js'
import { cpuSince, heapAlive, heapUsed, threadTimes } from './gauge.js'
import { anyNumberOf } from './organizations.js'

const entities = 'organization-entity'

/** How the lab is set up. */
export interface LabOptions {
  /** Folder of the real extracts. */
  data: string
  /** Organizations of each index. */
  documents?: number
  /** Indices of each family, all alike. */
  copies?: number
  heapMb?: number
  /** Folder that keeps the data of the node for the next lab. */
  home?: string | undefined
}

/** What one query did to the node. */
export interface Measured {
  /** `ok`, the engine's error type, `cancelled` after our deadline, or `died`. */
  outcome: string
  /** Seconds of CPU, collection of garbage included, compilation not. */
  cpu: number
  garbage: number
  wall: number
  /**
   * Greatest heap in use above what lived before, in MiB: garbage of up to the young generation
   * included.
   */
  heap: number
  /** Greatest that the `request` breaker counted, in MiB (sampled). */
  breaker: number
  /** Bytes of the answer. */
  bytes: number
  total?: number
  /** Longest that a plain search took meanwhile, in ms; only with `probe`. */
  others?: number
}

export interface MeasureOptions {
  /** Milliseconds after which the connection is closed, which cancels the search. */
  deadline?: number
  /** Whether to look at the heap while it runs, and to collect garbage before. */
  heap?: boolean
  /** Whether to collect garbage again and again while it runs, so that `heap` is what lives. */
  alive?: boolean
}

/** Organizations loaded between two collections of garbage. */
const stretch = 20_000

/** Milliseconds that a cancelled search may go on before its node is ended. */
const patience = 180_000

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

/** One real node with the organizations, caches off, on which single queries are measured. */
export class Lab {
  readonly #options: LabOptions & Required<Omit<LabOptions, 'home'>>
  #node: ElasticsearchNode
  /**
   * As a gateway asks: a connection of its own for each search would cost the node as much as a
   * small search.
   */
  readonly #agent = new Agent({ keepAlive: true })
  target!: LoadTarget
  /** How often the node had to be started again. */
  deaths = 0

  constructor(options: LabOptions) {
    const { documents = 22_000 } = options
    const heapMb = documents > 100_000 ? 3072 : 1024 // as operators give a register of this size
    this.#options = { documents, copies: 1, heapMb, ...options }
    this.#node = new ElasticsearchNode(this.#options.heapMb, javaOptions, options.home)
  }

  get pid(): number {
    const { pid } = this.#node
    if (pid === undefined) throw new Error('the node does not run')
    return pid
  }

  async start(): Promise<this> {
    const { data, documents } = this.#options
    await this.#node.start()
    this.target = openTarget(this.#node.url, {})
    const held = await this.#held()
    if (held < documents) {
      await fill(
        this.target,
        this.#collecting(anyNumberOf(data, documents, Math.max(0, held - 500))),
      )
      await this.#settle()
    }
    await this.#ready()
    return this
  }

  /** The same organizations, with garbage collected in between. */
  async *#collecting(organizations: AsyncIterable<Organization>): AsyncGenerator<Organization> {
    let given = 0
    for await (const organization of organizations) {
      if (++given % stretch === 0) await this.collect()
      yield organization
    }
  }

  /** Organizations that an earlier lab has left. */
  async #held(): Promise<number> {
    await this.target.send('POST', `/${entities}/_refresh`)
    const { body } = await this.target.send('GET', `/${entities}/_count`)
    return (body as { count?: number }).count ?? 0
  }

  /** One segment for each index, and no caches. */
  async #settle(): Promise<void> {
    const { copies } = this.#options
    for (const { index } of families) {
      await this.must('POST', `/${index}/_forcemerge?max_num_segments=1`)
      await this.must('POST', `/${index}/_flush`)
      await this.must('POST', `/${index}/_close`)
      const caches = {
        'requests.cache.enable': false,
        'queries.cache.enabled': false,
        'blocks.write': true,
      }
      await this.must('PUT', `/${index}/_settings`, { index: caches })
      await this.must('POST', `/${index}/_open`)
      for (let n = 2; n <= copies; n++) {
        await this.must(
          'POST',
          `/${index}/_clone/${index.replace(/\d+$/, String(n).padStart(6, '0'))}`,
        )
      }
    }
  }

  async stop(): Promise<void> {
    await this.target?.close()
    this.#agent.destroy()
    await this.#node.stop()
  }

  async must(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<unknown> {
    const answer = await this.target.send(method, path, body && JSON.stringify(body))
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /**
   * CPU seconds of one query: the least of three averages, each over as many runs as a third of
   * `atLeast` seconds of CPU takes; after runs to warm up.
   * @throws Error with the engine's reason when the query fails.
   */
  async cpuOf(index: string, body: object, atLeast = 0.12, mostRuns = 20): Promise<number> {
    const first = await this.measure(index, body)
    if (first.outcome !== 'ok') throw new Error(first.outcome)
    if (first.cpu > 1) return first.cpu
    const runs = Math.max(1, Math.min(mostRuns, Math.ceil(atLeast / 3 / Math.max(first.cpu, 1e-4))))
    let least = first.cpu
    for (let round = 0; round < 3; round++)
      least = Math.min(least, await this.averageOf(index, body, runs))
    return least
  }

  /**
   * CPU seconds of one of this many runs in a row, on average.
   * @throws Error with the engine's reason when a run fails: a refusal would count as a fast
   * answer.
   */
  async averageOf(index: string, body: object, runs: number): Promise<number> {
    const before = threadTimes(this.pid)
    for (let i = 0; i < runs; i++) {
      const { outcome } = await this.#post(index, body, 60_000)
      if (outcome !== 'ok') throw new Error(outcome)
    }
    return cpuSince(this.pid, before).work / runs
  }

  /**
   * Collects garbage: with a plain collector the old generation fills up to where the node refuses
   * every search.
   */
  async collect(): Promise<void> {
    await heapAlive(this.pid)
  }

  /**
   * Runs one query, and waits until the node has done with it; after a crash the node is started
   * again.
   */
  async measure(index: string, body: object, options: MeasureOptions = {}): Promise<Measured> {
    const { deadline = 30_000, heap = false, alive = false } = options
    const { pid } = this
    const lived = heap || alive ? await heapAlive(pid) : 0
    const before = threadTimes(pid)
    const startedAt = performance.now()
    const peaks = { heap: 0, breaker: 0 }
    const done = new AbortController()
    const watching = heap || alive ? this.#watch(pid, peaks, alive, done.signal) : undefined
    const answer = await this.#post(index, body, deadline)
    const gone =
      answer.outcome === 'died' || answer.outcome === 'cancelled' ? await this.#settled() : false
    done.abort()
    await watching
    const wall = (performance.now() - startedAt) / 1000
    if (gone) {
      await this.#revive()
      return {
        ...answer,
        outcome: 'died',
        cpu: Number.NaN,
        garbage: Number.NaN,
        wall,
        heap: 1e6,
        breaker: peaks.breaker,
      }
    }
    const { work, garbage } = cpuSince(pid, before)
    return {
      ...answer,
      cpu: work,
      garbage,
      wall,
      heap: Math.max(0, peaks.heap - lived),
      breaker: peaks.breaker,
    }
  }

  async #watch(
    pid: number,
    peaks: { heap: number; breaker: number },
    alive: boolean,
    signal: AbortSignal,
  ) {
    while (!signal.aborted) {
      try {
        peaks.heap = Math.max(peaks.heap, await (alive ? heapAlive(pid) : heapUsed(pid)))
        const { body } = await this.target.send('GET', '/_nodes/stats/breaker')
        const [node] = Object.values((body as Breakers).nodes)
        peaks.breaker = Math.max(
          peaks.breaker,
          node!.breakers.request.estimated_size_in_bytes / 2 ** 20,
        )
      } catch {
        // too busy to answer, or gone
      }
      await sleep(alive ? 150 : 50)
    }
  }

  /** Waits until no search is left. @returns whether the node is gone. */
  async #settled(): Promise<boolean> {
    const until = performance.now() + patience
    while (performance.now() < until) {
      try {
        const { body } = await this.target.send('GET', '/_tasks?actions=*search*&detailed=false')
        const nodes = Object.values((body as { nodes: Record<string, { tasks: object }> }).nodes)
        if (nodes.every(({ tasks }) => Object.keys(tasks).length === 0)) return false
      } catch {
        if (!isAlive(this.pid)) return true
      }
      await sleep(100)
    }
    return true
  }

  async #revive(): Promise<void> {
    this.deaths++
    await this.#node.kill()
    await this.#node.start()
    await this.#ready()
  }

  async #ready(): Promise<void> {
    await this.must(
      'GET',
      '/_cluster/health?wait_for_status=green&wait_for_no_initializing_shards=true&timeout=60s',
    )
  }

  #post(
    index: string,
    body: object,
    deadline: number,
  ): Promise<Pick<Measured, 'outcome' | 'bytes' | 'total'>> {
    return new Promise((resolve) => {
      const url = `${this.target.url}/${encodeURIComponent(index)}/_search?request_cache=false&allow_no_indices=true`
      const call = request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        agent: this.#agent,
      })
      const end = (outcome: string) => {
        clearTimeout(timer)
        call.destroy()
        resolve({ outcome, bytes: 0 })
      }
      const timer = setTimeout(() => end('cancelled'), deadline)
      call.on('error', () => end('died'))
      call.on('response', (answer) => {
        let [bytes, head] = [0, '']
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (head.length < 2000) head += chunk.toString()
        })
        answer.on('error', () => end('died'))
        answer.on('end', () => {
          clearTimeout(timer)
          const total = Number(/"total":\{"value":(\d+)/.exec(head)?.[1])
          const isWhole =
            answer.statusCode === 200 && /"failed":0/.test(head) && !/"timed_out":true/.test(head)
          const cause = /"type":"([a-z_]+)","reason":"([^"]{0,160})/.exec(head)
          const outcome = isWhole
            ? 'ok'
            : cause
              ? `${cause[1]}: ${cause[2]}`
              : `status ${answer.statusCode}`
          resolve({ outcome: /"timed_out":true/.test(head) ? 'timed_out' : outcome, bytes, total })
        })
      })
      call.end(JSON.stringify(body))
    })
  }
}

interface Breakers {
  nodes: Record<string, { breakers: { request: { estimated_size_in_bytes: number } } }>
}

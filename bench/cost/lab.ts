import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleOrganizations } from '../../dev/samples/organizations.js'
import type { Organization } from '../../directory/fields/organization.js'
import { families } from '../../directory/loader/record/format.js'
import { type LoadTarget, openTarget } from '../../directory/loader/write/target.js'
import { organizations } from '../../test/engine/differential/corpus.js'
import { fill } from '../../test/engine/families.js'
import { ElasticsearchNode } from '../../test/engine/node/node.js'

/** What one search did to the node. */
export interface Measured {
  /** `ok`, the engine's error type, or `cancelled` after the deadline. */
  outcome: string
  /** Seconds of CPU, collection of garbage included, compilation not. */
  cpu: number
  /** Greatest heap in use above what lived before, in MiB: what no collection has taken counts. */
  heap: number
}

/** A small young generation keeps the heap in use near to what lives. */
const javaOptions = ['-Xmn64m', '-XX:TieredStopAtLevel=4', '-XX:+StartAttachListener']

/** A real node with organizations, caches off, on which single searches are measured. */
export class Lab {
  readonly #node = new ElasticsearchNode(1024, javaOptions)
  target!: LoadTarget

  /** @param documents How many organizations: real ones of the folder ORGANIZATIONS. */
  async start(documents: number): Promise<this> {
    await this.#node.start()
    this.target = openTarget(this.#node.url, {})
    await fill(this.target, await completedOrganizations(documents))
    const off = { index: { 'requests.cache.enable': false, 'queries.cache.enabled': false } }
    for (const { index } of families) {
      await this.#must('POST', `/${index}/_forcemerge?max_num_segments=1`)
      await this.#must('POST', `/${index}/_close`)
      await this.#must('PUT', `/${index}/_settings`, off)
      await this.#must('POST', `/${index}/_open`)
    }
    await this.#must('GET', '/_cluster/health?wait_for_status=green&timeout=60s')
    return this
  }

  async stop(): Promise<void> {
    await this.target?.close()
    await this.#node.stop()
  }

  /** Runs one search, and waits until the node has done with it. */
  async measure(index: string, body: object, deadline = 15_000): Promise<Measured> {
    const pid = this.#node.pid!
    await jcmd(pid, 'GC.run')
    const [lived, before] = [await heapUsed(pid), cpuTime(pid)]
    let [isOver, greatest] = [false, lived]
    const watching = (async () => {
      while (!isOver) {
        greatest = Math.max(greatest, await heapUsed(pid).catch(() => 0))
        await sleep(20)
      }
    })()
    const outcome = await this.#search(index, body, deadline)
    while (await this.#isBusy()) await sleep(50)
    isOver = true
    await watching
    return { outcome, cpu: cpuTime(pid) - before, heap: greatest - lived }
  }

  async #isBusy(): Promise<boolean> {
    const { body } = await this.target.send('GET', '/_tasks?actions=*search*')
    const { nodes } = body as { nodes: Record<string, { tasks: object }> }
    return Object.values(nodes).some(({ tasks }) => Object.keys(tasks).length > 0)
  }

  async #must(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<void> {
    const answer = await this.target.send(method, path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  }

  async #search(index: string, body: object, deadline: number): Promise<string> {
    const path = `${encodeURIComponent(index)}/_search?request_cache=false`
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(deadline)
    const options = { method: 'POST', headers, body: JSON.stringify(body), signal }
    try {
      const answer = await (await fetch(`${this.target.url}/${path}`, options)).text()
      return /"type":"([a-z_]+exception)"/.exec(answer.slice(0, 2000))?.[1] ?? 'ok'
    } catch {
      return 'cancelled'
    }
  }
}

/** CPU seconds of the threads of a process, but for those that compile byte code. */
function cpuTime(pid: number): number {
  let sum = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    try {
      if (/^C[12] Comp/.test(readFileSync(`${folder}/comm`, 'utf8'))) continue
      sum += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1e9
    } catch {
      // it has ended meanwhile
    }
  }
  return sum
}

/** Heap in use, in MiB. */
async function heapUsed(pid: number): Promise<number> {
  const used = (await jcmd(pid, 'GC.heap_info')).matchAll(
    /(?:DefNew|Tenured)\D+\d+K, used (\d+)K/gi,
  )
  return [...used].reduce((sum, [, kib]) => sum + Number(kib), 0) / 1024
}

/** Gives a command of `jcmd` to a Java process, by the socket of -XX:+StartAttachListener. */
function jcmd(pid: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(`/tmp/.java_pid${pid}`)
    let answer = ''
    socket.on('connect', () => socket.write(`1\0jcmd\0${command}\0\0\0`))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/**
 * The samples and real organizations. What extracts lack (descriptions, places, websites,
 * employees) comes from the samples, so that every field of the mapping has values.
 */
async function completedOrganizations(count: number): Promise<Organization[]> {
  const samples = sampleOrganizations()
  const around = (degrees: number, n: number) => degrees + ((n * 7919) % 1000) / 250 - 2
  return (await organizations()).slice(0, count).map((organization, n) => {
    const { description, location, website, employees } = samples[n % samples.length]!
    const place = { lat: around(location!.lat, n), lon: around(location!.lon, 3 * n) }
    return { description, website, employees, location: place, ...organization } as Organization
  })
}

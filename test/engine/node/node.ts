import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchJars } from './jars.js'
import { findJava } from './java.js'

/** From the project's root, as in jars.ts. */
const source = 'test/engine/node/ElasticsearchNode.java'

/** Only errors, on stdout. */
const logging = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1}] %m%n
rootLogger.level = error
rootLogger.appenderRef.console.ref = console
`

/** A test machine is small: no threads for collecting garbage. */
const javaOptions = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

/**
 * A single-node Elasticsearch cluster of its own on loopback. It ends with this process, however
 * this one ends: the node watches its stdin.
 */
export class ElasticsearchNode {
  readonly #home: string
  readonly #isKept: boolean
  readonly #javaOptions: string[]
  #child: ChildProcess | undefined
  #port = 0

  /**
   * @param heapMb Heap in MiB: half a gigabyte suffices for tests.
   * @param further Options of java besides.
   * @param home A folder that keeps its data for the next one; without it the data is deleted.
   */
  constructor(heapMb = 512, further: string[] = [], home?: string) {
    this.#home = home ?? mkdtempSync(join(tmpdir(), 'directory-node-'))
    this.#isKept = home !== undefined
    this.#javaOptions = [`-Xms${heapMb}m`, `-Xmx${heapMb}m`, ...javaOptions, ...further]
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Process id of the node while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Starts it; after `kill` with the same data, on the same port.
   * @returns When the node serves and its indices do.
   * @throws Error when the machine lacks what it needs, or with what the node said when it ends
   * instead.
   */
  async start(): Promise<this> {
    const java = findJava()
    if (typeof java === 'string') throw new Error(java)
    const { classPath, modules } = await fetchJars(java)
    mkdirSync(join(this.#home, 'config'), { recursive: true })
    const log4j = join(this.#home, 'config/log4j2.properties')
    writeFileSync(log4j, logging)
    const child = spawn(
      join(java.home, 'bin/java'),
      [
        ...this.#javaOptions,
        ...['--enable-native-access=ALL-UNNAMED', '--add-modules', 'jdk.incubator.vector'],
        ...[`-Dlog4j2.configurationFile=${log4j}`, '-cp', classPath],
        ...[source, this.#home, modules, String(this.#port)],
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    )
    this.#child = child
    child.stdin.on('error', () => {}) // it is gone already
    this.#port = await portOf(child)
    await this.#untilGreen()
    return this
  }

  /** SIGKILL: the machine under the node is gone. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** Ends the node, even one that hangs, and deletes its data unless a folder keeps it. */
  async stop(): Promise<void> {
    await this.kill()
    if (!this.#isKept) rmSync(this.#home, { recursive: true, force: true })
  }

  async #untilGreen(): Promise<void> {
    const answer = await fetch(`${this.url}/_cluster/health?wait_for_status=green&timeout=60s`)
    if (answer.status !== 200)
      throw new Error(`the node did not become green: ${await answer.text()}`)
  }
}

/** The port that the node shows; rejects with its output when it ends first. */
function portOf(child: ChildProcess): Promise<number> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-10_000)
        const port = /^listening on (\d+)$/m.exec(output)?.[1]
        if (port) resolve(Number(port))
      })
    }
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`the node ended with exit code ${code}:\n${output}`)),
    )
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** A test machine is small: half a gigabyte suffices, without threads for collecting garbage. */
const javaOptions = ['-Xms512m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

/**
 * A single-node Elasticsearch cluster of its own on loopback. It ends with this process, however
 * this one ends: the node watches its stdin.
 */
export class ElasticsearchNode {
  /** Its folder, with its data. */
  readonly home = mkdtempSync(join(tmpdir(), 'directory-node-'))
  readonly #options: readonly string[]
  #child: ChildProcess | undefined
  #port = 0

  /** @param options Those of Java. */
  constructor(options = javaOptions) {
    this.#options = options
  }

  get pid(): number {
    return this.#child!.pid!
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /**
   * Starts it.
   * @returns When the node serves and its indices do.
   * @throws Error when the machine lacks what it needs, or with what the node said when it ends
   * instead.
   */
  async start(): Promise<this> {
    const java = findJava()
    if (typeof java === 'string') throw new Error(java)
    const { classPath, modules } = await fetchJars(java)
    mkdirSync(join(this.home, 'config'), { recursive: true })
    const log4j = join(this.home, 'config/log4j2.properties')
    writeFileSync(log4j, logging)
    const child = spawn(
      join(java.home, 'bin/java'),
      [
        ...this.#options,
        ...['--enable-native-access=ALL-UNNAMED', '--add-modules', 'jdk.incubator.vector'],
        ...[`-Dlog4j2.configurationFile=${log4j}`, '-cp', classPath],
        ...[source, this.home, modules, '0'],
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    )
    this.#child = child
    child.stdin.on('error', () => {}) // it is gone already
    this.#port = await portOf(child)
    await this.#untilGreen()
    return this
  }

  /** Ends the node, even one that hangs; it can be started again. */
  async halt(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
  }

  /** Ends it, and deletes its data. */
  async stop(): Promise<void> {
    await this.halt()
    rmSync(this.home, { recursive: true, force: true })
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

import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Addresses } from '../../dev/stack.js'
import { recordGatewayWorkers } from './gateway-workers.ts'

/** The stack of a Jest worker, while one test file has it. */
export interface TakenStack extends Addresses {
  pid: number
  dataDir: string
  configDir: string
  /** What its processes have written since the file took it. */
  output(): string
  /** Lets the next test file have it. */
  release(): void
}

interface Running extends Addresses {
  child: ChildProcess
  dataDir: string
  configDir: string
  output(): string
}

interface Place {
  root: string
  built: string
  /** Environment of a process with these folders. */
  environment(dataDir: string, configDir: string): NodeJS.ProcessEnv
}

/**
 * One stack for all test files of a Jest worker, which runs one file at a time: started once,
 * reloaded where a file wants another configuration. It lives outside of Jest's sandboxes, which
 * end with their file (environment.ts).
 */
export class WorkerStack {
  readonly #relay = new Relay()
  #running: Promise<Running> | undefined
  /** The configuration that it runs; undefined when a reload was refused. */
  #digest: string | undefined
  #isTaken = false
  /** What the processes have written, and how much of it was looked at for gateway workers. */
  #text = ''
  #recorded = 0

  /**
   * @param wanted Folder with the configuration.
   * @param engine URL that its searches go to, in place of its own engine.
   * @returns undefined while the file has it already.
   * @throws Error when it refuses the configuration.
   */
  async take(wanted: string, engine: string, place: Place): Promise<TakenStack | undefined> {
    if (this.#isTaken) return undefined
    this.#isTaken = true
    try {
      this.#running ??= this.#start(wanted, place)
      const running = await this.#running
      await this.#adapt(running, wanted, engine || running.engine?.url || '')
      const from = running.output().length
      return {
        ...running,
        pid: running.child.pid!,
        output: () => running.output().slice(from),
        release: () => this.release(),
      }
    } catch (error) {
      this.release()
      throw error
    }
  }

  release(): void {
    this.#isTaken = false
    recordGatewayWorkers(this.#text.slice(this.#recorded))
    this.#recorded = this.#text.length
  }

  /** The embedded engine, and before it the relay, then auth service and gateway. */
  async #start(wanted: string, { root, built, environment }: Place): Promise<Running> {
    const dataDir = mkdtempSync(join(tmpdir(), 'directory-shared-'))
    const configDir = mkdtempSync(join(tmpdir(), 'directory-shared-config-'))
    cpSync(wanted, configDir, { recursive: true })
    const env = environment(dataDir, configDir)
    this.#text = ''
    this.#recorded = 0
    const launch = async <Message>(file: string, more: NodeJS.ProcessEnv = {}) => {
      const child = fork(join(built, file), {
        cwd: root,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      const write = (chunk: Buffer) => (this.#text += chunk)
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', write)
      const message = await new Promise<Message>((resolve, reject) => {
        child.once('message', (first) => resolve(first as Message))
        child.once('close', (code) =>
          reject(new Error(`${file} ended with ${code}:\n${this.#text}`)),
        )
      })
      letGo(child)
      return { child, message }
    }
    const engine = env.ELASTICSEARCH_URL
      ? { url: env.ELASTICSEARCH_URL, holds: '' }
      : (await launch<NonNullable<Addresses['engine']>>('dev/embedded.js')).message
    const relayed = await this.#relay.open(engine.url)
    const { child, message } = await launch<Addresses>('dev/start.js', {
      ELASTICSEARCH_URL: relayed,
    })
    child.once('close', () => {
      this.#running = undefined
    })
    this.#digest = digestOf(configDir)
    const { gateway, auth } = message
    return { gateway, auth, engine, child, dataDir, configDir, output: () => this.#text }
  }

  /** Another engine behind the relay needs new workers too: they know the fields of the last. */
  async #adapt(running: Running, wanted: string, engine: string): Promise<void> {
    const digest = digestOf(wanted)
    const isOther = this.#relay.lead(engine)
    if (digest === this.#digest && !isOther) return
    this.#digest = undefined
    rmSync(running.configDir, { recursive: true })
    cpSync(wanted, running.configDir, { recursive: true })
    await reload(running)
    this.#digest = digest
  }
}

/** A child that does not keep this process alive; it ends when this one disconnects. */
function letGo(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref()
}

async function reload({ dataDir, gateway }: Running): Promise<void> {
  const secret = readFileSync(join(dataDir, 'secrets/OPERATOR_SECRET'), 'utf8').trim()
  await ask(`${gateway.adminUrl}/reload`, 'POST', { authorization: `Bearer ${secret}` })
  // until then old workers answer a kept connection once more
  while ((await workersOf(gateway.adminUrl)).some(({ state }) => state === 'ending'))
    await new Promise((done) => setTimeout(done, 20))
}

async function workersOf(adminUrl: string): Promise<{ state: string }[]> {
  return JSON.parse(await ask(`${adminUrl}/status`, 'GET')).workers
}

/** By a connection of its own: a kept one may be closed at the very moment. */
function ask(url: string, method: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      const text = await new Response(Readable.toWeb(answer) as ReadableStream).text()
      if (answer.statusCode === 200) resolve(text)
      else reject(new Error(`${method} ${url} was refused: ${text}`))
    })
    sent.on('error', reject).end()
  })
}

function digestOf(folder: string): string {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort())
    hash.update(file.slice(folder.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** A port whose connections go on to the engine of the moment, byte by byte. */
class Relay {
  #target = new URL('http://127.0.0.1:9')
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  /** @returns its URL. */
  async open(target: string): Promise<string> {
    this.#target = new URL(target)
    this.#server = createServer((socket) => this.#join(socket))
    await new Promise<void>((resolve) => this.#server!.listen(0, '127.0.0.1', resolve))
    this.#server.unref()
    const { port } = this.#server.address() as { port: number }
    return `${this.#target.protocol}//127.0.0.1:${port}`
  }

  /** @returns whether the target is another one than before; open connections then end. */
  lead(target: string): boolean {
    const next = new URL(target)
    if (next.host === this.#target.host) return false
    this.#target = next
    for (const socket of this.#sockets) socket.destroy()
    return true
  }

  #join(socket: Socket): void {
    const { hostname: host, port } = this.#target
    const onward = connect({ host, port: Number(port) })
    const pair: [Socket, Socket][] = [
      [socket, onward],
      [onward, socket],
    ]
    for (const [one, other] of pair) {
      this.#sockets.add(one)
      one.setNoDelay(true)
      one.unref()
      one.pipe(other)
      one.on('error', () => other.resetAndDestroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroySoon()
      })
    }
  }
}

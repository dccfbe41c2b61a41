import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import {
  accessOf,
  accessValues,
  engineSettings,
  toAuthorization,
} from '../../../kit/elasticsearch/access.js'
import { built, end, readyMessage } from '../../support/stack.js'

/** An answer as it came. */
export interface Answer {
  status: number
  body: unknown
}

/** An engine behind its HTTP API: the embedded one, or a node with the credential of the settings. */
export class EngineClient {
  readonly url: string
  readonly #authorization: string | undefined
  readonly #dispatcher: Agent

  constructor(url: string, env: NodeJS.ProcessEnv = process.env) {
    const values = { ...accessValues(engineSettings, env), nodes: url }
    const access = accessOf(values, engineSettings)
    this.url = url
    this.#authorization = toAuthorization(access)
    const connect = access.ca === undefined ? {} : { ca: access.ca }
    // none is kept: an engine ends idle ones, which a busy machine hears of too late
    this.#dispatcher = new Agent({ connect, pipelining: 0 })
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const isText = typeof body === 'string'
    const response = await fetch(this.url + path, {
      method,
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      headers: {
        'content-type': isText ? 'application/x-ndjson' : 'application/json',
        ...(this.#authorization && { authorization: this.#authorization }),
      },
      dispatcher: this.#dispatcher,
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
  }

  search(index: string, body: unknown): Promise<Answer> {
    return this.ask('POST', `/${index}/_search`, body)
  }

  /**
   * Makes an index again with these documents, as one segment, so that no deleted document counts
   * in its statistics.
   */
  async load(
    index: string,
    { analysis, mappings, settings }: Definition,
    documents: readonly Document[],
  ): Promise<void> {
    await this.ask('DELETE', `/${index}`)
    await this.expect('PUT', `/${index}`, {
      settings: { number_of_replicas: 0, refresh_interval: -1, analysis, ...settings },
      mappings,
    })
    for (let at = 0; at < documents.length; at += 2000) {
      const lines = documents
        .slice(at, at + 2000)
        .map(
          ({ id, source }) =>
            `{"index":{"_id":${JSON.stringify(id)}}}\n${JSON.stringify(source)}\n`,
        )
      const { errors } = (await this.expect('POST', `/${index}/_bulk`, lines.join(''))) as {
        errors: boolean
      }
      if (errors) throw new Error(`${this.url} refused documents of ${index}`)
    }
    await this.expect('POST', `/${index}/_refresh`)
  }

  async expect(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
}

/** What an index is made with. */
export interface Definition {
  analysis?: unknown
  mappings: unknown
  /** Further settings. */
  settings?: object
}

export interface Document {
  id: string
  source: Record<string, unknown>
}

/** The embedded engine as a process of its own on a free port, without the sample. */
export class EmbeddedEngine extends EngineClient {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string) {
    super(url, {})
    this.#child = child
  }

  static async start(): Promise<EmbeddedEngine> {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'embedded-'))
    const env = { ...process.env, ENGINE_PORT: '0', ENGINE_SAMPLE: '0', DATA_DIR }
    const child = fork(join(built, 'dev/embedded.js'), {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const { url } = await readyMessage<{ url: string }>(child, () => '')
    return new EmbeddedEngine(child, url)
  }

  async stop(): Promise<void> {
    await end(this.#child)
  }
}

import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import { type Environment, portSetting, setting } from '../kit/settings.js'

/** An answer of the engine. */
export interface Answer {
  status: number
  /** Undefined when it is empty or no JSON, such as a proxy's page. */
  body: unknown
}

/** The engine that is loaded into. */
export interface Target {
  /** Its address as it may be shown: without credentials. */
  readonly url: string
  /**
   * @param body JSON, or NDJSON for `_bulk`.
   * @throws Unreachable when no node answers.
   */
  send(method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE', path: string, body?: string): Promise<Answer>
  close(): Promise<void>
}

/** No node of the engine answers. */
export class Unreachable extends Error {
  constructor(url: string, isEmbedded: boolean) {
    super(`nothing answers at ${url}${isEmbedded ? ': is npm start running?' : ''}`)
    this.name = 'Unreachable'
  }
}

/**
 * The engine by settings (DESIGN 5): `to` if given, else ELASTICSEARCH_URL with its credentials, else the embedded
 * engine of the running stack.
 * @throws Error when an address or a credential is not usable.
 */
export function openTarget(to: string | undefined, env: Environment = process.env): Target {
  const configured = to ?? setting('ELASTICSEARCH_URL', env)
  const isEmbedded = configured === undefined
  const nodes = (configured ?? `http://127.0.0.1:${portSetting('ENGINE_PORT', env)}`).split(',').map(nodeUrl)
  const ca = isEmbedded ? undefined : setting('ELASTICSEARCH_CA', env)
  const agent = new Agent({ ...(ca !== undefined && { connect: { ca: readFileSync(ca, 'utf8') } }) })
  const authorization = isEmbedded ? undefined : authorizationOf(env)
  let current = 0

  return {
    url: nodes.join(','),
    async send(method, path, body) {
      for (let tried = 0; tried < nodes.length; tried++) {
        try {
          const answer = await request(`${nodes[current]}${path}`, {
            method,
            dispatcher: agent,
            headers: {
              'content-type': path.startsWith('/_bulk') ? 'application/x-ndjson' : 'application/json',
              ...(authorization !== undefined && { authorization }),
            },
            ...(body !== undefined && { body }),
          })
          return { status: answer.statusCode, body: parsed(await answer.body.text()) }
        } catch {
          current = (current + 1) % nodes.length
        }
      }
      throw new Unreachable(nodes.join(','), isEmbedded)
    },
    close: () => agent.close(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nodeUrl(text: string): string {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    throw new Error('an address of the engine is not a URL, such as http://127.0.0.1:9200')
  }
  if (url.username !== '' || url.password !== '') {
    throw new Error('keep credentials out of the address: set ELASTICSEARCH_API_KEY, or _USERNAME and _PASSWORD')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('the engine is reached by http or https')
  return url.href.replace(/\/+$/, '')
}

function authorizationOf(env: Environment): string | undefined {
  const apiKey = setting('ELASTICSEARCH_API_KEY', env)
  if (apiKey !== undefined) return `ApiKey ${apiKey}`
  const [username, password] = [setting('ELASTICSEARCH_USERNAME', env), setting('ELASTICSEARCH_PASSWORD', env)]
  if (username === undefined && password === undefined) return undefined
  if (username === undefined || password === undefined) {
    throw new Error('set both ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD')
  }
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

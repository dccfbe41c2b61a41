import { Agent, request } from 'undici'
import { parseExact } from '../../kit/api/exact-json.js'
import { type Environment, portSetting } from '../../kit/config/settings.js'
import {
  type Access,
  accessOf,
  accessValues,
  authorizationOf,
  engineSettings,
} from '../../kit/elasticsearch/access.js'
import { Interrupted } from './interrupted.js'

/** An answer of the engine. */
export interface EngineResponse {
  status: number
  /** Undefined when it is empty or not JSON, such as a proxy's page. */
  body: unknown
}

/** The engine to load into. */
export interface LoadTarget {
  /** Its address for display: without credentials. */
  readonly url: string
  /** Whether the last answer came from the embedded engine, which handles one call at a time. */
  readonly isEmbedded: boolean
  /**
   * @param body JSON, or NDJSON for `_bulk`.
   * @throws Unreachable when no node answers.
   */
  send(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: string,
  ): Promise<EngineResponse>
  close(): Promise<void>
}

/** No node of the engine answers. */
export class Unreachable extends Interrupted {
  constructor(url: string, isEmbedded: boolean) {
    super(`nothing answers at ${url}${isEmbedded ? ': is npm start running?' : ''}`)
    this.name = 'Unreachable'
  }
}

/**
 * The engine by settings (docs/api.md, Settings): `to` if given, else ELASTICSEARCH_URL with its
 * credentials, else the embedded engine of the running stack.
 * @throws Error when an address or a credential is unusable.
 */
export function openTarget(to: string | undefined, env: Environment = process.env): LoadTarget {
  const configured = engineOf(to, env)
  const engine = configured ?? { nodes: [`http://127.0.0.1:${portSetting('ENGINE_PORT', env)}`] }
  const { nodes, ca } = engine
  const agent = new Agent({ ...(ca !== undefined && { connect: { ca } }) })
  const authorization = authorizationOf(engine)
  let current = 0
  let isEmbedded = false

  return {
    url: nodes.join(','),
    get isEmbedded() {
      return isEmbedded
    },
    async send(method, path, body) {
      for (let tried = 0; tried < nodes.length; tried++) {
        try {
          const answer = await request(`${nodes[current]}${path}`, {
            method,
            dispatcher: agent,
            headers: {
              'content-type': path.startsWith('/_bulk')
                ? 'application/x-ndjson'
                : 'application/json',
              ...(authorization !== undefined && { authorization }),
            },
            ...(body !== undefined && { body }),
          })
          isEmbedded = answer.headers['x-directory-engine'] === 'embedded'
          return { status: answer.statusCode, body: parsed(await answer.body.text()) }
        } catch {
          current = (current + 1) % nodes.length
        }
      }
      throw new Unreachable(nodes.join(','), configured === undefined)
    },
    close: () => agent.close(),
  }
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

/** An address on the command line replaces ELASTICSEARCH_URL; the credential is kept. */
function engineOf(to: string | undefined, env: Environment): Access | undefined {
  const values = accessValues(engineSettings, env)
  if (to !== undefined)
    return accessOf({ ...values, nodes: to }, { ...engineSettings, nodes: '--to' })
  return values.nodes ? accessOf(values, engineSettings) : undefined
}

import { parseExact } from '../../../kit/api/json.js'
import { type Environment, portSetting } from '../../../kit/config/settings.js'
import {
  type Access,
  accessOf,
  accessValues,
  engineSettings,
} from '../../../kit/elasticsearch/access.js'
import {
  type Client,
  elasticsearchClient,
  errors,
  isSilence,
  Serializer,
} from '../../../kit/elasticsearch/client.js'
import { Interrupted } from './interrupted.js'

/** An answer of the engine. */
export interface EngineResponse {
  status: number
  body: unknown
}

/** The engine to load into. */
export interface LoadTarget {
  /** Its address for display: without credentials. */
  readonly url: string
  /** Whether the last answer came from the embedded engine. */
  readonly isEmbedded: boolean
  /** Concurrent bulk requests. */
  readonly parallel: number
  /** Documents of the batch under way that the engine has accepted. */
  countAccepted: () => number
  /** Sends a request again, for about three minutes, while the engine cannot take it. */
  readonly patient: Client
  /**
   * @param body JSON. @param client By default one that asks each node once.
   * @throws Interrupted when no node answers, Error when it is no Elasticsearch.
   */
  send(
    method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    client?: Client,
  ): Promise<EngineResponse>
  /** What a fault of a client that is no refusal means for the operator. */
  faultOf(error: unknown): Error
  close(): Promise<void>
}

/** Milliseconds until an answer: creating an index in a busy cluster takes a while. */
const requestTimeout = 300_000

/** 0.2 s doubling to 10 s, about three minutes in total. */
const waitsMs = Array.from({ length: 22 }, (_, attempt) => Math.min(200 * 2 ** attempt, 10_000))

/** Integers keep their digits. */
class ExactSerializer extends Serializer {
  override deserialize<Value = unknown>(json: string): Value {
    return parseExact(json) as Value
  }
}

/**
 * The engine by settings (docs/configuration.md, Settings): `to` if given, else ELASTICSEARCH_URL
 * with its credentials, else the embedded engine of the running stack.
 * @param parallel Concurrent bulk requests; the embedded engine gets one at a time.
 * @throws Error when an address or a credential is unusable.
 */
export function openTarget(
  to: string | undefined,
  env: Environment = process.env,
  parallel = 1,
): LoadTarget {
  const configured = engineOf(to, env)
  const access = configured ?? { nodes: [`http://127.0.0.1:${portSetting('ENGINE_PORT', env)}`] }
  const url = access.nodes.join(',')
  const maxRetries = access.nodes.length - 1
  const settings = { requestTimeout, maxRetries, retryOnTimeout: true, Serializer: ExactSerializer }
  const impatient = elasticsearchClient(access, settings)
  const patient = elasticsearchClient(access, { ...settings, waitsMs })
  const silence = `nothing answers at ${url}${configured ? '' : ': is npm start running?'}`
  let isEmbedded = false
  const faultOf = (error: unknown) => {
    if (isSilence(error)) return new Interrupted(silence)
    if (error instanceof errors.ProductNotSupportedError)
      return new Error(`what answers at ${url} is no Elasticsearch`)
    const isMalformed = error instanceof SyntaxError || error instanceof TypeError
    return isMalformed ? new Error(`the answer of ${url} has an unexpected form`) : (error as Error)
  }

  return {
    ...{ url, patient, faultOf, countAccepted: () => 0 },
    get isEmbedded() {
      return isEmbedded
    },
    get parallel() {
      return isEmbedded ? 1 : parallel
    },
    async send(method, path, body, client = impatient) {
      const { transport } = client
      try {
        const request = { method, path, ...(body && { body }) }
        const answer = await transport.request(request, { meta: true }).catch(refusalIn)
        isEmbedded = answer.headers?.['x-directory-engine'] === 'embedded'
        return { status: answer.statusCode ?? 0, body: answer.body }
      } catch (error) {
        throw faultOf(error)
      }
    },
    close: async () => {
      await Promise.all([impatient.close(), patient.close()])
    },
  }
}

/** @throws every other error. */
function refusalIn(error: unknown) {
  if (error instanceof errors.ResponseError) return error
  throw error
}

/** An address on the command line replaces ELASTICSEARCH_URL; the credential is kept. */
function engineOf(to: string | undefined, env: Environment): Access | undefined {
  const values = accessValues(engineSettings, env)
  if (to !== undefined)
    return accessOf({ ...values, nodes: to }, { ...engineSettings, nodes: '--to' })
  return values.nodes ? accessOf(values, engineSettings) : undefined
}

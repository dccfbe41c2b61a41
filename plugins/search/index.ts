import { readFileSync } from 'node:fs'
import { ApiError, texts } from '../../kit/errors.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { payloadOf, readAnswer } from './answer.js'
import { type Access, Engine } from './engine.js'
import { EngineFailure } from './failure.js'
import { refusalOf } from './refusal.js'

interface Params {
  nodes: string
  apiKey?: string | null
  username?: string | null
  password?: string | null
  ca?: string | null
  version: string
  timeoutMs: number
  maxResponseBytes: number
}

/** Absent, empty and null all mean: not set. */
const optionalText = { type: ['string', 'null'] }

/** Runs the judged search on Elasticsearch and answers with its hits. */
const search = definePolicy<Params, 'search'>({
  name: 'search',
  params: {
    nodes: { type: 'string', minLength: 1, description: 'URLs of the Elasticsearch nodes, comma separated.' },
    apiKey: { ...optionalText, description: 'API key (encoded form) of an account that may only read.' },
    username: { ...optionalText, description: 'User name, instead of an API key.' },
    password: { ...optionalText, description: 'Password of that user.' },
    ca: { ...optionalText, description: 'Path of a PEM file with the authority that signed the nodes’ certificates.' },
    version: { type: 'string', default: 'v9', description: 'Engine version that answers tell (SPEC 2.6).' },
    timeoutMs: {
      type: 'integer',
      minimum: 1,
      default: 10_000,
      description: 'Greatest time for a search, from the question to the last byte, in milliseconds.',
    },
    maxResponseBytes: {
      type: 'integer',
      minimum: 1024,
      default: 16_777_216,
      description: 'Greatest size of an answer of the engine, in bytes.',
    },
  },
  required: ['nodes'],
  role: 'answer',
  place: { needs: ['search'] },
  create(params) {
    const { version, timeoutMs, maxResponseBytes } = params
    const access = { nodes: nodesOf(params), ...authOf(params) }
    const engine = new Engine({ access, ca: caOf(params), timeoutMs, maxResponseBytes })

    return async function search(context, _req, res) {
      const request = context.search
      if (res.destroyed) return 'answered' // the caller is gone: nobody is there to be answered
      const cancel = new AbortController()
      const hangUp = () => cancel.abort()
      res.once('close', hangUp)
      try {
        const { status, text } = await engine.search(request, cancel)
        if (status !== 200) throw refusalOf(status, text, request)
        context.result = { data: payloadOf(readAnswer(text), request, version) }
        return undefined
      } catch (error) {
        if (res.destroyed) return 'answered'
        throw error instanceof EngineFailure ? unavailable(error, version) : error
      } finally {
        res.off('close', hangUp)
      }
    }
  },
})

function unavailable(cause: EngineFailure, version: string): ApiError {
  return new ApiError('ELASTICSEARCH_UNAVAILABLE', texts.engineUnavailable, { details: { version }, cause })
}

/** @throws Error when a node is not an http(s) URL. */
export function nodesOf({ nodes }: Pick<Params, 'nodes'>): string[] {
  return nodes.split(',').map((text, i) => {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
      throw new Error(`search: nodes: number ${i + 1} is not an http(s) URL such as https://es1.example.org:9200`)
    }
    return url.href
  })
}

/** @throws Error when the credentials contradict each other or are incomplete. */
export function authOf({ apiKey, username, password }: Partial<Params>): Pick<Access, 'auth'> {
  if (apiKey && (username || password)) throw new Error('search: set apiKey, or username and password, not both')
  if (!username !== !password) throw new Error('search: username and password must be set together')
  if (apiKey) return { auth: { apiKey } }
  return username && password ? { auth: { username, password } } : {}
}

function caOf({ ca }: Pick<Params, 'ca'>): Buffer | undefined {
  if (!ca) return undefined
  try {
    return readFileSync(ca)
  } catch (error) {
    throw new Error(`search: ca: cannot read ${ca} (${(error as NodeJS.ErrnoException).code})`)
  }
}

export const { version, policies, schema, init } = definePlugin(search)

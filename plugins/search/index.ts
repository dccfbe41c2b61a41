import { type AccessNames, accessOf } from '../../kit/elasticsearch.js'
import { ApiError, texts } from '../../kit/errors.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { payloadOf, readAnswer } from './answer.js'
import { Engine } from './engine.js'
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

/** The parameters of the access by their own names, for messages. */
const names: AccessNames = { nodes: 'nodes', apiKey: 'apiKey', username: 'username', password: 'password', ca: 'ca' }

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
  backends: (params) => ({ engine: accessOf(params, names) }),
  create(params) {
    const { version, timeoutMs, maxResponseBytes } = params
    const engine = new Engine({ access: accessOf(params, names), timeoutMs, maxResponseBytes })

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

export const { version, policies, schema, init } = definePlugin(search)

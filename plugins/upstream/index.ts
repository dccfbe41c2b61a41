import { ApiError } from '../../kit/errors.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { passOn, wrap } from './answer.js'
import { ask } from './ask.js'
import { requestHeaders, withoutQueryKey } from './headers.js'
import { isAuthService, targetsOf } from './targets.js'

interface Params {
  serviceEndpoint: string
  timeoutMs: number
  forwardCredentials: boolean
  response: 'passthrough' | 'envelope'
  public: boolean
  unsafe: 'forward-credentials'[]
}

/** Lets another service answer: its name stands under `serviceEndpoints`, its addresses take turns. */
const upstream = definePolicy<Params, 'caller'>({
  name: 'upstream',
  params: {
    serviceEndpoint: { description: 'Name of the service under serviceEndpoints.', type: 'string', minLength: 1 },
    timeoutMs: {
      description: 'Time for the whole exchange, from the request to the last byte of the answer, in milliseconds.',
      type: 'integer',
      minimum: 1,
      maximum: 3600000,
      default: 10000,
    },
    forwardCredentials: {
      description:
        'Whether the service gets the credentials of the caller (Authorization, X-API-Key, Cookie, api_key): only the auth service.',
      type: 'boolean',
      default: false,
    },
    response: {
      description: 'passthrough leaves the answers alone; envelope makes their JSON the data of our envelope.',
      type: 'string',
      enum: ['passthrough', 'envelope'],
      default: 'passthrough',
    },
    public: {
      description:
        'Whether anyone may call, without a credential. Otherwise a step before it must find out the caller.',
      type: 'boolean',
      default: false,
    },
    unsafe: {
      description:
        'DANGER: forward-credentials lets a service that is not the auth service get credentials, and act as the caller.',
      type: 'array',
      items: { enum: ['forward-credentials'] },
      uniqueItems: true,
      default: [],
    },
  },
  required: ['serviceEndpoint'],
  role: 'answer',
  place: (params) =>
    params.public || leavesJudgement(params) ? {} : { needs: ['caller'], instead: 'public: true if anyone may call' },
  check(params, surroundings) {
    if (!leavesJudgement(params) || isAuthService(params.serviceEndpoint, surroundings)) return []
    const message = '"forwardCredentials" hands the credentials of callers to what is not AUTH_SERVICE_URL'
    return [{ path: ['forwardCredentials'], message, remedy: 'remove it, or write unsafe: [forward-credentials]' }]
  },
  create({ serviceEndpoint, timeoutMs, forwardCredentials, response }, surroundings) {
    const targets = targetsOf(serviceEndpoint, surroundings)
    let turn = 0
    return async function upstream(context, req, res) {
      const target = targets[turn++ % targets.length]!
      const path = target.basePath + (forwardCredentials ? req.url! : withoutQueryKey(req.url!))
      const headers = requestHeaders(req, context, { host: target.host, forwardCredentials })
      if (response === 'envelope') headers['accept-encoding'] = 'identity'
      const stop = new AbortController()
      const hangUp = () => stop.abort('the caller has hung up')
      res.once('close', hangUp)
      const deadline = setTimeout(() => stop.abort(tooLate(req.complete, timeoutMs)), timeoutMs)
      try {
        const { maxBodyBytes } = context
        const answer = await ask(req, res, { target, path, headers, maxBodyBytes, signal: stop.signal })
        if (response === 'passthrough') {
          await passOn(answer, res)
          return 'answered'
        }
        context.result = await wrap(answer)
        return undefined
      } catch (error) {
        if (res.destroyed) return 'answered' // the caller has hung up, or the answer broke off half-way
        throw stop.signal.aborted ? stop.signal.reason : error
      } finally {
        clearTimeout(deadline)
        res.off('close', hangUp)
        stop.abort('over') // an answer may come before the body is sent: the rest is read and thrown away
        req.unpipe()
        req.resume()
      }
    }
  },
})

/** Whether the credentials are judged by the service, which is the auth service then: `check` refuses any other. */
function leavesJudgement({ forwardCredentials, unsafe }: Params): boolean {
  return forwardCredentials && !unsafe.includes('forward-credentials')
}

/** @param isSent Whether the caller's part was done: otherwise it is the caller who was slow. */
function tooLate(isSent: boolean, timeoutMs: number): ApiError {
  if (isSent) return new ApiError('UPSTREAM_TIMEOUT', `The service behind this path did not answer in ${timeoutMs} ms`)
  return new ApiError('REQUEST_TIMEOUT', `The request did not arrive in ${timeoutMs} ms`, {
    headers: { Connection: 'close' },
  })
}

export const { version, policies, schema, init } = definePlugin(upstream)

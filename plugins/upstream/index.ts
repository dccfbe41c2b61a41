import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import { BufferedResponses, UnusableResponse } from '../kit/buffered-response.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { passOn, setHeaders, takeErrorCode, wrap } from './answer.js'
import { readBody } from './body.js'
import { unavailable } from './failure.js'
import { plainName } from './header-names.js'
import { changed, compileRules, headerMistakes } from './header-rules.js'
import { requestHeaders, responseHeaders, withoutQueryKey } from './headers.js'
import {
  basicHeader,
  checkOwnCredential,
  credentialMistakes,
  hasOwnCredential,
} from './own-credential.js'
import { gatewayPaths, listPaths, withGatewayUrls } from './own-urls.js'
import { compilePaths, pathMistakes } from './paths.js'
import {
  leavesVerification,
  paramSchemas,
  streamMistakes,
  type UpstreamParams,
} from './policy-params.js'
import type { TargetRequest } from './send-to-target.js'
import { Overdue, serviceOf } from './service.js'
import { isAuthService, type Target } from './targets.js'
import { asksForWebSocket, joinWebSocket, refuseWebSocket, upgradeHeaders } from './web-socket.js'

/**
 * Maximum answer that is wrapped into an envelope, in bytes: it is held in memory, as bytes and as
 * JSON.
 */
const maxWrappedBytes = 16 * 1024 * 1024

/**
 * Forwards requests to another service: a name under `serviceEndpoints`, with its addresses used in
 * turn.
 */
const upstream = definePolicy<UpstreamParams, 'caller'>({
  name: 'upstream',
  params: paramSchemas,
  required: ['serviceEndpoint'],
  role: 'answer',
  place: (params) =>
    params.public || leavesVerification(params)
      ? {}
      : { needs: ['caller'], instead: 'public: true if anyone may call' },
  check(params, surroundings) {
    const found = [
      ...pathMistakes(params.paths, surroundings.routes),
      ...headerMistakes(params.headers),
      ...credentialMistakes(params),
      ...streamMistakes(params),
    ]
    if (!params.forwardCredentials || isAuthService(params.serviceEndpoint, surroundings))
      return found
    const path = ['forwardCredentials']
    const rule = 'credentials-forwarded'
    const message =
      '"forwardCredentials" sends the credentials of callers to a service that is not ' +
      'AUTH_SERVICE_URL'
    const remedy =
      'remove it, or write unsafe: [forward-credentials]; AUTH_SERVICE_URL names all auth ' +
      'services, comma separated'
    if (leavesVerification(params)) return [...found, { path, rule, message, remedy }]
    const later = 'remove it as soon as that service no longer needs it'
    return [...found, { path, rule, message, remedy: later, severity: 'warning' }]
  },
  create(params, { gateway: surroundings }) {
    const {
      serviceEndpoint,
      timeoutMs,
      idleTimeoutMs,
      webSockets,
      forwardCredentials,
      response,
      paths,
      headers: written,
      basicAuth,
    } = params
    const service = serviceOf(surroundings, serviceEndpoint)
    const rewrites = compilePaths(paths)
    const passing = { forwardCredentials, allowed: new Set(written.request?.allow?.map(plainName)) }
    const own = basicHeader(basicAuth)
    const [asked, answered] = [compileRules(written.request), compileRules(written.answer)]
    const isOurs = isAuthService(serviceEndpoint, surroundings)
    const refusesUs = hasOwnCredential(params) && !forwardCredentials
    const checkCredential = (answer: IncomingMessage) =>
      refusesUs && checkOwnCredential(serviceEndpoint, answer)
    const answers = new BufferedResponses(maxWrappedBytes)
    const gateway = gatewayPaths({ ...listPaths(serviceEndpoint, surroundings), ...paths })
    const shown = (answer: IncomingMessage, request: TargetRequest, target: Target) => {
      const own = responseHeaders(answer, { response, forwardCredentials })
      return changed(withGatewayUrls(own, request, target, gateway), answered)
    }
    return async function upstream(context, req, res) {
      if (res.destroyed) return 'answered' // the caller has disconnected
      const isWebSocket = asksForWebSocket(req)
      if (isWebSocket) refuseWebSocket(req, webSockets)
      const stop = new AbortController()
      const hangUp = () => stop.abort('the client has disconnected')
      res.once('close', hangUp)
      const deadline = setTimeout(() => stop.abort(tooLate(req, res, timeoutMs)), timeoutMs)
      const idle = idleTimeoutMs && {
        timeoutMs: idleTimeoutMs,
        // while the caller does not read, the service cannot write
        end: () => res.writableNeedDrain || stop.abort(tooLate(req, res, idleTimeoutMs)),
      }
      const headers = {
        ...changed(requestHeaders(req, context, passing), asked),
        ...own,
        ...(isWebSocket && upgradeHeaders),
      }
      if (response === 'envelope') {
        headers['accept-encoding'] = 'identity'
        delete headers.range // a part of JSON is none
      }
      const target = forwardCredentials ? req.url! : withoutQueryKey(req.url!)
      const rewrite = rewrites.get(context.route ?? '')
      try {
        const request = {
          // a wrapped answer must exist for the headers of its envelope
          method: response === 'envelope' && req.method === 'HEAD' ? 'GET' : req.method!,
          path: rewrite ? rewrite(target) : target,
          headers,
          trace: context,
          body: await readBody(req, context.maxBodyBytes, stop.signal),
          maxBodyBytes: context.maxBodyBytes,
          signal: stop.signal,
          ...(idle && { idle }),
        }
        if (response === 'passthrough') {
          await service.send(req, res, request, async (answer, target) => {
            checkCredential(answer)
            const code = isOurs && takeErrorCode(answer)
            if (code) context.code = code
            const headers = shown(answer, request, target)
            if (answer.statusCode !== 101) return passOn(answer, res, headers)
            return joinWebSocket(answer, res, headers, { idleTimeoutMs, signal: stop.signal })
          })
          return 'answered'
        }
        await service.send(req, res, request, async (answer, target) => {
          checkCredential(answer)
          context.result = wrap(answer, await answers.read(answer, answer.headers))
          setHeaders(res, shown(answer, request, target), answer)
        })
        return undefined
      } catch (error) {
        // the caller has disconnected, or the answer was cut off
        if (res.destroyed) return 'answered'
        if (stop.signal.aborted) throw stop.signal.reason
        if (error instanceof ApiError) throw error
        const reason = error instanceof UnusableResponse ? error.reason : 'unreachable'
        throw unavailable(reason, { cause: error })
      } finally {
        clearTimeout(deadline)
        res.off('close', hangUp)
        // an answer may come before the body is sent: the rest is read and discarded
        stop.abort('over')
        req.unpipe()
        req.resume()
      }
    }
  },
})

/**
 * Who caused the delay: a received body that is not forwarded waits for the service; a missing
 * body, or an answer that is not read, waits for the caller.
 */
function tooLate(
  { complete, readableLength }: IncomingMessage,
  res: ServerResponse,
  timeoutMs: number,
): ApiError {
  if ((complete || readableLength > 0) && !res.writableNeedDrain) return new Overdue(timeoutMs)
  return new ApiError('REQUEST_TIMEOUT', `The request did not arrive in ${timeoutMs} ms`, {
    headers: { Connection: 'close' },
  })
}

export const { version, policies, schema, init } = definePlugin(upstream)

import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../kit/errors.js'
import type { Call, Route } from './router.js'

/** The two secrets of the internal listener (DESIGN 4). */
export interface Secrets {
  /** The gateway's: it may only read. */
  service: string
  /** The operator's: it may do everything. */
  operator: string
}

/** Wraps handlers so that only a holder of a secret reaches them; secrets are compared in constant time. */
export function guard(secrets: Secrets) {
  const isService = matcher(secrets.service)
  const isOperator = matcher(secrets.operator)
  const judge = (call: Call) => {
    const given = secretOf(call)
    const judged = { service: isService(given), operator: isOperator(given) } // both, so that the time tells nothing
    if (!judged.service && !judged.operator) throw new ApiError('UNAUTHORIZED', 'The secret is not accepted')
    return judged
  }
  return {
    /** Lets the gateway and the operator in. @throws ApiError 401. */
    reading(handle: Route['handle']): Route['handle'] {
      return (call) => {
        judge(call)
        return handle(call)
      }
    },
    /** Lets the operator in. @throws ApiError 401, 403 for the gateway. */
    operating(handle: Route['handle']): Route['handle'] {
      return (call) => {
        if (!judge(call).operator) throw new ApiError('FORBIDDEN', "This call takes the operator's secret")
        return handle(call)
      }
    },
  }
}

function matcher(secret: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(secret)
  return (given) => timingSafeEqual(digest(given), expected)
}

function secretOf({ req }: Call): string {
  const secret = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
  if (secret === undefined) throw new ApiError('AUTHENTICATION_REQUIRED', 'Send Authorization: Bearer <secret>')
  return secret
}

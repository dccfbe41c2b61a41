import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'

/** The two secrets of the internal listener (docs/architecture.md, Internal calls). */
export interface Secrets {
  /** The gateway's: read-only. */
  service: string
  /** The operator's: full access. */
  operator: string
}

/** The holder of the secret that a request carries. */
export type SecretHolder = keyof Secrets

/**
 * Identifies the holder of a request's secret; secrets are compared in constant time.
 * @returns the function that does so; it throws ApiError AUTHENTICATION_REQUIRED without a secret,
 *   UNAUTHORIZED for an unknown one.
 */
export function makeHolderReader(secrets: Secrets): (req: IncomingMessage) => SecretHolder {
  const isService = matcher(secrets.service)
  const isOperator = matcher(secrets.operator)
  return function readHolder(req) {
    const given = readSecret(req)
    // both, so that the time reveals nothing
    const [service, operator] = [isService(given), isOperator(given)]
    if (operator) return 'operator'
    if (service) return 'service'
    throw new ApiError('UNAUTHORIZED', 'The secret is not accepted')
  }
}

function matcher(secret: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(secret)
  return (given) => timingSafeEqual(digest(given), expected)
}

function readSecret(req: IncomingMessage): string {
  const secret = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
  if (secret === undefined)
    throw new ApiError('AUTHENTICATION_REQUIRED', 'Send Authorization: Bearer <secret>')
  return secret
}

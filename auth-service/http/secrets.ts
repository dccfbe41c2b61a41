import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'

/** The two secrets of the internal listener (docs/architecture.md, Inside). */
export interface Secrets {
  /** The gateway's: it may only read. */
  service: string
  /** The operator's: it may do everything. */
  operator: string
}

/** Whose secret a request carries. */
export type SecretHolder = keyof Secrets

/**
 * Tells whose secret a request carries; secrets are compared in constant time.
 * @returns the function that tells it; it throws ApiError AUTHENTICATION_REQUIRED without a secret, UNAUTHORIZED for one
 * that is nobody's.
 */
export function holderReader(secrets: Secrets): (req: IncomingMessage) => SecretHolder {
  const isService = matcher(secrets.service)
  const isOperator = matcher(secrets.operator)
  return function holderOf(req) {
    const given = secretOf(req)
    const [service, operator] = [isService(given), isOperator(given)] // both, so that the time tells nothing
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

function secretOf(req: IncomingMessage): string {
  const secret = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
  if (secret === undefined) throw new ApiError('AUTHENTICATION_REQUIRED', 'Send Authorization: Bearer <secret>')
  return secret
}

import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import {
  credentialOf,
  refusedCredential,
  wantedCredentials,
} from '../../kit/credentials/credentials.js'
import type { Principal, Sessions } from '../sessions/sessions.js'

const needsToken = 'Send an access token: Authorization: Bearer <token>'

/**
 * The caller of a route that takes an access token.
 * @throws ApiError AUTHENTICATION_REQUIRED without a credential, UNAUTHORIZED for another kind,
 *   TOKEN_EXPIRED for an invalid token, VALIDATION_ERROR for several.
 */
export async function principalOf(req: IncomingMessage, sessions: Sessions): Promise<Principal> {
  const credential = credentialOf(req)
  const details = wantedCredentials(['access-token'], credential)
  if (!credential) throw new ApiError('AUTHENTICATION_REQUIRED', needsToken, { details })
  if (credential.kind !== 'access-token')
    throw new ApiError('UNAUTHORIZED', needsToken, { details })
  const principal = await sessions.principal(credential.value)
  if (principal === 'refresh-token') throw new ApiError('UNAUTHORIZED', needsToken, { details })
  if (!principal) throw refusedCredential('access-token')
  return principal
}

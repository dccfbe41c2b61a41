import type { PublicKeysAnswer } from '../../kit/api/internal-answers.js'
import { type RouteRow, route } from '../http/route.js'
import type { AuthService } from '../service/service.js'

/**
 * For services of others that verify access tokens (docs/verify-tokens.md): they ask again for a
 * kid that they do not know.
 */
const headers = { 'Cache-Control': 'public, max-age=60' }

/** The route of the public keys. */
export function pasetoKeyRoute(service: AuthService): RouteRow {
  return route({
    method: 'GET',
    path: '/.well-known/paseto-keys.json',
    access: 'none',
    handle() {
      const json = [Buffer.from(JSON.stringify(publicKeysOf(service)))]
      return { json, headers, isWhole: true }
    },
  })
}

/** All keys that verify valid tokens, or are about to sign, as this process knows them. */
export function publicKeysOf({ config, signingKeys }: AuthService): PublicKeysAnswer {
  const { issuer, audience } = config.tokens
  return { issuer, audience, keys: signingKeys.all().map(({ kid, paserk: key }) => ({ kid, key })) }
}

import Joi from 'joi'
import { ApiError } from '../../kit/api/errors.js'
import type { PublicKeysAnswer } from '../../kit/api/internal-answers.js'
import type { InternalBody } from '../../kit/api/internal-api.js'
import { readLevel } from '../../kit/api/levels.js'
import { fields } from '../http/check.js'
import { sha256Hex } from '../http/fields.js'
import { internalRoute, type RouteRow, route } from '../http/route.js'
import type { AuthService } from '../service/service.js'
import { changesSince } from '../store/changes-page.js'
import type { UserRecord } from '../store/store.js'
import { getPlan } from '../users/plans.js'

const keyRequest = fields<InternalBody<'verifyApiKey'>>({
  prefix: Joi.string()
    .pattern(/^npd_[0-9A-Za-z]{8}$/, 'the first two segments of a key')
    .required(),
  hash: sha256Hex.required(),
  address: Joi.string().max(64),
})

/** How long a request for changes is held at most, in milliseconds. */
const longestWaitMs = 30_000

/** Whether the service can serve, for the gateway and for probes. */
export function healthRoute(service: AuthService): RouteRow {
  const { store, now } = service
  return internalRoute('health', {
    access: 'none',
    handle() {
      if (service.isRetiring())
        throw new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.')
      const storeFault = store.health.look()
      return {
        data: {
          state: 'ready',
          now: now(),
          ...(store.filled && { store: store.filled }),
          ...(storeFault && { storeFault }),
        },
      }
    },
  })
}

/** The calls of the gateway (docs/architecture.md, Internal calls). */
export function gatewayRoutes(service: AuthService): RouteRow[] {
  const { store, config, keyVerifier, now } = service
  const { accessSeconds } = config.tokens
  return [
    healthRoute(service),
    internalRoute('publicKeys', {
      access: 'service',
      async handle() {
        // another process may have created or withdrawn one
        if (store.isShared) await service.signingKeys.refresh()
        return { data: listPublicKeys(service) }
      },
    }),
    internalRoute('verifyApiKey', {
      access: 'service',
      body: { schema: keyRequest },
      async handle({ body, headers, origin }) {
        return { data: await keyVerifier.verify(body, { origin, level: readLevel(headers) }) }
      },
    }),
    internalRoute('changes', {
      access: 'service',
      async handle({ query }) {
        const cursor = query.get('since') ?? undefined
        const waitMs = Math.min(Number(query.get('waitMs')) || 0, longestWaitMs)
        const plan = (user: UserRecord) => getPlan(config, user)
        const request = { cursor, waitMs, accessSeconds, getPlan: plan, clock: now }
        return { data: await changesSince(store, request) }
      },
    }),
  ]
}

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
      const json = [Buffer.from(JSON.stringify(listPublicKeys(service)))]
      return { json, headers, isWhole: true }
    },
  })
}

/** All keys that verify valid tokens, or are about to sign, as this process knows them. */
function listPublicKeys({ config, signingKeys }: AuthService): PublicKeysAnswer {
  const { issuer, audience } = config.tokens
  return { issuer, audience, keys: signingKeys.all().map(({ kid, paserk: key }) => ({ kid, key })) }
}

import Joi from 'joi'
import { ApiError } from '../../kit/api/errors.js'
import type { Health } from '../../kit/api/internal-answers.js'
import type { InternalBody } from '../../kit/api/internal-api.js'
import { fields } from '../http/check.js'
import { sha256Hex } from '../http/fields.js'
import { type RouteRow, route } from '../http/route.js'
import type { AuthService } from '../service/service.js'
import { changesSince } from '../store/changes-page.js'
import type { UserRecord } from '../store/store.js'
import { planOf } from '../users/plans.js'
import { internalRoute } from './internal-route.js'
import { publicKeysOf } from './paseto-keys.js'

const keyRequest = fields<InternalBody<'verifyApiKey'>>({
  prefix: Joi.string()
    .pattern(/^npd_[0-9A-Za-z]{8}$/, 'the first two segments of a key')
    .required(),
  hash: sha256Hex.required(),
  address: Joi.string().max(64),
})

/** How long a request for changes is held at most, in milliseconds. */
const longestWaitMs = 30_000

/** The calls of the gateway (docs/architecture.md, Internal calls). */
export function gatewayRoutes(service: AuthService): RouteRow[] {
  const { store, config, keyVerifier, now } = service
  const { accessSeconds } = config.tokens
  return [
    internalRoute('health', { access: 'none', handle: () => ({ data: healthOf(service) }) }),
    internalRoute('publicKeys', {
      access: 'service',
      async handle() {
        // another process may have created or withdrawn one
        if (store.isShared) await service.signingKeys.refresh()
        return { data: publicKeysOf(service) }
      },
    }),
    internalRoute('verifyApiKey', {
      access: 'service',
      body: { schema: keyRequest },
      handle: async ({ body }) => ({ data: await keyVerifier.verify(body) }),
    }),
    internalRoute('changes', {
      access: 'service',
      async handle({ query }) {
        const cursor = query.get('since') ?? undefined
        const waitMs = Math.min(Number(query.get('waitMs')) || 0, longestWaitMs)
        const plan = (user: UserRecord) => planOf(config, user)
        const request = { cursor, waitMs, accessSeconds, planOf: plan, clock: now }
        return { data: await changesSince(store, request) }
      },
    }),
  ]
}

/**
 * The routes of the probe listener, which other machines may reach: `/healthz` while the process
 * can answer, `/readyz` as the health above.
 */
export function probeRoutes(service: AuthService): RouteRow[] {
  const data = { status: 'ok' }
  return [
    route({ method: 'GET', path: '/healthz', access: 'none', handle: () => ({ data }) }),
    route({
      method: 'GET',
      path: '/readyz',
      access: 'none',
      handle: () => ({ data: healthOf(service) }),
    }),
  ]
}

/** @throws ApiError SHUTTING_DOWN while the service is being stopped. */
function healthOf({ isRetiring, store, policyGaps }: AuthService): Health {
  if (isRetiring())
    throw new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.')
  const warnings = policyGaps
    .current()
    .map(({ names, message }) => `${names.join(', ')}: ${message}`)
  const storeFault = store.health.look()
  return {
    state: 'ready',
    ...(store.filled && { store: store.filled }),
    ...(storeFault && { storeFault }),
    ...(warnings.length > 0 && { warnings }),
  }
}

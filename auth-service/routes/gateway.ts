import Joi from 'joi'
import { fields, sha256Hex } from '../http/fields.js'
import { guard, type Secrets } from '../http/guard.js'
import type { Route } from '../http/router.js'
import type { Service } from '../service.js'
import { changesSince } from '../store/changes.js'

const verifyBody = fields<{ prefix: string; hash: string; address?: string }>({
  prefix: Joi.string()
    .pattern(/^npd_[0-9A-Za-z]{8}$/, 'the first two segments of a key')
    .required(),
  hash: sha256Hex.required(),
  address: Joi.string().max(64),
})

/** What the gateway asks (DESIGN 4). */
export function gatewayRoutes({ store, config, apiKeys, keys, now }: Service, secrets: Secrets): Route[] {
  const { reading } = guard(secrets)
  return [
    { method: 'GET', path: '/internal/health', handle: () => ({ data: { state: 'ready' } }) },
    {
      method: 'GET',
      path: '/internal/public-keys',
      handle: reading(() => {
        const { issuer, audience } = config.tokens
        return { data: { issuer, audience, keys: keys.all().map(({ kid, paserk: key }) => ({ kid, key })) } }
      }),
    },
    {
      method: 'POST',
      path: '/internal/api-keys/verify',
      body: 'required',
      handle: reading(async (call) => ({ data: await apiKeys.verify(await call.body(verifyBody)) })),
    },
    {
      method: 'GET',
      path: '/internal/changes',
      handle: reading(async ({ query }) => ({
        data: await changesSince(store, query.get('since') ?? undefined, config.tokens.accessSeconds, now()),
      })),
    },
  ]
}

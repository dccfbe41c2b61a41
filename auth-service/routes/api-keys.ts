import type { Result } from '../../kit/api/envelope.js'
import { texts } from '../../kit/api/errors.js'
import type { CreatedApiKey, KeyAllowList } from '../../kit/api/internal-answers.js'
import { manageKeys } from '../../kit/config/roles.js'
import type { KeyPatch } from '../api-keys/api-keys.js'
import { fields } from '../http/check.js'
import {
  allowList,
  displayName,
  graceSeconds,
  instant,
  scopes,
  wholeNumber,
} from '../http/fields.js'
import { parsePage } from '../http/pagination.js'
import { type RouteRow, route } from '../http/route.js'
import { type AuditEvent, audit, type Origin } from '../kit/audit.js'
import type { AuthService } from '../service/service.js'
import type { ApiKeyRecord } from '../store/store.js'

const bodies = {
  create: fields<{ name: string; scopes: string[]; expiresIn: number; allow?: KeyAllowList }>({
    name: displayName.required().description('A descriptive name.'),
    scopes: scopes
      .default(['organizations:read'])
      .description('What the key may do: scopes that its owner may grant.'),
    expiresIn: wholeNumber.min(1).default(365).description('Life of the key, in days.'),
    allow: allowList.description('Where the key may be used from; by default everywhere.'),
  }),
  update: fields<KeyPatch>({
    name: displayName.description('Another name.'),
    scopes: scopes.description('Other scopes: those it has, and any that its owner may grant.'),
    expiresAt: instant.description('A future expiry, earlier than the current one.'),
    allow: allowList
      .allow(null)
      .description(
        'Where the key may be used from, in place of the current list; null: everywhere.',
      ),
  }).min(1),
  rotate: fields<{ graceSeconds: number }>({
    graceSeconds: graceSeconds.description('How long the old key remains valid, in seconds.'),
  }),
}

const path = '/api/v1/api-keys'
const onePath = `${path}/{id}` as const

/**
 * A user's own API keys (docs/api.md, API keys), if the role allows to manage them. Keys of others
 * are not found.
 */
export function apiKeyRoutes({ accounts, apiKeys }: AuthService): RouteRow[] {
  return [
    route({
      method: 'POST',
      path,
      access: 'token',
      scope: manageKeys,
      body: { schema: bodies.create },
      async handle({ principal: { user }, body, origin }) {
        const key = await apiKeys.create(user, body)
        await accounts.notify(user, 'key-created')
        audited('key-created', origin, { ownerId: user.id, id: key.id })
        return newKey(key)
      },
    }),
    route({
      method: 'GET',
      path,
      access: 'token',
      scope: manageKeys,
      async handle({ principal: { user }, query }) {
        const { limit, offset } = parsePage(query)
        const keys = await apiKeys.list(user.id)
        const page = keys.slice(offset, offset + limit).map((key) => apiKeys.view(key, user))
        return { data: { keys: page, total: keys.length } }
      },
    }),
    route({
      method: 'GET',
      path: onePath,
      access: 'token',
      scope: manageKeys,
      async handle({ principal: { user }, params }) {
        return { data: apiKeys.view(await apiKeys.read(params.id, user.id), user) }
      },
    }),
    route({
      method: 'PATCH',
      path: onePath,
      access: 'token',
      scope: manageKeys,
      body: { schema: bodies.update },
      async handle({ principal: { user }, params, body, origin }) {
        const key = await apiKeys.read(params.id, user.id)
        const changed = await apiKeys.update(key, user, body)
        audited('key-changed', origin, key)
        return { data: apiKeys.view(changed, user) }
      },
    }),
    route({
      method: 'DELETE',
      path: onePath,
      access: 'token',
      scope: manageKeys,
      async handle({ principal: { user }, params, origin }) {
        const key = await apiKeys.read(params.id, user.id)
        await apiKeys.revoke(key.id)
        audited('key-revoked', origin, key)
        return { data: {} }
      },
    }),
    route({
      method: 'POST',
      path: `${onePath}/rotate`,
      access: 'token',
      scope: manageKeys,
      body: { schema: bodies.rotate, optional: true },
      async handle({ principal: { user }, params, body, origin }) {
        const key = await apiKeys.read(params.id, user.id)
        const successor = await apiKeys.rotate(key, body.graceSeconds)
        await accounts.notify(user, 'key-created')
        audited('key-rotated', origin, key)
        return newKey(successor)
      },
    }),
  ]
}

function audited(
  event: AuditEvent,
  origin: Origin,
  { id, ownerId }: Pick<ApiKeyRecord, 'id' | 'ownerId'>,
): void {
  audit(event, { ...origin, userId: ownerId, keyId: id })
}

function newKey(data: CreatedApiKey): Result {
  return { status: 201, data, message: texts.storeKey }
}

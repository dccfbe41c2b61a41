import type { Result } from '../../kit/envelope.js'
import { texts } from '../../kit/errors.js'
import type { NewApiKey } from '../../kit/internal-answers.js'
import { type AuditEvent, audit } from '../audit.js'
import { callerOf } from '../http/caller.js'
import { displayName, fields, graceSeconds, isoDate, scopes, sliceOf, wholeNumber } from '../http/fields.js'
import type { Call, Route } from '../http/router.js'
import type { Service } from '../service.js'
import type { ApiKeyRecord } from '../store/store.js'

const bodies = {
  create: fields<{ name: string; scopes: string[]; expiresIn: number }>({
    name: displayName.required(),
    scopes: scopes.default(['organizations:read']),
    expiresIn: wholeNumber.min(1).default(365), // days (SPEC 4.2)
  }),
  update: fields<{ name?: string; scopes?: string[]; expiresAt?: string }>({
    name: displayName,
    scopes,
    expiresAt: isoDate,
  }).min(1),
  rotate: fields<{ graceSeconds: number }>({ graceSeconds }),
}

const path = '/api/v1/api-keys'

/** A user's own API keys (SPEC 4.2, DESIGN 3). Another's key does not exist. */
export function apiKeyRoutes({ sessions, apiKeys }: Service): Route[] {
  async function ownKey(call: Call): Promise<ApiKeyRecord> {
    const { user } = await callerOf(call, sessions)
    return apiKeys.read(call.params.id!, user.id)
  }

  return [
    {
      method: 'POST',
      path,
      body: 'required',
      async handle(call) {
        const { user } = await callerOf(call, sessions)
        const key = await apiKeys.create(user, await call.body(bodies.create))
        audited('key-created', call, { ownerId: user.id, id: key.id })
        return newKey(key)
      },
    },
    {
      method: 'GET',
      path,
      async handle(call) {
        const { user } = await callerOf(call, sessions)
        const { limit, offset } = sliceOf(call.query)
        const keys = await apiKeys.list(user.id)
        const page = keys.slice(offset, offset + limit).map((key) => apiKeys.shown(key))
        return { data: { keys: page, total: keys.length } }
      },
    },
    { method: 'GET', path: `${path}/{id}`, handle: async (call) => ({ data: apiKeys.shown(await ownKey(call)) }) },
    {
      method: 'PATCH',
      path: `${path}/{id}`,
      body: 'required',
      async handle(call) {
        const key = await ownKey(call)
        const changed = await apiKeys.update(key, await call.body(bodies.update))
        audited('key-changed', call, key)
        return { data: apiKeys.shown(changed) }
      },
    },
    {
      method: 'DELETE',
      path: `${path}/{id}`,
      async handle(call) {
        const key = await ownKey(call)
        await apiKeys.revoke(key.id)
        audited('key-revoked', call, key)
        return { data: {} }
      },
    },
    {
      method: 'POST',
      path: `${path}/{id}/rotate`,
      body: 'optional',
      async handle(call) {
        const key = await ownKey(call)
        const { graceSeconds: grace } = await call.body(bodies.rotate)
        const successor = await apiKeys.rotate(key, grace)
        audited('key-rotated', call, key)
        return newKey(successor)
      },
    },
  ]
}

function audited(event: AuditEvent, call: Call, { id, ownerId }: Pick<ApiKeyRecord, 'id' | 'ownerId'>): void {
  audit(event, { requestId: call.requestId, address: call.address, userId: ownerId, keyId: id })
}

function newKey(data: NewApiKey): Result {
  return { status: 201, data, message: texts.storeKey, headers: { 'Cache-Control': 'no-store' } }
}

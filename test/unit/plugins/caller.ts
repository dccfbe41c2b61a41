import { definePlugin, definePolicy } from '../../../plugins/kit/plugin.js'

interface Params {
  scopes: string[]
}

/** Stands in for `authenticate` in the tests: the owner is whom the header X-Test-Owner names. */
const caller = definePolicy<Params>({
  name: 'caller',
  params: { scopes: { description: 'Scopes of the caller.', type: 'array', items: { type: 'string' }, default: [] } },
  gives: ['caller'],
  create({ scopes }) {
    return function caller(context, req) {
      const ownerId = String(req.headers['x-test-owner'] ?? '7')
      context.caller = { kind: 'api-key', ownerId, scopes, credentialId: 'key-1' }
      return undefined
    }
  },
})

export const { version, policies, schema, init } = definePlugin(caller)

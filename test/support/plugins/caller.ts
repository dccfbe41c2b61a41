import { definePlugin, definePolicy } from '../../../plugins/kit/plugin.js'

interface Params {
  scopes: string[]
}

/**
 * Replaces `authenticate` in the tests: owner and credential are what X-Test-Owner and
 * X-Test-Key name.
 */
const caller = definePolicy<Params>({
  name: 'caller',
  params: {
    scopes: {
      description: 'Scopes of the caller.',
      type: 'array',
      items: { type: 'string' },
      default: [],
    },
  },
  provides: ['caller'],
  create({ scopes }) {
    return function caller(context, req) {
      const ownerId = String(req.headers['x-test-owner'] ?? '7')
      const credentialId = String(req.headers['x-test-key'] ?? 'key-1')
      const plan = String(req.headers['x-test-plan'] ?? 'default')
      const keyPrefix = 'npd_aaaaaaaa'
      context.caller = { kind: 'api-key', ownerId, scopes, plan, credentialId, keyPrefix }
      return undefined
    }
  },
})

export const { version, policies, schema, init } = definePlugin(caller)

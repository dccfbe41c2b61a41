import { ApiError } from '../../kit/api/errors.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'

interface Params {
  scopes: string[]
}

/** Admits a request only if its caller has every scope that the route requires. */
const authorize = definePolicy<Params, 'caller'>({
  name: 'authorize',
  params: {
    scopes: {
      description: 'Scopes that the caller must have, all of them.',
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      refuses: 'FORBIDDEN',
      more: 'refuses',
      says: ['callers need the scope {}', 'callers without the scope {} pass'],
    },
  },
  required: ['scopes'],
  provides: ['authorized'],
  place: { needs: ['caller'] },
  create({ scopes }) {
    return function authorize(context) {
      const { caller } = context
      if (scopes.every((scope) => caller.scopes.includes(scope))) {
        context.authorized = true
        return undefined
      }
      throw new ApiError(
        'FORBIDDEN',
        'The credential does not have a scope that this call requires',
        {
          details: { required: scopes, granted: caller.scopes },
        },
      )
    }
  },
})

export const { version, policies, schema, init } = definePlugin(authorize)

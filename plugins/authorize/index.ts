import { ApiError } from '../../kit/errors.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'

interface Params {
  scopes: string[]
}

/** Lets a request pass only when its caller holds every scope that the route asks for. */
const authorize = definePolicy<Params>({
  name: 'authorize',
  params: {
    scopes: {
      description: 'Scopes that the caller must hold, all of them.',
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
    },
  },
  required: ['scopes'],
  stage: 'authorize',
  needs: ['authenticate'],
  create({ scopes }) {
    return function authorize({ caller }) {
      if (!caller) throw new Error('authorize needs authenticate before it')
      if (scopes.every((scope) => caller.scopes.includes(scope))) return undefined
      throw new ApiError('FORBIDDEN', 'The credential lacks a scope that this call needs', {
        details: { required: scopes, granted: caller.scopes },
      })
    }
  },
})

export const { version, policies, schema, init } = definePlugin(authorize)

import { isObject } from '../../kit/config/objects.js'
import { definePlugin, type Manifest } from '../../plugins/kit/plugin.js'
import type { Policy } from '../../plugins/kit/policy.js'
import { findSchemaFault } from '../config/parameters.js'

/**
 * The manifest that a plugin's module exports, or is made of the policy that is its default export.
 * @throws Error with what is wrong with that.
 */
export function manifestOf(module: Readonly<Record<string, unknown>>): Manifest {
  if (typeof module.init === 'function') return module as unknown as Manifest
  const policy = module.default
  if (!isObject(policy) || '__esModule' in policy)
    throw new Error('it has no policy: write export default definePolicy({ … }) in an ES module')
  const fault = faultOf(policy)
  if (fault !== undefined) throw new Error(`its policy is invalid: ${fault}`)
  return definePlugin(policy as unknown as Policy<object>)
}

/** What the compiler would refuse, for modules that it has not seen. */
function faultOf({ name, params, required = [], create }: Record<string, unknown>) {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name))
    return '"name" must be small letters, digits and hyphens'
  if (typeof create !== 'function') return '"create" must be a function that returns the step'
  if (!isObject(params)) return '"params" must be an object, {} without parameters'
  const unclear = Object.entries(params).find(
    ([, schema]) => !isObject(schema) || typeof schema.description !== 'string',
  )
  if (unclear) return `"params.${unclear[0]}" must be a JSON Schema with a description`
  return findSchemaFault({ type: 'object', properties: params, required })
}

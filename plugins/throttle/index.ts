import { counter } from '../../kit/metrics/metrics.js'
import { definePlugin, definePolicy, joinPlugins } from '../kit/plugin.js'
import { spend } from '../kit/rate-limit.js'
import { type CountingParams, countingMistakes, countingParams } from './allowance.js'
import { budget } from './budget.js'
import { enforcedLimit, shareOf } from './counters.js'
import { limits } from './limits.js'

const count = counter({
  name: 'directory_rate_limited_total',
  help: 'Requests that a step throttle refused, by what it counts and its name.',
  labels: ['by', 'unit', 'name'],
})

/**
 * Limits the requests, or the search cost, of an address, the owner of a credential, or one
 * credential.
 */
const throttle = definePolicy<CountingParams, 'caller' | 'search'>({
  name: 'throttle',
  params: countingParams,
  required: ['by', 'limit'],
  place: ({ by, unit }) => {
    // the cost is known once the body is validated
    if (unit === 'cost') return { needs: ['caller', 'search'] }
    // addresses before credentials are verified; owners before the body is read
    return by === 'address'
      ? { before: ['caller'] }
      : { needs: ['caller'], after: ['authorized'], before: ['search'] }
  },
  conditional: true,
  throttles: true,
  check: countingMistakes,
  create(params, view) {
    const stated = enforcedLimit(params, view)
    const { by, unit, label, windows } = stated
    return function throttle(context, _req, res) {
      const weight = unit === 'cost' ? Math.ceil(context.search.cost.passes) : 1
      const refused = (error: unknown): never => {
        count([by, unit, label])
        context.limit = label
        throw error
      }
      try {
        const done = spend(res, { windows, ...shareOf(stated, context), weight, stated })
        return done?.catch(refused)
      } catch (error) {
        return refused(error)
      }
    }
  },
})

export const { version, policies, schema, init } = joinPlugins(
  definePlugin(throttle),
  definePlugin(budget),
  definePlugin(limits),
)

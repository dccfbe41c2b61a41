import { entering } from '../../kit/credentials/plans.js'
import { counter } from '../../kit/metrics/prometheus.js'
import { limitName } from '../kit/limit-name.js'
import { definePlugin, definePolicy, joinPlugins } from '../kit/plugin.js'
import { spend } from '../kit/rate-limit.js'
import { type CountingParams, countingMistakes, countingParams, isOfSearches } from './allowance.js'
import { budget } from './budget.js'
import { findShare, stepLimit } from './counters.js'
import { findHitLimit, findPageLimit, refuseWithoutHits } from './hits.js'
import { limits } from './limits.js'

const count = counter({
  name: 'directory_rate_limited_total',
  help: 'Requests refused by throttle, by what it counts and its name.',
  labels: ['by', 'unit', 'name'],
})

/**
 * Limits the requests, the search cost, or the hits of an address, the owner of a credential, or
 * one credential.
 */
const throttle = definePolicy<CountingParams, 'caller' | 'search'>({
  name: 'throttle',
  params: countingParams,
  required: ['by', 'limit'],
  place: ({ by, unit }) => {
    // the cost is known once the body is validated, and what asks for hits
    if (isOfSearches(unit)) return { needs: ['caller', 'search'] }
    // addresses before credentials are verified; owners before the body is read
    return by === 'address'
      ? { before: ['caller'] }
      : { needs: ['caller'], after: ['authorized'], before: ['search'] }
  },
  conditional: true,
  throttles: true,
  isCheckPure: true,
  check: countingMistakes,
  nameOf: limitName,
  create(params, { gateway: view }) {
    const stated = stepLimit(view, params)
    const { by, unit, name, windows } = stated
    return function throttle(context, _req, res) {
      const { key, limit } = findShare(stated, context)
      const refused = (error: unknown): never => {
        count([by, unit, name])
        context.limit = name
        throw error
      }
      context.used ??= {}
      const { used } = context
      const remedy = context.caller?.kind === 'none' ? entering : undefined
      const spendNow = (weight: number) => {
        try {
          return spend(res, { windows, key, weight, limit, stated, used, remedy })?.catch(refused)
        } catch (error) {
          return refused(error)
        }
      }
      if (unit === 'requests') return spendNow(1)
      const hits = { windows, key, limit, spend: async (weight: number) => spendNow(weight) }
      const cost = Math.ceil(context.search.cost.total)
      const ofHits = unit === 'cost' ? findPageLimit(hits, cost) : findHitLimit(hits)
      context.hitLimits = [...(context.hitLimits ?? []), ofHits]
      return unit === 'cost' ? spendNow(cost) : refuseWithoutHits(hits)
    }
  },
})

export const { version, policies, schema, init } = joinPlugins(
  definePlugin(throttle),
  definePlugin(budget),
  definePlugin(limits),
)

import { countedAddress } from '../../kit/http/address.js'
import { counter } from '../../kit/metrics/metrics.js'
import type { Caller, RequestContext } from '../kit/context.js'
import { definePlugin, definePolicy, joinPlugins } from '../kit/plugin.js'
import type { ParamSchema } from '../kit/policy.js'
import { spend } from '../kit/rate-limit.js'
import { type Allowance, allowanceMistakes, windowsOf } from './counters.js'

interface Params extends Allowance {
  name?: string
}

const count = counter({
  name: 'directory_rate_limited_total',
  help: 'Requests that a step throttle refused, by what it counts.',
  labels: ['by', 'unit'],
})

const params: Record<keyof Params, ParamSchema> = {
  by: {
    description:
      'What is counted: the client address (IPv6 by /64), the user whose credential it is, or ' +
      'the API key.',
    type: 'string',
    enum: ['address', 'owner', 'key'],
  },
  unit: {
    description: 'What is counted: each request, or the cost of each search (docs/query-cost.md).',
    type: 'string',
    enum: ['requests', 'cost'],
    default: 'requests',
  },
  limit: { description: 'How much of it in a window.', type: 'integer', minimum: 1 },
  windowSeconds: {
    description: 'Length of a window, in seconds.',
    type: 'integer',
    minimum: 1,
    maximum: 86400,
  },
  name: {
    description:
      'Steps of one name share their counter across pipelines; without, each ' + 'has its own.',
    type: 'string',
    minLength: 1,
  },
}

/**
 * Limits the requests, or the search cost, of an address, the owner of a credential, or one
 * credential.
 */
const throttle = definePolicy<Params, 'caller' | 'search'>({
  name: 'throttle',
  params,
  required: ['by', 'limit', 'windowSeconds'],
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
  check: ({ name, ...allowance }, around) => allowanceMistakes(allowance, name, around),
  create({ name, ...allowance }, surroundings) {
    const windows = windowsOf(allowance, name, surroundings)
    const keyOf = keys[allowance.by]
    const unit = allowance.unit === 'cost' ? 'passes of searches' : 'requests'
    const refused = (error: unknown): never => {
      count([allowance.by, allowance.unit])
      throw error
    }
    return function throttle(context, _req, res) {
      const weight = allowance.unit === 'cost' ? Math.ceil(context.search.cost.passes) : 1
      try {
        const taken = spend(res, { windows, key: keyOf(context), weight, unit })
        return taken instanceof Promise ? taken.then(() => undefined, refused) : undefined
      } catch (error) {
        return refused(error)
      }
    }
  },
})

/**
 * Reads the rest of a cost budget that `throttle` steps of its name spend, and spends nothing
 * itself.
 */
const budget = definePolicy<Params & { name: string }, 'caller'>({
  name: 'budget',
  params: {
    ...params,
    unit: { ...params.unit, enum: ['cost'], default: 'cost' },
    name: {
      ...params.name,
      description: 'Name of the steps throttle that spend it, with the same limit.',
    },
  },
  required: ['by', 'limit', 'windowSeconds', 'name'],
  gives: ['budget'],
  place: { needs: ['caller'], after: ['authorized'] },
  check: ({ name, ...allowance }, around) => allowanceMistakes(allowance, name, around),
  create({ name, ...allowance }, surroundings) {
    const windows = windowsOf(allowance, name, surroundings)
    const keyOf = keys[allowance.by]
    return async function budget(context) {
      const now = Math.floor(performance.now())
      // begins a window, like any read of one
      const { remaining, resetAt } = await windows.take(keyOf(context), 0, now)
      const { limit, windowSeconds } = allowance
      context.budget = {
        limit,
        windowSeconds,
        remaining,
        resetSeconds: Math.ceil((resetAt - now) / 1000),
      }
      return undefined
    }
  },
})

/** The keys of requests. A token is counted by its session, which outlives it. */
const keys: Record<Allowance['by'], (context: RequestContext & { caller: Caller }) => string> = {
  address: ({ address }) => countedAddress(address),
  owner: ({ caller }) => caller.ownerId,
  key: ({ caller }) => caller.credentialId,
}

export const { version, policies, schema, init } = joinPlugins(
  definePlugin(throttle),
  definePlugin(budget),
)

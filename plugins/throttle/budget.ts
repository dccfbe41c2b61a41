import { getWindowSeconds } from '../../kit/rate-limit/window-length.js'
import type { RequestContext } from '../kit/context.js'
import { definePolicy } from '../kit/plugin.js'
import { type CountingParams, countingMistakes, countingParams } from './allowance.js'
import { findShare, type StepLimit, stepLimit } from './counters.js'

/** What is left of a limit. */
export interface Rest {
  limit: number
  /** Length of the current window. */
  windowSeconds: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
}

/** What a caller has left of a limit; spends nothing, but begins a window, like any read of one. */
export async function readRest(limit: StepLimit, context: RequestContext): Promise<Rest> {
  const share = findShare(limit, context)
  const { remaining, msLeft } = await limit.windows.take(share.key, 0, share.limit)
  return {
    limit: share.limit,
    windowSeconds: getWindowSeconds(limit.windows.length),
    remaining,
    resetSeconds: Math.ceil(msLeft / 1000),
  }
}

/**
 * Reads the rest of a cost limit that `throttle` steps of its name spend, and spends nothing
 * itself.
 */
export const budget = definePolicy<CountingParams & { name: string }, 'caller'>({
  name: 'budget',
  params: {
    ...countingParams,
    unit: { ...countingParams.unit, enum: ['cost'], default: 'cost' },
    name: {
      ...countingParams.name,
      description: 'Name of the throttle steps with the same limit.',
    },
  },
  required: ['by', 'limit', 'name'],
  provides: ['budget'],
  place: { needs: ['caller'], after: ['authorized'] },
  isCheckPure: true,
  check: countingMistakes,
  create(params, { gateway: view }) {
    const limit = stepLimit(view, params)
    return async function budget(context) {
      context.budget = await readRest(limit, context)
      return undefined
    }
  },
})

import { validationError } from '../../kit/api/errors.js'
import type { Pipeline } from '../../routes/pipelines.js'
import { isServed } from '../../routes/routes.js'
import type { RequestContext } from '../kit/context.js'
import { definePolicy } from '../kit/plugin.js'
import type { GatewayView } from '../kit/policy.js'
import { queryParameters } from '../kit/query-parameters.js'
import { rulesFor } from '../kit/rules/by-plan.js'
import type { CountingParams } from './allowance.js'
import { type Rest, readRest } from './budget.js'
import { type StepLimit, stepLimit } from './counters.js'

/** Where a limit holds. */
interface LimitPlace {
  limit: StepLimit
  /** Methods and paths, such as `GET /api/v1/organizations`. */
  calls: string[]
  /** Whether it only holds for some of their requests. */
  conditional: boolean
}

/** A limit as the answer lists it. */
interface ListedLimit extends Rest {
  name: string
  unit: string
  by: string
  window?: 'month'
  calls: readonly string[]
  conditional?: true
}

/**
 * Answers with the limits of the caller in all pipelines, and of their address if asked; spends none
 * of them.
 */
export const limits = definePolicy<object, 'caller'>({
  name: 'limits',
  params: {},
  role: 'answer',
  place: { needs: ['caller'] },
  create(_params, { gateway: view }) {
    let places: LimitPlace[] | undefined
    return async function limits(context, req) {
      const isWhole = wantsAll(req.url ?? '')
      places ??= listPlaces(view) // all steps have been created by now
      const shown = isWhole ? places : places.filter(isOwn)
      const listed = await Promise.all(shown.map((place) => listedLimit(place, context)))
      const { plan, scopes } = context.caller
      const data = { plan, scopes, limits: listed, searches: listSearches(view, plan) }
      context.result = { data, headers: { 'Cache-Control': 'no-store' } }
      return undefined
    }
  },
})

/** @throws ApiError VALIDATION_ERROR for a wrong parameter. */
function wantsAll(url: string): boolean {
  const { query, problems } = queryParameters(url, ['all'])
  const all = query.get('all') ?? 'false'
  if (!['true', 'false'].includes(all)) problems.all ??= ['all must be true or false']
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return all === 'true'
}

/** Whether a limit is the caller's own, and not that of an address, which others may share. */
function isOwn({ limit }: LimitPlace): boolean {
  return limit.by !== 'address'
}

async function listedLimit(
  { limit, calls, conditional }: LimitPlace,
  context: RequestContext,
): Promise<ListedLimit> {
  const { name, unit, by, allowance } = limit
  const { window } = allowance
  return {
    ...{ name, unit, by, ...(window && { window }) },
    ...(await readRest(limit, context)),
    ...{ calls, ...(conditional && { conditional }) },
  }
}

/** The limits of the YAML, once each: those of callers first. */
function listPlaces(view: GatewayView): LimitPlace[] {
  const places = new Map<StepLimit, LimitPlace>()
  for (const pipeline of view.pipelines) {
    const calls = listCalls(pipeline, view)
    if (calls.length === 0) continue // switched off
    for (const { policy, params, value } of pipeline.steps) {
      if (policy !== 'throttle') continue
      const limit = stepLimit(view, params as unknown as CountingParams)
      const conditional = 'condition' in (value as object)
      const known = places.get(limit) ?? { limit, calls: [], conditional }
      known.calls = [...new Set([...known.calls, ...calls])]
      known.conditional &&= conditional
      places.set(limit, known)
    }
  }
  const all = [...places.values()]
  return [...all.filter(isOwn), ...all.filter((place) => !isOwn(place))]
}

/**
 * The greatest cost of one search, where the YAML has it, by the calls that search. Exports are not
 * among them: clients know this list since before there were any.
 */
function listSearches(view: GatewayView, plan: string) {
  const searching = view.pipelines.filter(({ steps }) =>
    steps.every(({ policy }) => policy !== 'export'),
  )
  return searching.flatMap((pipeline) =>
    pipeline.steps
      .filter(({ policy }) => policy === 'search-rules')
      .map(({ params }) => ({
        calls: listCalls(pipeline, view),
        maxCost: rulesFor(params, plan).maxCost,
      }))
      .filter(({ calls, maxCost }) => calls.length > 0 && maxCost !== undefined),
  )
}

function listCalls({ name }: Pipeline, { routes }: GatewayView): string[] {
  return routes
    .filter((route) => isServed(route) && route.pipeline.name === name)
    .map(({ method, path }) => `${method ?? '*'} ${path}`)
}

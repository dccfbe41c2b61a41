import type { ServerResponse } from 'node:http'
import type { DecidingRule } from '../../gateway/decisions/flip.js'
import { knownIn } from '../../gateway/decisions/known.js'
import { Masking } from '../../gateway/decisions/masking.js'
import type { KeptShape, Shape } from '../../gateway/decisions/shape.js'
import { findContext } from '../../plugins/kit/context.js'
import { TrialDecider } from '../../trial/decision.js'
import { carrying, type TrialGateway } from '../../trial/gateway.js'
import { type Asked, callers } from './requests.js'

/** What a configuration decided about a request. */
export interface Decided {
  /** `none`: no pipeline takes it. */
  pipeline: string
  /** `passes`, or the code that it is refused with. */
  decision: string
  /** As a gateway records it; undefined where it does not. */
  shape: Shape | undefined
}

/** Steps that ask a service: what it says is no decision, unless a limit refuses. */
const asking: readonly unknown[] = ['search', 'upstream']

/**
 * What a configuration decides about requests that come one after the other within a moment. Limits
 * count on from request to request.
 */
export async function decisionsOf(gateway: TrialGateway, requests: readonly Asked[]) {
  const { loaded } = gateway
  const { incoming, exchange } = gateway.exchange
  const masking = new Masking(knownIn(loaded.config))
  const credentials = await Promise.all(
    callers.map((one) => gateway.callers.newCredentialOf(one ?? {})),
  )
  const clock = performance.now
  const now = clock.call(performance)
  performance.now = () => now // else a busy machine would end windows
  const decided: Decided[] = []
  for (const { caller, ...request } of requests) {
    const req = incoming(carrying(request, credentials[caller], callers[caller] ?? {}))
    const { status } = await exchange(req)
    const context = findContext(req)
    const { pipeline = 'none', code, failed, limit } = context ?? {}
    const isAnswer = asking.includes(failed) && limit === undefined
    decided.push({
      pipeline,
      decision: code === undefined || isAnswer ? 'passes' : code,
      shape: context && masking.shapeOf(req, { statusCode: status } as ServerResponse, context),
    })
  }
  performance.now = clock
  return decided
}

/** Decides the kept requests now: later another configuration has this process. */
export async function decidedOnce(gateway: TrialGateway, kept: readonly KeptShape[]) {
  const decider = new TrialDecider(gateway)
  const shapes = kept.map(({ shape }) => shape)
  const decisions = await decider.decide(shapes)
  const decided = new Map(shapes.map((shape, i) => [shape, decisions[i]!]))
  const [limits, notJudged] = [await decider.limits(), await decider.notJudged()]
  return {
    decide: async (some: readonly Shape[]) => some.map((shape) => decided.get(shape)!),
    placesOf: (rules: readonly DecidingRule[]) => decider.placesOf(rules),
    limits: async () => limits,
    notJudged: async () => notJudged,
  }
}

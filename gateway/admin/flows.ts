import { type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import type { WrittenStep } from '../../routes/pipelines.js'
import { isServed, parseRoutes } from '../../routes/routes.js'
import type { Facts } from '../config/steps.js'

/** A pipeline as a flow: from the calls that it takes, through its steps, to a service. */
export interface Flow {
  name: string
  /** Such as `GET /api/v1/organizations`. */
  calls: string[]
  /** The policies, each once; a throttle with what it counts. */
  steps: string[]
  /** A name of `serviceEndpoints`, or `engine`; null where the gateway answers by itself. */
  service: string | null
}

/** The pipelines that answer calls, in the order of their first call. */
export function listFlows(config: Mapping, facts: Facts): Flow[] {
  const flows = new Map<string, Flow>()
  for (const route of parseRoutes(config).filter(isServed)) {
    const { name, steps } = route.pipeline
    const flow = flows.get(name) ?? {
      ...{ name, calls: [], steps: [...new Set(steps.map(toTitle))] },
      service: findService(steps, facts),
    }
    flow.calls.push(`${route.method ?? '*'} ${route.path}`)
    flows.set(name, flow)
  }
  return [...flows.values()]
}

function toTitle({ policy, params: { by } }: WrittenStep): string {
  return typeof by === 'string' ? `${policy} by ${by}` : policy
}

function findService(steps: readonly WrittenStep[], { policies }: Facts): string | null {
  const last = steps.at(-1)
  if (!last) return null
  if (last.params.serviceEndpoint !== undefined) return textOf(last.params.serviceEndpoint)
  const policy = policies.get(last.policy)
  return policy?.backendsOf(last.params).engine ? 'engine' : null
}

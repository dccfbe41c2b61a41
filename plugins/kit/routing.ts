import { isObject } from '../../kit/config/objects.js'
import type { GatewayView } from './policy.js'

/** Parameters of a step, as in the YAML. */
export type StepParams = Readonly<Record<string, unknown>>

/** Paths that a pipeline serves, and its steps. */
export interface OpenRoute {
  /** Upper case; none for any method. */
  methods: readonly string[]
  /** As written in the YAML. */
  paths: readonly string[]
  /** The steps of a policy, each with its parameters; empty if the pipeline has none. */
  steps(policy: string): readonly StepParams[]
}

/**
 * The routes of the YAML, in its order: for policies that describe them to callers. Disabled
 * pipelines are left out.
 */
export function openRoutes({
  apiEndpoints,
  pipelines,
}: NonNullable<GatewayView['routing']>): OpenRoute[] {
  const served = entriesOf(pipelines)
  return entriesOf(apiEndpoints).flatMap(([name, rules]) => {
    const [, pipeline] =
      served.find(([, one]) => listOf(memberOf(one, 'apiEndpoints')).includes(name)) ?? []
    const steps = (policy: string) => stepsIn(memberOf(pipeline, 'policies'), policy)
    const [{ enabled = true } = {}] = steps('envelope')
    if (pipeline === undefined || String(enabled) !== 'true') return []
    return listOf(rules).map((rule) => ({
      methods: listOf(memberOf(rule, 'methods')).map((method) => String(method).toUpperCase()),
      paths: listOf(memberOf(rule, 'paths')).map(String),
      steps,
    }))
  })
}

function stepsIn(policies: unknown, policy: string): StepParams[] {
  return listOf(policies).flatMap((entry) => {
    if (!isObject(entry) || !Object.hasOwn(entry, policy)) return []
    const steps = listOf(entry[policy])
    return (steps.length > 0 ? steps : [{}]).map(
      (step) => (memberOf(step, 'action') ?? {}) as StepParams,
    )
  })
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

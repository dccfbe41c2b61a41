import type { Path } from '../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping, textOf } from '../kit/config/yaml/mapping.js'

/** A pipeline of the YAML. */
export interface Pipeline {
  name: string
  /** Names of the endpoints that it serves. */
  endpoints: readonly string[]
  steps: readonly WrittenStep[]
  /** `enabled` of its first step as text: a variable may be its value, or have none. */
  enabled: string
}

/** One step of a pipeline as written. */
export interface WrittenStep {
  policy: string
  /** `{action, condition}`, if the YAML is valid. */
  value: unknown
  /** Its parameters, `action`; none if the YAML is not valid. */
  params: Mapping
  path: Path
  /** Where the name of its policy is. */
  name: Path
}

/** The pipelines of a parsed gateway.config.yml; malformed parts are left out. */
export function parsePipelines({ pipelines }: Mapping): Pipeline[] {
  return Object.entries(isMapping(pipelines) ? pipelines : {}).map(([name, value]) => {
    const { apiEndpoints, policies } = isMapping(value) ? value : {}
    const steps = stepsOf(name, policies)
    const { enabled = true } = steps[0]?.params ?? {}
    return {
      name,
      endpoints: [apiEndpoints].flat().filter((endpoint) => typeof endpoint === 'string'),
      steps,
      enabled: textOf(enabled),
    }
  })
}

/**
 * The steps of one pipeline: a policy entry holds none (one step without parameters), one, or a
 * list of them.
 */
export function stepsOf(pipeline: string, policies: unknown): WrittenStep[] {
  if (!Array.isArray(policies)) return []
  return policies.flatMap((entry, i) => {
    const [policy, written] = Object.entries(isMapping(entry) ? entry : {})[0] ?? []
    if (policy === undefined) return []
    const name = ['pipelines', pipeline, 'policies', i, policy]
    const step = (value: unknown, path: Path): WrittenStep => {
      const { action } = isMapping(value) ? value : {}
      return { policy, value, params: isMapping(action) ? action : {}, path, name }
    }
    if (Array.isArray(written) && written.length > 0)
      return written.map((value, k) => step(value, [...name, k]))
    return [step(Array.isArray(written) ? {} : (written ?? {}), name)]
  })
}

/** The parameters of each step of a policy. */
export function paramsOf(pipeline: Pick<Pipeline, 'steps'>, policy: string): Mapping[] {
  return pipeline.steps.filter((step) => step.policy === policy).map(({ params }) => params)
}

/** Whether a pipeline accepts callers without a credential, besides those with one. */
export function takesVisitors(pipeline: Pick<Pipeline, 'steps'>): boolean {
  // as written: a variable makes a flag a string
  return pipeline.steps.some(({ params }) => textOf(params.anonymous) === 'true')
}

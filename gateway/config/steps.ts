import { didYouMean, type Path, type ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { PolicyFacts } from '../../plugins/kit/plugin.js'
import type { GatewayView } from '../../plugins/kit/policy.js'
import type { WrittenStep } from '../../routes/pipelines.js'
import type { Validate } from './parameters.js'

/** A policy as a plugin registered it; one that is not of ours lacks the facts. */
export type RegisteredPolicy = { name: string; schema: object } & Partial<PolicyFacts>

/** A policy of one of our plugins. */
export type OurPolicy = RegisteredPolicy & PolicyFacts

export function isOurs(policy: RegisteredPolicy): policy is OurPolicy {
  return policy.directory === true
}

/** What the host has loaded, as far as checks of the YAML need it. */
export interface Facts {
  policies: ReadonlyMap<string, RegisteredPolicy>
  /** Conditions that a step may name, with the schema of their parameters. */
  conditions: ReadonlyMap<string, object>
  /** Schemas that these refer to. */
  referred: readonly object[]
}

/** What every check of one document shares. */
export interface Checking extends Facts {
  config: Mapping
  /** One for all steps: what they are compared by. */
  surroundings: GatewayView
  validate: Validate
  report: ReportDiagnostic
  /** Records a choice to review. */
  warn: ReportDiagnostic
}

/**
 * Checks one step: its keys, condition and parameters. Returns the parameters, defaults filled in,
 * when they are valid.
 */
export function checkStep(
  step: WrittenStep,
  policy: OurPolicy,
  checking: Checking,
): Mapping | undefined {
  const { policy: name, value, path } = step
  const { report } = checking
  if (!isMapping(value)) {
    report(path, 'step-shape', `a step of "${name}" must be a mapping`, 'write - action: { … }')
    return undefined
  }
  const stranger = Object.keys(value).find((key) => key !== 'action' && key !== 'condition')
  if (stranger !== undefined) {
    const isParameter = Object.hasOwn(
      (policy.schema as { properties?: object }).properties ?? {},
      stranger,
    )
    const remedy = isParameter
      ? `write - action: { ${stranger}: … }`
      : didYouMean(stranger, ['action', 'condition'])
    const message = `a step contains only "action" and "condition", not "${stranger}"`
    report([...path, stranger], 'step-shape', message, remedy)
    return undefined
  }
  if (value.condition !== undefined) {
    const at = [...path, 'condition']
    if (policy.conditional) checkCondition(value.condition, at, checking)
    else {
      const remedy = 'a condition could switch it off; use another pipeline instead'
      report(at, 'condition-refused', `"${name}" takes no condition`, remedy)
    }
  }
  if (value.action !== undefined && !isMapping(value.action)) {
    report(
      [...path, 'action'],
      'step-shape',
      '"action" must be a mapping',
      'write action: { parameter: value }',
    )
    return undefined
  }
  const at = value.action === undefined ? path : [...path, 'action']
  return checkParameters(structuredClone(value.action ?? {}), policy, at, checking)
}

/** Parameters are checked by their schema, then by what they name, then by their policy. */
function checkParameters(
  params: Mapping,
  policy: OurPolicy,
  path: Path,
  checking: Checking,
): Mapping | undefined {
  const { config, report, validate } = checking
  const mistakes = validate(policy.schema, params, path)
  for (const mistake of mistakes)
    report(mistake.path, mistake.rule, mistake.message, mistake.remedy)
  const services = isMapping(config.serviceEndpoints) ? config.serviceEndpoints : {}
  if (
    typeof params.serviceEndpoint === 'string' &&
    !Object.hasOwn(services, params.serviceEndpoint)
  ) {
    const remedy = didYouMean(params.serviceEndpoint, Object.keys(services))
    report(
      [...path, 'serviceEndpoint'],
      'unknown-service',
      '"serviceEndpoint" names no declared service',
      remedy,
    )
    return undefined
  }
  if (mistakes.length > 0) return undefined
  for (const { path: place, rule, message, remedy, severity, location } of policy.check(
    params,
    checking.surroundings,
  )) {
    const tell = severity === 'warning' ? checking.warn : report
    tell([...path, ...place], rule, message, remedy, location)
  }
  return params
}

/** Checks a condition and the conditions inside it. */
function checkCondition(value: unknown, path: Path, checking: Checking): void {
  const { conditions, report, validate } = checking
  if (!isMapping(value) || typeof value.name !== 'string') {
    report(
      path,
      'missing-key',
      'a condition must have a name',
      `known: ${[...conditions.keys()].join(', ')}`,
    )
    return
  }
  const schema = conditions.get(value.name)
  if (!schema) {
    report(
      path,
      'unknown-condition',
      `unknown condition "${value.name}"`,
      didYouMean(value.name, conditions.keys()),
    )
    return
  }
  for (const mistake of validate(schema, value, path)) {
    report(mistake.path, mistake.rule, mistake.message, mistake.remedy)
  }
  if (Array.isArray(value.conditions)) {
    for (const [i, inner] of value.conditions.entries())
      checkCondition(inner, [...path, 'conditions', i], checking)
  }
  if (value.condition !== undefined)
    checkCondition(value.condition, [...path, 'condition'], checking)
}

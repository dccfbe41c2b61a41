import { didYouMean, type Path, type ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { oncePer } from '../../plugins/kit/once-per.js'
import type { PolicyFacts } from '../../plugins/kit/plugin.js'
import type { GatewayView } from '../../plugins/kit/policy.js'
import type { WrittenStep } from '../../routes/pipelines.js'
import { makeValidate, type Validate } from './parameters.js'

/** A policy as its plugin registered it. */
export type OurPolicy = { name: string; schema: object } & PolicyFacts

/** What the host has loaded, as far as checks of the YAML need it. */
export interface Facts {
  policies: ReadonlyMap<string, OurPolicy>
  /** Conditions that a step may name, with the schema of their parameters. */
  conditions: ReadonlyMap<string, object>
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

/** Validates parameters. Kept with the facts, as compiling the schemas takes most of a check. */
export const parameterValidator = oncePer((_: Facts) => makeValidate())

/** The parameters of a valid step as it gets them: defaults filled in, as express-gateway does. */
export function effectiveParams({ policy, params }: WrittenStep, facts: Facts): Mapping {
  const effective = structuredClone(params)
  parameterValidator(facts)(facts.policies.get(policy)?.schema ?? {}, effective, [])
  return effective
}

/**
 * Checks the parameters of a step: by their schema, then by what they name, then by their policy.
 * @returns them with their defaults, when they are valid.
 */
export function checkParameters(
  { params: written, value, path: step }: WrittenStep,
  policy: OurPolicy,
  { config, report, surroundings, validate, warn }: Checking,
): Mapping | undefined {
  const params = structuredClone(written)
  const path: Path = isMapping(value) && value.action !== undefined ? [...step, 'action'] : step
  const mistakes = validate(policy.schema, params, path)
  for (const mistake of mistakes)
    report(mistake.path, mistake.rule, mistake.message, mistake.remedy)
  const services = isMapping(config.serviceEndpoints) ? config.serviceEndpoints : {}
  const { serviceEndpoint: service } = params
  if (typeof service === 'string' && !Object.hasOwn(services, service)) {
    const message = '"serviceEndpoint" names no declared service'
    const remedy = didYouMean(service, Object.keys(services))
    report([...path, 'serviceEndpoint'], 'unknown-service', message, remedy)
    return undefined
  }
  if (mistakes.length > 0) return undefined
  for (const { path: inner, rule, message, remedy, severity, location } of policy.check(
    params,
    surroundings,
  )) {
    const tell = severity === 'warning' ? warn : report
    tell([...path, ...inner], rule, message, remedy, location)
  }
  return params
}

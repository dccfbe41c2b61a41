import {
  type Diagnostic,
  didYouMean,
  type Path,
  type ReportDiagnostic,
  type Severity,
} from '../../kit/config/yaml/diagnostics.js'
import {
  checkKeys,
  entriesOf,
  isMapping,
  type Mapping,
  textOf,
} from '../../kit/config/yaml/mapping.js'
import { gatewayViewOf } from '../../plugins/kit/gateway-view.js'
import { oncePer } from '../../plugins/kit/once-per.js'
import { stepsOf } from '../../routes/pipelines.js'
import { checkAnonymous } from './anonymous.js'
import { checkCostLimits, type ValidStep } from './cost-limits.js'
import { checkEndpoints, checkServices } from './endpoints.js'
import { insteadOf } from './instead.js'
import { checkOrder, type PlacedStep } from './order.js'
import { makeValidate } from './parameters.js'
import { type Checking, checkStep, type Facts, isOurs, type OurPolicy } from './steps.js'

/** Kept with their facts, as compiling the schemas takes most of a check. */
export const validatorOf = oncePer(({ conditions, referred }: Facts) =>
  makeValidate([...conditions.values(), ...referred]),
)

/** Every finding in a parsed gateway.config.yml, checked against what the host has loaded. Pure. */
export function checkGateway(config: Mapping, facts: Facts): Diagnostic[] {
  const mistakes: Diagnostic[] = []
  const reporter =
    (severity: Severity): ReportDiagnostic =>
    (path, rule, message, remedy, location) =>
      mistakes.push({ path, rule, message, remedy, severity, ...(location && { location }) })
  const report = reporter('error')
  const validate = validatorOf(facts)
  const checking: Checking = {
    ...facts,
    config,
    surroundings: { ...gatewayViewOf(config), validate },
    report,
    warn: reporter('warning'),
    validate,
  }
  checkEndpoints(config, report)
  checkServices(config, report)
  checkPolicyList(checking)
  checkTop(checking)
  const pipelines = entriesOf(config.pipelines, ['pipelines'], report)
  if (pipelines.length === 0)
    report(['pipelines'], 'no-pipelines', '"pipelines" names no pipeline', 'declare at least one')
  checkOwners(pipelines, checking)
  for (const [name, pipeline] of pipelines) {
    const path = ['pipelines', name]
    if (isMapping(pipeline)) {
      checkKeys(pipeline, ['apiEndpoints', 'policies'], path, report)
      checkSteps(name, pipeline.policies, checking)
    } else
      report(
        path,
        'wrong-type',
        `pipeline "${name}" must be a mapping`,
        'write apiEndpoints and policies',
      )
  }
  return mistakes
}

function checkPolicyList(checking: Checking): void {
  const { policies } = checking.config
  if (Array.isArray(policies)) {
    for (const [i, name] of policies.entries()) policyNamed(textOf(name), ['policies', i], checking)
  } else {
    const remedy = 'name every policy that the pipelines use'
    checking.report(['policies'], 'wrong-type', '"policies" must be a list', remedy)
  }
}

/** Parameters at the top, which policies use for all their steps. */
function checkTop({ config, policies, report, surroundings, validate }: Checking): void {
  for (const { atTop, schema, check } of ours(policies)) {
    const { properties } = schema as { properties: Mapping }
    for (const name of atTop) {
      if (config[name] === undefined) continue
      const whole = { type: 'object', properties: { [name]: properties[name] } }
      const params = structuredClone({ [name]: config[name] })
      const misfits = validate(whole, params, [])
      const mistakes = misfits.length > 0 ? misfits : check(params, surroundings)
      for (const mistake of mistakes)
        report(mistake.path, mistake.rule, mistake.message, mistake.remedy)
    }
  }
}

/** The policy of that name; reports one that no plugin provides, such as express-gateway's own. */
function policyNamed(
  name: string,
  path: Path,
  { policies, report }: Checking,
): OurPolicy | undefined {
  const policy = policies.get(name)
  if (policy && isOurs(policy)) return policy
  const known = ours(policies).map((our) => our.name)
  if (policy) {
    const message = `policy "${name}" is not made by definePolicy`
    report(path, 'foreign-policy', message, 'make it so, as docs/own-policies.md shows')
  } else {
    const instead = Object.hasOwn(insteadOf, name) ? insteadOf[name] : undefined
    const remedy = instead ?? didYouMean(name, known)
    report(path, 'unknown-policy', `unknown policy "${name}"`, remedy)
  }
  return undefined
}

function ours(policies: Facts['policies']): OurPolicy[] {
  return [...policies.values()].filter(isOurs)
}

/** Every endpoint belongs to exactly one pipeline, and every pipeline has at least one. */
function checkOwners(pipelines: [string, unknown][], { config, report }: Checking): void {
  const endpoints = Object.keys(isMapping(config.apiEndpoints) ? config.apiEndpoints : {})
  const owners = new Map<string, string>()
  for (const [name, pipeline] of pipelines) {
    const named =
      isMapping(pipeline) && Array.isArray(pipeline.apiEndpoints) ? pipeline.apiEndpoints : []
    if (named.length === 0) {
      const remedy = 'list them: apiEndpoints: […]'
      report(['pipelines', name], 'no-endpoints', `pipeline "${name}" has no endpoints`, remedy)
    }
    for (const [i, endpoint] of named.map(textOf).entries()) {
      const path = ['pipelines', name, 'apiEndpoints', i]
      const owner = owners.get(endpoint)
      if (!endpoints.includes(endpoint)) {
        report(
          path,
          'unknown-endpoint',
          `unknown endpoint "${endpoint}"`,
          didYouMean(endpoint, endpoints),
        )
      } else if (owner !== undefined) {
        const remedy = `"${owner}" has it already; remove it from one`
        report(path, 'endpoint-twice', `endpoint "${endpoint}" is in two pipelines`, remedy)
      } else owners.set(endpoint, name)
    }
  }
  for (const endpoint of endpoints) {
    if (owners.has(endpoint)) continue
    report(
      ['apiEndpoints', endpoint],
      'endpoint-unserved',
      `no pipeline serves "${endpoint}"`,
      'add it to one',
    )
  }
}

/** Checks each step of a pipeline, then, if each is valid, their order. */
function checkSteps(pipeline: string, policies: unknown, all: Checking): void {
  const path = ['pipelines', pipeline, 'policies']
  if (!Array.isArray(policies) || policies.length === 0) {
    const remedy = 'list its steps: policies: […]'
    all.report(
      ['pipelines', pipeline],
      'no-policies',
      `pipeline "${pipeline}" has no policies`,
      remedy,
    )
    return
  }
  let isSound = true
  const report: ReportDiagnostic = (...mistake) => {
    isSound = false
    all.report(...mistake)
  }
  const checking = { ...all, report }
  for (const [i, entry] of policies.entries()) {
    if (isMapping(entry) && Object.keys(entry).length === 1) continue
    report(
      [...path, i],
      'policy-entry',
      'an entry must contain one policy',
      'write - policy: [{ action: { … } }], each policy after a "-"',
    )
  }
  if (!isSound) return
  const placed: PlacedStep[] = []
  const valid: ValidStep[] = []
  for (const step of stepsOf(pipeline, policies)) {
    const policy = policyNamed(step.policy, step.name, checking)
    if (!policy) continue
    if (Array.isArray(all.config.policies) && !all.config.policies.includes(step.policy)) {
      const remedy = 'add it to "policies:" at the top'
      report(step.name, 'unlisted-policy', `policy "${step.policy}" is not listed`, remedy)
    }
    const params = checkStep(step, policy, checking)
    const { role, provides, throttles, placeOf } = policy
    if (!params) continue
    valid.push({ policy: step.policy, path: step.path, params })
    placed.push({
      policy: step.policy,
      path: step.name,
      role,
      provides,
      // one that a condition may skip leaves some requests without a limit
      throttles: throttles && !(isMapping(step.value) && step.value.condition !== undefined),
      place: placeOf(params),
    })
  }
  if (!isSound) return
  checkOrder(pipeline, placed, ours(all.policies), all.report)
  checkAnonymous(pipeline, placed, all.report)
  checkCostLimits(valid, all.warn)
}

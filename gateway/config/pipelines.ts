import {
  type Diagnostic,
  didYouMean,
  type Path,
  type ReportDiagnostic,
  type Severity,
} from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { gatewayViewOf } from '../../plugins/kit/gateway-view.js'
import { oncePer } from '../../plugins/kit/once-per.js'
import { type Pipeline, parsePipelines, type WrittenStep } from '../../routes/pipelines.js'
import {
  type DeclaredRoute,
  findUnreachableRoutes,
  parseRoutes,
  renderCall,
  takesAll,
  type UnreachableRoute,
} from '../../routes/routes.js'
import { checkCostLimits, type ValidStep } from './cost-limits.js'
import { checkAnonymous, checkOrder, type PlacedStep } from './order.js'
import { makeValidate } from './parameters.js'
import { makeGatewaySchema } from './schema.js'
import { type Checking, checkParameters, type Facts, parameterValidator } from './steps.js'
import { forms } from './text-forms.js'

/** Validates the structure of the file. Kept with the facts, as compiling takes a while. */
const structureValidator = oncePer((facts: Facts) => {
  const validate = makeValidate({ noun: 'key', isConverting: false, forms })
  const schema = makeGatewaySchema(facts)
  return (config: Mapping) => validate(schema, config, [])
})

/**
 * Every finding in a parsed gateway.config.yml: its structure by its schema, then what one part of
 * it says of another, as far as the structure is right there. Pure.
 * @param facts What the host has loaded.
 */
export function checkGateway(config: Mapping, facts: Facts): Diagnostic[] {
  const structure = structureValidator(facts)(config)
  // a section that is missing or misspelt would be the cause of many others
  if (structure.some(({ path }) => path.length < 2)) return structure
  const found = [...structure]
  const isSound = (...place: Path) =>
    !structure.some(({ path }) => place.every((part, i) => String(part) === String(path[i])))
  const checking = beginChecking(config, facts, found)
  if (isSound('apiEndpoints')) checkReach(parseRoutes(config), checking.report)
  checkTopLevel(checking)
  const pipelines = parsePipelines(config)
  // a pipeline that cannot be read may be the one that serves an endpoint
  const areReadable = !structure.some(
    ({ path: [section, , key] }) => section === 'pipelines' && key !== 'policies',
  )
  checkOwners(pipelines, areReadable, checking)
  for (const { name, steps } of pipelines) {
    const sound = steps.filter(({ path }) => isSound(...path))
    checkSteps(name, sound, isSound('pipelines', name), checking)
  }
  return found
}

/**
 * The findings in a document that was checked before, of the policies whose check reads something
 * outside of the configuration.
 */
export function recheckGateway(config: Mapping, facts: Facts): Diagnostic[] {
  const found: Diagnostic[] = []
  const policies = new Map([...facts.policies].filter(([, { isCheckPure }]) => !isCheckPure))
  const checking = { ...beginChecking(config, facts, found), policies }
  checkTopLevel(checking)
  for (const step of parsePipelines(config).flatMap(({ steps }) => steps)) {
    const policy = policies.get(step.policy)
    if (policy) checkParameters(step, policy, checking)
  }
  return found
}

/** What the checks of one document share. @param found Gets what they report. */
function beginChecking(config: Mapping, facts: Facts, found: Diagnostic[]): Checking {
  const reporter =
    (severity: Severity): ReportDiagnostic =>
    (path, rule, message, remedy, location) =>
      found.push({ path, rule, message, remedy, severity, ...(location && { location }) })
  const validate = parameterValidator(facts)
  const surroundings = { ...gatewayViewOf(config), validate }
  const [report, warn] = [reporter('error'), reporter('warning')]
  return { ...facts, config, surroundings, validate, report, warn }
}

/** The mistakes in `apiEndpoints` alone, which are the same with any plugins. */
export function checkEndpoints(config: Mapping): Diagnostic[] {
  const found = structureValidator({ policies: new Map(), conditions: new Map() })(config).filter(
    ({ path }) => path[0] === 'apiEndpoints',
  )
  if (found.length === 0)
    checkReach(parseRoutes(config), (path, rule, message, remedy) =>
      found.push({ path, rule, message, remedy }),
    )
  return found
}

/** Parameters at the top, which policies use for all their steps. */
function checkTopLevel({ config, policies, report, surroundings, validate }: Checking): void {
  for (const { atTop, schema, check } of policies.values()) {
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

/** Every endpoint belongs to exactly one pipeline. */
function checkOwners(
  pipelines: readonly Pipeline[],
  areReadable: boolean,
  { config, report }: Checking,
): void {
  const endpoints = Object.keys(isMapping(config.apiEndpoints) ? config.apiEndpoints : {})
  const owners = new Map<string, string>()
  for (const { name, endpoints: named } of pipelines) {
    for (const [i, endpoint] of named.entries()) {
      const path = ['pipelines', name, 'apiEndpoints', i]
      const owner = owners.get(endpoint)
      if (!endpoints.includes(endpoint)) {
        const remedy = didYouMean(endpoint, endpoints)
        report(path, 'unknown-endpoint', `unknown endpoint "${endpoint}"`, remedy)
      } else if (owner !== undefined) {
        const remedy = `"${owner}" has it already; remove it from one`
        report(path, 'endpoint-twice', `endpoint "${endpoint}" is in two pipelines`, remedy)
      } else owners.set(endpoint, name)
    }
  }
  for (const endpoint of areReadable ? endpoints : []) {
    if (owners.has(endpoint)) continue
    const message = `no pipeline serves "${endpoint}"`
    report(['apiEndpoints', endpoint], 'endpoint-unserved', message, 'add it to one')
  }
}

/**
 * Checks each step of a pipeline, then, if each is valid, their order.
 * @param steps Those whose structure is right.
 * @param areAll Whether the pipeline has no others.
 */
function checkSteps(
  pipeline: string,
  steps: readonly WrittenStep[],
  areAll: boolean,
  all: Checking,
): void {
  let isSound = areAll
  const report: ReportDiagnostic = (...mistake) => {
    isSound = false
    all.report(...mistake)
  }
  const listed = Array.isArray(all.config.policies) ? all.config.policies : undefined
  const placed: PlacedStep[] = []
  const valid: ValidStep[] = []
  for (const step of steps) {
    const policy = all.policies.get(step.policy)
    if (!policy) continue
    if (listed?.includes(step.policy) === false) {
      const remedy = 'add it to "policies:" at the top'
      report(step.name, 'unlisted-policy', `policy "${step.policy}" is not listed`, remedy)
    }
    const params = checkParameters(step, policy, { ...all, report })
    if (!params) continue
    const { name, role, provides, throttles } = policy
    valid.push({ policy: name, path: step.path, params })
    // one that a condition may skip leaves some requests without a limit
    const isConditional = isMapping(step.value) && step.value.condition !== undefined
    placed.push({
      ...{ policy: name, path: step.name, role, provides },
      throttles: throttles && !isConditional,
      place: policy.placeOf(params),
    })
  }
  if (!isSound) return
  checkOrder(pipeline, placed, [...all.policies.values()], all.report)
  checkAnonymous(pipeline, placed, all.report)
  checkCostLimits(valid, all.warn)
}

/** How many unreachable routes one finding names. */
const maxNamed = 3

/**
 * Reports routes that are never reached: the same one twice where it is repeated, narrower ones
 * where the wider one that takes their requests is.
 */
function checkReach(routes: readonly DeclaredRoute[], report: ReportDiagnostic): void {
  const byTaker = new Map<string, UnreachableRoute[]>()
  for (const found of findUnreachableRoutes(routes)) {
    const { route, takenBy } = found
    if (takesAll(route, takenBy)) {
      const remedy = `endpoint "${takenBy.endpoint}" takes these requests; remove one`
      report(route.at, 'route-unreachable', `${renderCall(route)} is never reached`, remedy)
    } else {
      const at = takenBy.at.join()
      byTaker.set(at, [...(byTaker.get(at) ?? []), found])
    }
  }
  for (const taken of byTaker.values()) reportWide(taken, report)
}

function reportWide(taken: readonly UnreachableRoute[], report: ReportDiagnostic): void {
  const { takenBy } = taken[0]!
  const named = taken.slice(0, maxNamed).map(({ route }) => renderCall(route))
  const others = taken.length > maxNamed ? ` and ${taken.length - maxNamed} more` : ''
  const message = `${takenBy.path} takes all requests of ${named.join(', ')}${others}`
  const byHost = taken.some(({ route }) => route.host !== takenBy.host)
  const order = byHost ? '; routes are tried host by host, as the file first names the hosts' : ''
  report(takenBy.at, 'route-unreachable', message, `put the more specific one first${order}`)
}

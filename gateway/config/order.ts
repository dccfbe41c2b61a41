import type { Path, ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { Field } from '../../plugins/kit/context.js'
import type { PolicyFacts } from '../../plugins/kit/plugin.js'
import type { StepPosition } from '../../plugins/kit/policy.js'

/**
 * What a step does for its pipeline. All but throttling is done by one step of a pipeline at most.
 */
type Tasks = Pick<PolicyFacts, 'role' | 'provides' | 'throttles'>

const throttling = 'throttles every request'

/** What every pipeline needs a step for. */
const requiredTasks = ['opens', throttling, 'answers']

/** A step with valid parameters: what it does, and where it must be placed. */
export interface PlacedStep extends Tasks {
  policy: string
  /** Where the name of its policy is. */
  path: Path
  place: StepPosition
}

/**
 * Checks the order of a pipeline's steps: one opens, one answers, one or more throttle, each field
 * is set by one step, and every step is where its policy requires it.
 * @param policies All available policies, to be named when one is missing.
 */
export function checkOrder(
  pipeline: string,
  written: readonly PlacedStep[],
  policies: readonly (Tasks & { name: string })[],
  report: ReportDiagnostic,
): void {
  const here = `pipeline "${pipeline}": `
  const done = new Set<string>()
  const steps = written.filter((step) => {
    // several throttles are right, such as one by address and one by owner
    const twice = listTasks(step).find((task) => task !== throttling && done.has(task))
    if (twice !== undefined) {
      const message = `${here}a second step that ${twice}`
      report(step.path, 'step-twice', message, 'keep one of them')
    }
    for (const task of listTasks(step)) done.add(task)
    return twice === undefined
  })
  const remedyFor = (task: string) => {
    const able = policies
      .filter((policy) => listTasks(policy).includes(task))
      .map(({ name }) => name)
    return able.length > 0 ? `add ${able.join(' or ')}` : `no policy ${task}`
  }
  const names = inOrder(steps).map(({ policy }) => policy)
  for (const [i, step] of steps.entries()) {
    const tooEarly = steps.slice(0, i).findLast((earlier) => mustPrecede(step, earlier))
    if (tooEarly)
      report(
        step.path,
        'step-order',
        `${here}"${step.policy}" must come before "${tooEarly.policy}"`,
        `the order is ${names.join(' > ')}`,
      )
    for (const task of (step.place.needs ?? []).map(providing).filter((task) => !done.has(task))) {
      const remedy = [remedyFor(task), step.place.instead ?? []].flat().join(', or ')
      const message = `${here}"${step.policy}" needs a step that ${task} before it`
      report(step.path, 'step-needs', message, remedy)
    }
  }
  for (const task of requiredTasks) {
    const path = ['pipelines', pipeline, 'policies']
    if (!done.has(task))
      report(
        path,
        'step-missing',
        `pipeline "${pipeline}" has no step that ${task}`,
        remedyFor(task),
      )
  }
}

const providing = (field: Field) => `provides "${field}"`

/** `opens`, `throttles every request`, `answers`, `provides "caller"`. */
function listTasks({ role, provides, throttles }: Tasks): string[] {
  return [
    ...(role ? [`${role}s`] : []),
    ...(throttles ? [throttling] : []),
    ...provides.map(providing),
  ]
}

function mustPrecede(step: PlacedStep, other: PlacedStep): boolean {
  const { needs = [], after = [] } = other.place
  return (
    step.role === 'open' ||
    other.role === 'answer' ||
    step.provides.some((field) => needs.includes(field) || after.includes(field)) ||
    other.provides.some((field) => step.place.before?.includes(field))
  )
}

/** The steps in the required order: as written, but each after those that must precede it. */
function inOrder(steps: readonly PlacedStep[]): PlacedStep[] {
  const rest = [...steps]
  return steps.flatMap(() => {
    const free = rest.findIndex(
      (step) => !rest.some((other) => other !== step && mustPrecede(other, step)),
    )
    return rest.splice(Math.max(free, 0), 1) // none is free when policies contradict each other
  })
}

/**
 * Checks a pipeline that accepts callers without a credential: they may only use what the
 * operator has composed, and each address has a limit.
 */
export function checkAnonymous(
  pipeline: string,
  steps: readonly PlacedStep[],
  report: ReportDiagnostic,
): void {
  const open = steps.find(({ place }) => place.acceptsAnonymous)
  if (!open) return
  const here = `pipeline "${pipeline}": callers without a credential`
  const asked = steps.find(({ provides }) => provides.includes('search'))
  const answering = steps.find(({ role }) => role === 'answer')
  if (!asked?.place.servesAnonymous || !answering?.place.needs?.includes('search')) {
    const message = `${here} may only use search templates`
    const remedy = 'remove "anonymous", or answer by search-template or mcp'
    report(open.path, 'anonymous-refused', message, remedy)
  }
  const isLimit = ({ throttles, place }: PlacedStep) =>
    throttles && place.before?.includes('caller')
  if (!steps.some(isLimit)) {
    const remedy = 'add a step throttle by address, without a condition'
    report(open.path, 'anonymous-unlimited', `${here} have no limit`, remedy)
  }
}

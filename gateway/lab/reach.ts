import type { Path, PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import type { Source } from '../../kit/config/yaml/source.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { type Pipeline, parsePipelines, type WrittenStep } from '../../routes/pipelines.js'
import { refusingRule } from './rules.js'
import type { PolicyTest } from './test-files.js'
import type { Outcome, RanStep } from './trial.js'

/** A step that ran in a test, with what became of the request. */
interface Seen {
  ran: RanStep
  outcome: Outcome
  test: PolicyTest
}

/** A parameter that decides about requests, and how a test shows that it does. */
interface Rule {
  /** From the step's parameters. */
  path: Path
  isSeen(seen: Seen): boolean
}

/** Parameters that refuse requests, by policy. */
const refusing: Readonly<Record<string, readonly string[]>> = {
  envelope: ['maxBodyBytes', 'contentTypes', 'accept'],
  block: ['addresses'],
  authenticate: ['accept'],
  authorize: ['scopes'],
}

/** Parameters of search rules that refuse searches, or change them. */
const ofSearches = [
  ...['indexPrefixes', 'maxCost', 'limits', 'fields', 'keys', 'queries', 'aggregations'],
  ...['features', 'analyzers', 'unknownFields', 'filter'],
]

/** Those that hold for the calls of search templates: the start compares the others with them. */
const ofTemplates = ['limits', 'filter']

/**
 * Watches which steps and rules the policy tests of a configuration reach: a step that ran; a rule
 * that refused a request, or whose effect a test expects (docs/policy-tests.md).
 */
export class Reach {
  readonly #source: Source & { value: Mapping }
  readonly #pipelines: readonly Pipeline[]
  readonly #steps = new Set<string>()
  readonly #rules = new Set<string>()

  constructor(source: Source & { value: Mapping }) {
    this.#source = source
    this.#pipelines = parsePipelines(source.value).filter(({ enabled }) => enabled !== 'false')
  }

  readonly see = (outcome: Outcome, test: PolicyTest): void => {
    for (const ran of outcome.steps) {
      this.#steps.add(keyOf(ran.step))
      for (const rule of rulesOf(ran.step))
        if (rule.isSeen({ ran, outcome, test })) this.#rules.add(this.#place(ran.step, rule))
    }
  }

  /** What no test reaches, each at its place; a rule that several steps share counts once. */
  unreached(): PlacedDiagnostic[] {
    const { placeAll } = this.#source
    const all = this.#pipelines.flatMap(({ name, steps }) => steps.map((step) => ({ name, step })))
    const steps = all
      .filter(({ step }) => !this.#steps.has(keyOf(step)))
      .map(({ name, step }) => noteOf(step.path, `the step "${step.policy}" of ${name}`))
    const rules = all.flatMap(({ step }) =>
      rulesOf(step)
        .filter((rule) => !this.#rules.has(this.#place(step, rule)))
        .map(({ path }) =>
          noteOf([...step.path, 'action', ...path], `${path.join('.')} of "${step.policy}"`),
        ),
    )
    return placeAll([...steps, ...rules])
  }

  /** Where a rule is written: the same for all steps that have it by an alias. */
  #place({ path }: WrittenStep, rule: Rule): string {
    const { line, column } = this.#source.place(noteOf([...path, 'action', ...rule.path], ''))
    return `${line}:${column}`
  }
}

const keyOf = ({ path }: WrittenStep) => JSON.stringify(path)

function noteOf(path: Path, what: string) {
  const message = `no policy test reaches ${what}`
  return { path, rule: 'test-missing', message, remedy: what, severity: 'warning' as const }
}

function rulesOf({ policy, params }: WrittenStep): Rule[] {
  const refusals = (refusing[policy] ?? [])
    .filter((name) => name in params && params[name] !== '*/*')
    .map((name) => ruleAt([name]))
  const { rules } = params
  const ofCalls = ['search-template', 'site'].includes(policy) && isMapping(rules)
  return [
    ...refusals,
    ...(policy === 'throttle' ? limitsIn(params) : []),
    ...(policy === 'search-rules' ? searchRulesIn(params, [], ofSearches) : []),
    ...(ofCalls ? searchRulesIn(rules, ['rules'], ofTemplates) : []),
  ]
}

/** A rule that is seen where it, or a part of it, refuses a request. */
function ruleAt(path: Path): Rule {
  return {
    path,
    isSeen({ ran, outcome }) {
      const found = refusingRule(ran, outcome.context?.caller?.plan) ?? []
      return path.every((key, i) => found[i] === key)
    },
  }
}

/** A limit is seen in a refusal, or in the header that states it. */
function limitsIn({ limit }: Mapping): Rule[] {
  if (!isMapping(limit)) return [statedAt(['limit'], () => true)]
  const plans = Object.keys(limit)
  return plans.map((plan) =>
    statedAt(['limit', plan], ({ outcome }) => {
      const own = outcome.context?.caller?.plan ?? defaultPlan
      return (plans.includes(own) ? own : defaultPlan) === plan
    }),
  )
}

/** @param holds Whether it is the one that holds for the caller. */
function statedAt(path: Path, holds: (seen: Seen) => boolean): Rule {
  const { isSeen } = ruleAt(path)
  const isStated = ({ test }: Seen) =>
    Object.keys((test.written.expect.headers ?? {}) as object).includes('ratelimit-policy')
  return { path, isSeen: (seen) => isSeen(seen) || (isStated(seen) && holds(seen)) }
}

/** @param at Where they are in the parameters. @param names Those that decide there. */
function searchRulesIn(rules: Mapping, at: Path, names: readonly string[]): Rule[] {
  const membersOf = (members: Mapping, path: Path, plan?: string): Rule[] =>
    names
      .filter((name) => name in members)
      .map((name) =>
        name === 'filter' ? filterAt([...path, name], plan) : ruleAt([...path, name]),
      )
  const ofPlans = Object.entries(isMapping(rules.plans) ? rules.plans : {})
  return [
    ...membersOf(rules, at),
    ...ofPlans.flatMap(([plan, members]) =>
      isMapping(members) ? membersOf(members, [...at, 'plans', plan], plan) : [],
    ),
  ]
}

/** A filter refuses nothing: it is seen where a test expects the search. */
function filterAt(path: Path, plan: string | undefined): Rule {
  return {
    path,
    isSeen: ({ outcome, test }) =>
      'search' in test.written.expect &&
      (plan === undefined || outcome.context?.caller?.plan === plan),
  }
}

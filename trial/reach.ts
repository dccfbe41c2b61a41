import { ApiError } from '../kit/api/errors.js'
import type { Path, PlacedDiagnostic } from '../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../kit/config/yaml/mapping.js'
import type { Source } from '../kit/config/yaml/source.js'
import { defaultPlan } from '../kit/credentials/plans.js'
import { type Pipeline, parsePipelines, type WrittenStep } from '../routes/pipelines.js'
import type { Outcome, RanStep } from './gateway.js'
import type { PolicyTest } from './test-files.js'

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

/** Parameters that refuse requests, by policy, with the codes of their refusals. */
const refusing: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  envelope: {
    maxBodyBytes: ['PAYLOAD_TOO_LARGE'],
    contentTypes: ['UNSUPPORTED_MEDIA_TYPE'],
    accept: ['NOT_ACCEPTABLE'],
  },
  block: { addresses: ['FORBIDDEN'] },
  authenticate: { accept: ['AUTHENTICATION_REQUIRED', 'UNAUTHORIZED', 'TOKEN_EXPIRED'] },
  authorize: { scopes: ['FORBIDDEN'] },
}

/** Parameters of search rules that refuse searches, or change them. */
const ofSearches = [
  ...['indexPrefixes', 'maxCost', 'limits', 'fields', 'keys', 'queries', 'aggregations'],
  ...['features', 'analyzers', 'unknownFields', 'filter'],
]

/** Those that hold for what callers write: of declared searches the start compares them. */
const ofWrittenOnes = ['indexPrefixes', 'maxCost']

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
  const refusals = Object.entries(refusing[policy] ?? {})
    .filter(([name]) => name in params && params[name] !== '*/*')
    .map(([name, codes]) => ({ path: [name], isSeen: refusedWith(codes) }))
  const searches = ['rules', 'searchRules'].flatMap((name) =>
    isMapping(params[name]) ? searchRulesIn(params[name], [name], policy) : [],
  )
  const own = policy === 'search-rules' ? searchRulesIn(params, [], policy) : []
  return [...refusals, ...(policy === 'throttle' ? limitsIn(params) : []), ...own, ...searches]
}

/** A limit is seen in a refusal, or in the header that states it. */
function limitsIn({ limit }: Mapping): Rule[] {
  const isStated = ({ test }: Seen) =>
    Object.keys((test.written.expect.headers ?? {}) as object).includes('ratelimit-policy')
  const isSeen = (seen: Seen) => refusedWith(['RATE_LIMITED'])(seen) || isStated(seen)
  if (!isMapping(limit)) return [{ path: ['limit'], isSeen }]
  return Object.keys(limit).map((plan) => ({
    path: ['limit', plan],
    isSeen: (seen) => isSeen(seen) && planAmong(Object.keys(limit), seen) === plan,
  }))
}

/** @param at Where they are in the parameters. */
function searchRulesIn(rules: Mapping, at: Path, policy: string): Rule[] {
  const isWritten = ['search-rules', 'explain'].includes(policy)
  const { plans } = rules
  const ofPlans = Object.entries(isMapping(plans) ? plans : {})
  const membersOf = (members: Mapping, path: Path, plan?: string): Rule[] =>
    ofSearches
      .filter((name) => name in members && (isWritten || !ofWrittenOnes.includes(name)))
      .map((name) => ({
        path: [...path, name],
        isSeen: (seen) =>
          (plan === undefined || seen.outcome.context?.caller?.plan === plan) &&
          (name === 'filter' ? 'search' in seen.test.written.expect : isRefusal(seen, name)),
      }))
  return [
    ...membersOf(rules, at),
    ...ofPlans.flatMap(([plan, members]) =>
      isMapping(members) ? membersOf(members, [...at, 'plans', plan], plan) : [],
    ),
  ]
}

/** Whether a step refused a search by a rule, as far as the refusal says. */
function isRefusal({ ran: { error } }: Seen, rule: string): boolean {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') return false
  if (rule === 'indexPrefixes') return 'index' in error.details
  return rule !== 'maxCost' || JSON.stringify(error.details).includes('query cost')
}

function refusedWith(codes: readonly string[]): (seen: Seen) => boolean {
  return ({ ran: { error } }) => error instanceof ApiError && codes.includes(error.code)
}

/** The plan whose limit holds for the caller. */
function planAmong(plans: readonly string[], { outcome }: Seen): string {
  const plan = outcome.context?.caller?.plan ?? defaultPlan
  return plans.includes(plan) ? plan : defaultPlan
}

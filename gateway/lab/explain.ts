import { ApiError, fieldErrors } from '../../kit/api/errors.js'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import { makeExplainer } from '../../packages/query-guard/src/index.js'
import { rulesFor } from '../../plugins/kit/rules/by-plan.js'
import { catalogOf, type SearchRulesParams } from '../../plugins/kit/rules/params.js'
import { toResult } from './run-tests.js'
import type { Outcome, RanStep, TrialCall, TrialGateway } from './trial.js'

/** Passes a request through a configuration, and says in lines of text what becomes of it. */
export async function explain(gateway: TrialGateway, call: TrialCall): Promise<string> {
  const outcome = await gateway.call(call)
  const { context, steps } = outcome
  const route = context?.pipeline
    ? `endpoint ${context.endpoint} (${context.route}), pipeline ${context.pipeline}`
    : 'no pipeline takes it'
  return [
    `${call.method} ${call.url}`,
    route,
    ...steps.map(
      (ran) =>
        `  ${formatLine(ran, gateway)} ${ran.step.policy.padEnd(16)} ${formatVerdict(ran, outcome, gateway)}`,
    ),
    ...formatCost(outcome, call),
    ...formatSent(outcome),
    ...formatResponse(outcome),
  ].join('\n')
}

function formatLine({ step }: RanStep, { loaded }: TrialGateway): string {
  const { place } = loaded.config.gateway
  const { line } = place({ path: step.path, rule: '', message: '', remedy: '' })
  return `line ${String(line).padEnd(4)}`
}

/** What a step did with the request, and why. */
function formatVerdict(ran: RanStep, { steps, context, response }: Outcome, gateway: TrialGateway) {
  const { error, step } = ran
  if (error !== undefined) return `refuses: ${formatReason(error)}`
  const { provides = [] } = gateway.loaded.facts.policies.get(step.policy) ?? {}
  const limits = String(response.headers['ratelimit-policy'] ?? '').split(', ')
  const search = context?.search
  const note = provides.includes('caller')
    ? formatCaller(context?.caller)
    : provides.includes('search')
      ? search && `a search of ${search.index}, cost ${search.cost.total}`
      : limits.find((one) => one.startsWith(`"${gateway.nameOf(step)}"`))
  return note ? `passes: ${note}` : ran === steps.at(-1) ? 'answers' : 'passes'
}

function formatCaller(
  caller: { kind: string; plan: string; scopes: readonly string[] } | undefined,
) {
  if (!caller) return undefined
  const kind = caller.kind === 'none' ? 'a visitor' : caller.kind
  return `${kind}, plan ${caller.plan}, scopes ${caller.scopes.join(', ') || 'none'}`
}

function formatReason(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  const details = isMapping(error.details) ? JSON.stringify(error.details) : ''
  return `${error.code}, ${error.message} ${details}`
}

/** The parts of the cost of a search, the most expensive first, as the rules of searches add them up. */
function formatCost({ steps, context }: Outcome, { body }: TrialCall): string[] {
  const ran = steps.find(({ step }) => 'indexPrefixes' in step.params)
  if (!ran || body === '') return []
  const rules = rulesFor(ran.step.params as unknown as SearchRulesParams, context?.caller?.plan)
  const { cost, problems } = makeExplainer(rules, catalogOf(rules))(body)
  if (!cost) return [`problems: ${JSON.stringify(fieldErrors(problems))}`]
  const parts = cost.parts.map((part) => `  ${String(part.cost).padStart(8)}  ${part.path}`)
  return [`cost ${cost.total} of ${cost.cap}`, ...parts]
}

function formatSent({ searches, upstream }: Outcome): string[] {
  return [
    ...searches.flatMap(({ path, body }) => [
      `to the engine: POST ${path}`,
      `  ${JSON.stringify(body)}`,
    ]),
    ...upstream.flatMap(({ service, method, path, headers, body }) => [
      `to ${service}: ${method} ${path}`,
      ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
      ...(body === '' ? [] : ['', `  ${body}`]),
    ]),
  ]
}

function formatResponse(outcome: Outcome): string[] {
  const { status, code } = toResult(outcome)
  return [`response ${status}${code ? ` ${code}` : ''}`]
}

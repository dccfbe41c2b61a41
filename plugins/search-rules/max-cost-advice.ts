import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { type Access, accessOf } from '../../kit/elasticsearch/access.js'
import { fieldsOf, objectIn, searchFamily, totalIn } from '../../kit/elasticsearch/ask.js'
import { defaultMaxCost, limitsOf, validatorOf } from '../../packages/query-guard/src/index.js'
import { accessNames } from '../kit/engine-access.js'
import type { SearchRulesParams } from '../kit/rules/params.js'

/** What the engine takes for a cost of 1, in milliseconds, in the family where it takes longest. */
interface Pace {
  msPerCost: number
  documents: number
}

/**
 * Measures how long a search at the highest cost limit of some rules may take.
 * @returns A warning at the limit, where that is beyond the deadline.
 * @throws Error when the engine does not answer.
 */
export async function maxCostAdvice(params: SearchRulesParams): Promise<Diagnostic[]> {
  const { engine, indexPrefixes, plans = {}, maxCost = defaultMaxCost } = params
  if (!engine) return []
  const access = accessOf(engine, accessNames)
  const limits = [
    { path: ['maxCost'], cost: maxCost },
    ...Object.entries(plans).map(([plan, rules]) => ({
      path: ['plans', plan, 'maxCost'],
      cost: rules.maxCost ?? 0,
    })),
  ]
  const { path, cost } = limits.reduce((most, one) => (one.cost > most.cost ? one : most))
  const { timeoutMs } = limitsOf(params.limits)
  const pace = await paceOf(access, indexPrefixes)
  if (!pace || cost * pace.msPerCost <= timeoutMs) return []
  const seconds = (ms: number) => `${Math.ceil(ms / 100) / 10} s`
  return [
    {
      path,
      rule: 'cost-limit',
      severity: 'warning',
      message:
        `a search at the cost limit of ${cost} may take ${seconds(cost * pace.msPerCost)} with ` +
        `${pace.documents} documents, longer than its deadline of ${seconds(timeoutMs)}`,
      remedy:
        `set maxCost to ${Math.floor(timeoutMs / pace.msPerCost)} or less ` +
        '(docs/query-cost.md, "Choose a limit")',
    },
  ]
}

/** The slowest family, at its best of three: other work on the machine must not count. */
async function paceOf(access: Access, prefixes: readonly string[]): Promise<Pace | undefined> {
  const paces: (Pace & { again(): Promise<Pace> })[] = []
  for (const prefix of prefixes) {
    const field = await numberIn(access, prefix)
    if (field === undefined) continue
    const again = () => probe(access, prefix, field)
    paces.push({ ...(await again()), again })
  }
  const [slowest] = paces.sort((one, other) => other.msPerCost - one.msPerCost)
  if (!slowest) return undefined
  const tries = [slowest, await slowest.again(), await slowest.again()]
  return tries.reduce((best, one) => (one.msPerCost < best.msPerCost ? one : best))
}

async function numberIn(access: Access, prefix: string): Promise<string | undefined> {
  const fields = Object.entries(await fieldsOf(access, prefix))
  return fields.find(([, types]) => /^(long|integer)$/.test(Object.keys(objectIn(types))[0]!))?.[0]
}

/** One search that goes through all documents. With a hit, as others are answered from a cache. */
async function probe(access: Access, prefix: string, field: string): Promise<Pace> {
  const aggs = { probe: { percentiles: { field } } }
  const body = { query: { match_all: {} }, size: 1, track_total_hits: true, aggs }
  const answer = await searchFamily(access, prefix, body)
  const documents = totalIn(answer)
  const fields = new Map([[field, { type: 'long', searchable: true, aggregatable: true }]])
  const catalog = { fields: () => fields, documents: () => documents }
  const result = validatorOf(
    { indexPrefixes: [prefix], maxCost: Number.MAX_SAFE_INTEGER },
    catalog,
  )(JSON.stringify({ index: prefix, body }))
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return { msPerCost: Number(answer.took) / result.search.cost.total, documents }
}

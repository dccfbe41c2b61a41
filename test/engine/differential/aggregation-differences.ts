import { type AggregationCase, estimatedFrom } from './aggregation-cases.js'
import type { Answer } from './engines.js'

interface Body {
  aggregations?: unknown
  error?: { type: string; root_cause?: { type: string }[]; caused_by?: { type: string } }
}

/** How far an estimate may be off. */
const estimate = 0.03

/** How two answers to one request for aggregations differ, or undefined when they say the same. */
export function differentAggregations(
  { aggs }: AggregationCase,
  real: Answer,
  embedded: Answer,
): string | undefined {
  const [theirs, ours] = [real.body as Body, embedded.body as Body]
  if (real.status !== embedded.status) {
    return (
      `status ${real.status} / ${embedded.status}: ` +
      `${JSON.stringify((theirs.error ?? ours.error) as unknown).slice(0, 400)}`
    )
  }
  if (real.status >= 300) {
    const [a, b] = [errorType(theirs), errorType(ours)]
    return a === b ? undefined : `error ${a} / ${b}`
  }
  const [value, exact] = [theirs, ours].map(
    ({ aggregations }) => (aggregations as Cardinality).result?.value ?? 0,
  )
  if ('cardinality' in (aggs.result as object) && Math.min(value!, exact!) > estimatedFrom) {
    return Math.abs(value! - exact!) <= estimate * exact!
      ? undefined
      : `estimate ${value} / ${exact}`
  }
  return differenceAt('', theirs.aggregations, ours.aggregations)
}

interface Cardinality {
  result?: { value?: number }
}

/** The first place where two values differ; numbers may by one part in a thousand million. */
function differenceAt(path: string, a: unknown, b: unknown): string | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const isSame = a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
    return isSame ? undefined : `${path}: ${a} / ${b}`
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b || isSameAmount(a, b) ? undefined : `${path}: ${brief(a)} / ${brief(b)}`
  }
  const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) {
    const found = differenceAt(`${path}/${key}`, x[key], y[key])
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Whether two texts are one large number in the format `#,##0.00`. Beyond 2^53 Java may write a
 * digit more than JavaScript needs to distinguish a double from its neighbours.
 */
function isSameAmount(a: unknown, b: unknown): boolean {
  const [x, y] = [a, b].map((text) => Number(String(text).replaceAll(',', '')))
  return x === y && x! > Number.MAX_SAFE_INTEGER && String(a).length === String(b).length
}

/**
 * What went wrong at the root; what Elasticsearch finds out only while it reduces has no root
 * cause.
 */
function errorType({ error }: Body): string | undefined {
  return error?.root_cause?.[0]?.type ?? error?.caused_by?.type ?? error?.type
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300)
}

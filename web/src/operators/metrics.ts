/** A value of a metric, and its labels. */
interface Sample {
  labels: Readonly<Record<string, string>>
  value: number
}

/** The metrics of a program at one moment, by name. */
export type Metrics = ReadonlyMap<string, readonly Sample[]>

/** Reads Prometheus' text format. */
export function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, Sample[]>()
  for (const [, name = '', labels = '', value] of text.matchAll(
    /^(\w+)(?:\{(.*)\})? ([^\s#]+)$/gm,
  )) {
    const all = metrics.get(name) ?? []
    all.push({ labels: parseLabels(labels), value: Number(value) })
    metrics.set(name, all)
  }
  return metrics
}

function parseLabels(text: string): Record<string, string> {
  const pairs = text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)
  return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]))
}

/** Metrics, and when they were read, in milliseconds since 1970. */
export interface Reading {
  at: number
  metrics: Metrics
}

/** Two readings to compare. Without the first, it is all since the start of the program. */
export interface Span {
  from: Metrics | undefined
  to: Metrics
  seconds: number
}

/** How far readings go back that are compared, in milliseconds. */
const spanMs = 60_000

/** The readings that are kept, with a new one: those of the last minute, and one before it. */
export function addReading(known: readonly Reading[], last: Reading): Reading[] {
  const first = known.findLastIndex(({ at }) => at <= last.at - spanMs)
  return [...known.slice(Math.max(0, first)), last]
}

/** @param uptimeSeconds Since when the counters count. */
export function toSpan(readings: readonly Reading[], uptimeSeconds: number): Span | undefined {
  const last = readings.at(-1)
  if (!last) return undefined
  const [first] = readings as [Reading]
  const seconds = (last.at - first.at) / 1000
  // a program that was restarted counts from zero
  if (seconds === 0 || seconds > uptimeSeconds)
    return { from: undefined, to: last.metrics, seconds: Math.max(1, uptimeSeconds) }
  return { from: first.metrics, to: last.metrics, seconds }
}

type Where = Readonly<Record<string, string>>

/** The growth of a counter by the values of a label. Values without growth are left out. */
export function sumGrowth(
  span: Span,
  name: string,
  label: string,
  where: Where = {},
): Map<string, number> {
  return new Map([...sumDifferences(span, name, label, where)].filter(([, amount]) => amount > 0))
}

function sumDifferences(
  { from, to }: Span,
  name: string,
  label: string,
  where: Where,
): Map<string, number> {
  const grown = sumByLabel(to.get(name), label, where)
  for (const [value, before] of sumByLabel(from?.get(name), label, where))
    grown.set(value, (grown.get(value) ?? 0) - before)
  return grown
}

/** The sum of a gauge over the samples with these labels. Undefined without samples. */
export function readGauge(metrics: Metrics, name: string, where: Where = {}): number | undefined {
  const values = [...sumByLabel(metrics.get(name), '', where).values()]
  return values.length === 0 ? undefined : values[0]
}

function sumByLabel(
  samples: readonly Sample[] = [],
  label: string,
  where: Where,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { labels, value } of samples) {
    if (Object.entries(where).some(([name, wanted]) => labels[name] !== wanted)) continue
    const key = labels[label] ?? ''
    sums.set(key, (sums.get(key) ?? 0) + value)
  }
  return sums
}

export const sumAll = (amounts: ReadonlyMap<string, number>): number =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0)

/**
 * Estimates a quantile in seconds within its bucket, as Prometheus' histogram_quantile does.
 * Undefined without observations.
 */
export function estimateQuantile(
  span: Span,
  name: string,
  part: number,
  where: Where,
): number | undefined {
  const buckets = [...sumDifferences(span, `${name}_bucket`, 'le', where)]
    .map(([le, count]) => ({ end: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count }))
    .sort((one, other) => one.end - other.end)
  const rank = part * (buckets.at(-1)?.count ?? 0)
  const i = buckets.findIndex(({ count }) => count >= rank)
  const found = buckets[i]
  if (!found || rank === 0) return undefined
  const { end: begin, count: below } = buckets[i - 1] ?? { end: 0, count: 0 }
  if (found.end === Number.POSITIVE_INFINITY) return begin
  return begin + ((found.end - begin) * (rank - below)) / (found.count - below)
}

import { totalmem } from 'node:os'
import type * as Prometheus from 'prom-client'
import { Series } from './series.js'

/**
 * The metrics of this process, for Prometheus: the one file that uses prom-client. A module defines
 * its metrics here once, while it loads. Only a process that opens them loads the package; in
 * others counting does nothing.
 *
 * Labels hold names of the YAML and words of ours, never text from callers: their number must not
 * grow with the requests.
 */

/** Adds one under these label values. */
export type Count = (labels?: readonly string[]) => void

/** Observes a value, a finite number, under these label values. */
export type Observe = (value: number, labels?: readonly string[]) => void

export interface MetricOptions {
  /** Prometheus naming: `directory_`, what is measured, its unit; a counter ends in `_total`. */
  name: string
  help: string
  labels?: readonly string[]
}

export interface CounterOptions extends MetricOptions {
  /**
   * Values of the only label that are shown as 0 before anything is counted: a rate does not see
   * the first of a series that was not there before.
   */
  known?: readonly string[]
}

/** Upper bounds of durations, in seconds. */
const durationBuckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/** All metrics of this process, once they are open. */
let registry: Prometheus.Registry | undefined

type Define = (prometheus: typeof Prometheus, registers: Prometheus.Registry[]) => void

/** Our metrics, which are created when they are opened. */
const definitions: Define[] = []

/** A number that only grows. */
export function counter({ name, help, labels = [], known = [] }: CounterOptions): Count {
  const series = new Series(labels, () => ({ count: 0 }))
  for (const value of known) series.at([value])
  register({ name, help, type: 'counter' }, () =>
    series.map(({ count }, labels) => [{ value: count, labels }]),
  )
  return (values = []) => {
    if (registry) series.at(values).count++
  }
}

/** A histogram. @param buckets Their upper bounds, ascending. */
export function histogram(
  { name, help, labels = [] }: MetricOptions,
  buckets: readonly number[] = durationBuckets,
): Observe {
  const series = new Series(labels, () => ({ counts: buckets.map(() => 0), count: 0, sum: 0 }))
  register({ name, help, type: 'histogram' }, () =>
    series.map(({ counts, count, sum }, labels) => {
      const bucket = (le: number | string, value: number) => {
        return { value, labels: { le, ...labels }, metricName: `${name}_bucket` }
      }
      let below = 0
      return [
        ...buckets.map((bound, i) => {
          below += counts[i]!
          return bucket(bound, below)
        }),
        bucket('+Inf', count),
        { value: sum, labels, metricName: `${name}_sum` },
        { value: count, labels, metricName: `${name}_count` },
      ]
    }),
  )
  return (value, values = []) => {
    if (!registry) return
    const state = series.at(values)
    state.count++
    state.sum += value
    const bucket = buckets.findIndex((bound) => value <= bound)
    if (bucket >= 0) state.counts[bucket]!++
  }
}

/**
 * Shows a metric that counts by itself: those of prom-client sort and join the labels on each call,
 * which is 3 % of a search.
 */
function register(
  metric: Pick<MetricState, 'name' | 'help' | 'type'>,
  values: () => MetricState['values'],
): void {
  const get = async () => ({ ...metric, aggregator: 'sum', values: values() })
  definitions.push((_, registers) => {
    for (const one of registers) one.registerMetric({ name: metric.name, get } as never)
  })
}

/**
 * Runs something and observes how long it takes, in seconds, as `answered` or `unanswered`: it
 * failed, or was cancelled.
 * @param outcomeOf Returns another word for an answer than `answered`.
 * @param outcomeOfFailure Returns another word than `unanswered`.
 */
export type Timed = <Result>(
  run: () => Promise<Result>,
  labels?: readonly string[],
  outcomeOf?: (result: Result) => string,
  outcomeOfFailure?: (error: unknown) => string,
) => Promise<Result>

/** How long answers take. The label `outcome` is added to the others. */
export function timer({ name, help, labels = [] }: MetricOptions): Timed {
  const observe = histogram({ name, help, labels: [...labels, 'outcome'] })
  return (
    run,
    values = [],
    outcomeOf = () => 'answered',
    outcomeOfFailure = () => 'unanswered',
  ) => {
    const startedAt = performance.now()
    const took = (outcome: string) =>
      observe((performance.now() - startedAt) / 1000, [...values, outcome])
    const result = run()
    if (registry)
      void result.then(
        (value) => took(outcomeOf(value)),
        (error: unknown) => took(outcomeOfFailure(error)),
      ) // in parallel: the caller only waits for the result
    return result
  }
}

/** A number that goes up and down, read on request. */
export function gauge({ name, help }: Omit<MetricOptions, 'labels'>, read: () => number): void {
  definitions.push(({ Gauge }, registers) => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  })
}

/**
 * Metrics that are not those of prom-client: three list every connection one by one on each
 * request, and the start is that of the service (`aboutProcess`), not of one of its processes.
 */
const leftOut = [
  'nodejs_active_handles',
  'nodejs_active_requests',
  'nodejs_active_resources',
  'process_start_time_seconds',
]

/** Kinds of garbage collections, all reported from the start. */
const gcKinds = ['minor', 'major', 'incremental', 'weakcb']

/**
 * Loads prom-client and counts from now on, including the process's own metrics (CPU, memory, event
 * loop delay). Further calls change nothing.
 */
export async function openMetrics(): Promise<void> {
  if (registry) return
  const prometheus = await import('prom-client')
  const all = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: all })
  for (const name of leftOut) all.removeSingleMetric(name)
  const collections = all.getSingleMetric('nodejs_gc_duration_seconds') as Prometheus.Histogram
  for (const kind of gcKinds) collections.zero({ kind })
  for (const define of definitions) define(prometheus, [all])
  registry = all
}

/** A metric with its values, in prom-client's form. */
interface MetricState {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How those of several processes are aggregated. */
  aggregator: string
  values: {
    value: number
    labels: Readonly<Record<string, string | number>>
    metricName?: string
  }[]
}

/** The current metrics of a process, for `textOf` and `pastOf`. */
export type Snapshot = MetricState[]

/** A gauge that is read only when it is shown, with its values by labels. */
export function makeGauge(name: string, help: string, values: MetricState['values']): MetricState {
  return { name, help, type: 'gauge', aggregator: 'sum', values }
}

/** A gauge without labels; undefined: without a value. */
export function plainGauge(name: string, help: string, value: number | undefined): MetricState {
  return makeGauge(name, help, value === undefined ? [] : [{ value, labels: {} }])
}

/** What a service shows of its first process. @param version Of the product. */
export function aboutProcess(version: string): Snapshot {
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  const startedAt = Date.now() / 1000 - process.uptime()
  return [
    makeGauge(
      'directory_build_info',
      'Always 1; its labels tell the version of this and of Node.',
      [{ value: 1, labels: { version, node: process.version } }],
    ),
    plainGauge('process_start_time_seconds', 'When it started, in seconds since 1970.', startedAt),
    plainGauge('directory_memory_limit_bytes', 'Memory that its processes may use.', memory),
  ]
}

/**
 * All metrics of this process, or undefined when they are not open; the event loop delay since the
 * last call.
 */
export async function snapshot(): Promise<Snapshot | undefined> {
  return (await registry?.getMetricsAsJSON()) as unknown as Snapshot | undefined
}

/** The metrics of several processes in Prometheus' text format. */
export async function renderMetrics(
  snapshots: readonly Snapshot[],
): Promise<{ type: string; text: string }> {
  const sum = await summed(snapshots)
  return { type: sum.contentType, text: await sum.metrics() }
}

/**
 * The metrics of processes that have ended: they must not be missing when their successors count
 * from zero.
 */
export async function mergePast(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const all = (await (await summed(snapshots)).getMetricsAsJSON()) as unknown as Snapshot
  return all.filter(({ type }) => ['counter', 'histogram'].includes(type))
}

async function summed(snapshots: readonly Snapshot[]): Promise<Prometheus.Registry> {
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(snapshots as unknown as object[])
}

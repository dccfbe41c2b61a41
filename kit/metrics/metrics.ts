import type * as Prometheus from 'prom-client'
import { LoopDelay } from './loop-delay.js'
import { Counter, Histogram, type MetricState } from './metric-store.js'

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

/** Upper bounds of durations, in seconds. */
export const durationBuckets: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/** The process's own metrics, once they are open. */
let registry: Prometheus.Registry | undefined
let loopDelay: LoopDelay | undefined

/** Returns the values of each of our metrics. */
const definitions: (() => MetricState)[] = []

function define(
  metric: Pick<MetricState, 'name' | 'help' | 'type'>,
  values: () => MetricState['values'],
): void {
  definitions.push(() => ({ ...metric, aggregator: 'sum', values: values() }))
}

/** A number that only grows. */
export function counter({ name, help, labels = [] }: MetricOptions): Count {
  const counts = new Counter(labels)
  define({ name, help, type: 'counter' }, () => counts.values())
  return (values = []) => registry && counts.add(values)
}

/** A histogram. @param buckets Their upper bounds. */
export function histogram(
  { name, help, labels = [] }: MetricOptions,
  buckets: readonly number[] = durationBuckets,
): Observe {
  const spreads = new Histogram(name, labels, buckets)
  define({ name, help, type: 'histogram' }, () => spreads.values())
  return (value, values = []) => registry && spreads.add(value, values)
}

/**
 * Runs something and observes how long it takes, in seconds, as `answered` or `unanswered`: it
 * failed, or was cancelled.
 * @param outcomeOf Returns another word for an answer than `answered`.
 */
export type Timed = <Result>(
  run: () => Promise<Result>,
  labels?: readonly string[],
  outcomeOf?: (result: Result) => string,
) => Promise<Result>

/** How long answers take. The label `outcome` is added to the others. */
export function timer({ name, help, labels = [] }: MetricOptions): Timed {
  const observe = histogram({ name, help, labels: [...labels, 'outcome'] })
  return (run, values = [], outcomeOf = () => 'answered') => {
    const startedAt = performance.now()
    const took = (outcome: string) =>
      observe((performance.now() - startedAt) / 1000, [...values, outcome])
    const result = run()
    if (registry)
      void result.then(
        (value) => took(outcomeOf(value)),
        () => took('unanswered'),
      ) // in parallel: the caller only waits for the result
    return result
  }
}

/** A number that goes up and down, read on request. */
export function gauge({ name, help }: Omit<MetricOptions, 'labels'>, read: () => number): void {
  define({ name, help, type: 'gauge' }, () => [{ value: read(), labels: {} }])
}

/**
 * Reports that this process has work: the delay of its event loop is measured in the next moment.
 */
export function noteWork(): void {
  loopDelay?.note()
}

/** Metrics of Node that list every connection one by one on each request. */
const tooExpensive = ['nodejs_active_handles', 'nodejs_active_requests', 'nodejs_active_resources']

/**
 * How often prom-client shall measure the event loop, in milliseconds: we do it (`LoopDelay`), and
 * it cannot be disabled.
 */
const never = 2 ** 30

/** Kinds of garbage collections, all reported from the start. */
const gcKinds = ['minor', 'major', 'incremental', 'weakcb']

/**
 * Loads prom-client and counts from now on, including the process's own metrics (CPU, memory, event
 * loop delay). Once per process.
 */
export async function openMetrics(): Promise<void> {
  const loaded = await import('prom-client')
  const own = new loaded.Registry()
  loaded.collectDefaultMetrics({ register: own, eventLoopMonitoringPrecision: never })
  loopDelay = new LoopDelay()
  for (const name of [...tooExpensive, ...loopDelay.take().map(({ name }) => name)])
    own.removeSingleMetric(name)
  const collections = own.getSingleMetric('nodejs_gc_duration_seconds') as Prometheus.Histogram
  for (const kind of gcKinds) collections.zero({ kind })
  registry = own
}

/** The current metrics of a process, for `textOf` and `pastOf`. */
export type Snapshot = MetricState[]

/**
 * All metrics of this process, or undefined when they are not open; the event loop delay since the
 * last call.
 */
export async function snapshot(): Promise<Snapshot | undefined> {
  if (!registry || !loopDelay) return undefined
  const own = (await registry.getMetricsAsJSON()) as unknown as Snapshot
  return [...own, ...loopDelay.take(), ...definitions.map((tell) => tell())]
}

/** The metrics of several processes in Prometheus' text format. */
export async function textOf(
  snapshots: readonly Snapshot[],
): Promise<{ type: string; text: string }> {
  const sum = await summed(snapshots)
  return { type: sum.contentType, text: await sum.metrics() }
}

/**
 * The metrics of processes that have ended: they must not be missing when their successors count
 * from zero.
 */
export async function pastOf(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const all = (await (await summed(snapshots)).getMetricsAsJSON()) as unknown as Snapshot
  return all.filter(({ type }) => ['counter', 'histogram'].includes(type))
}

async function summed(snapshots: readonly Snapshot[]): Promise<Prometheus.Registry> {
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(snapshots as unknown as object[])
}

import { createHistogram } from 'node:perf_hooks'
import type { MetricState } from './metric-store.js'

/** How often it is measured while work comes in, in milliseconds. */
const everyMs = 20

/** In the histogram, delays are whole microseconds. */
const perSecond = 1e6

/**
 * How late the event loop runs due timers, while there is work. Node's own measure
 * (monitorEventLoopDelay) wakes the process a hundred times a second, which was most of the cost of
 * an idle gateway; here a timer runs only while work comes in.
 */
export class LoopDelay {
  readonly #delays = createHistogram({ highest: 3600 * perSecond })
  #timer: NodeJS.Timeout | undefined
  #hasWork = false

  /**
   * Reports work, such as a request: the delay is measured in the next moment. Costs next to
   * nothing.
   */
  note(): void {
    this.#hasWork = true
    this.#timer ??= this.#measureSoon(performance.now())
  }

  /**
   * The delays since the last call, by prom-client's names for its own; 0 where there was no work.
   */
  take(): MetricState[] {
    const { count, min, max, mean, stddev } = this.#delays
    const told = [
      ...[state('min', 'least', 'min', min), state('max', 'greatest', 'max', max)],
      ...[
        state('mean', 'mean', 'average', mean),
        state('stddev', 'standard deviation', 'average', stddev),
      ],
      ...[50, 90, 99].map((p) =>
        state(`p${p}`, `${p}th percentile`, 'average', this.#delays.percentile(p)),
      ),
    ]
    this.#delays.reset()
    return count > 0
      ? told
      : told.map((metric) => ({ ...metric, values: [{ value: 0, labels: {} }] }))
  }

  #measureSoon(now: number): NodeJS.Timeout {
    return setTimeout(() => this.#measure(now + everyMs), everyMs).unref()
  }

  #measure(dueAt: number): void {
    const now = performance.now()
    this.#delays.record(Math.max(1, Math.round((now - dueAt) * 1000)))
    this.#timer = this.#hasWork ? this.#measureSoon(now) : undefined
    this.#hasWork = false
  }
}

function state(suffix: string, which: string, aggregator: string, value: number): MetricState {
  return {
    name: `nodejs_eventloop_lag_${suffix}_seconds`,
    help: `Delay of the event loop while requests come in: ${which}.`,
    type: 'gauge',
    aggregator,
    values: [{ value: value / perSecond, labels: {} }],
  }
}

import { ApiError } from '../../kit/api/errors.js'
import { switchSetting } from '../../kit/config/settings.js'
import { log } from '../../kit/log/log.js'
import type { RecentLines } from '../../kit/log/recent-lines.js'
import type { NearLimit } from '../../kit/rate-limit/shared/shared-limits.js'
import { reportTopCallers, type TopCallers } from '../../kit/usage/report.js'
import { mergeSearches, type SearchesReport, type SearchFacts } from '../../kit/usage/searches.js'
import type { UsageStore } from '../../kit/usage/store.js'
import type { AuthMetrics } from '../admin/backends.js'
import type { GatewayStatus } from '../admin/pages.js'
import type { Readiness, ReadinessReport } from '../admin/readiness.js'
import type { ReloadOptions } from '../admin/reload.js'
import type { WorkerStatus } from '../admin/status.js'
import type { Tls } from '../config/tls.js'
import { certificateEnd } from '../config/tls.js'
import type { ActiveConfig } from '../worker/messages.js'
import { ActiveAlerts } from './active-alerts.js'
import { type MetricsSource, metricsText } from './metrics.js'
import type { Outcome, Reloads } from './reloads.js'
import type { LimitNearEnd, Status } from './status.js'

/** How long a worker may take to report its readiness, including its dependencies. */
const withinMs = 5000

/** The same for its status: a page for when something hangs answers within a second. */
const statusMs = 900

/** How often the gateway looks at its dependencies although nobody asks, in milliseconds. */
const everyMs = 15_000

/** What is shown: the primary. */
export interface StatusSource extends MetricsSource {
  readonly reloads: Pick<Reloads, 'lastError' | 'history' | 'request' | 'isBack' | 'earlier'>
  readonly usage: Pick<UsageStore, 'read'>
  readonly nearLimits: readonly NearLimit[]
  /** Of workers that have ended. */
  readonly endedLines: Pick<RecentLines, 'find'>
  /** Whether it is being stopped, and still serves. */
  readonly isRetiring: boolean
}

/** The gateway as the admin listener shows it: one, however many workers it has. */
export class AdminStatus implements GatewayStatus {
  readonly #primary: StatusSource
  readonly #alerts = new ActiveAlerts()
  #last: { report: WorkerStatus; at: number } | undefined

  /** Starts to look at the dependencies, so that it is known since when one is away. */
  constructor(primary: StatusSource) {
    this.#primary = primary
    setInterval(() => void this.status(), everyMs).unref()
  }

  /** Without a worker that answers it shows the last report, and what the primary knows. */
  async status(): Promise<Status> {
    const { inForce, reloads, workers, canWriteUsage } = this.#primary
    const [report, searches] = await Promise.all([
      this.#askOne<WorkerStatus>('status'),
      this.#askEach<SearchesReport>('searches'),
    ])
    if (report) this.#last = { report, at: performance.now() }
    const last = this.#last
    const { version, ...rest } = last?.report ?? {}
    const status = {
      ...(version !== undefined && { version }),
      uptimeSeconds: Math.round(process.uptime()),
      ...(!report &&
        last && { reportAgeSeconds: Math.round((performance.now() - last.at) / 1000) }),
      canWriteUsage,
      workers: workers.map(({ state, serves }, i) => ({
        ...state,
        ...(serves && !searches[i] && { fault: 'does not answer' }),
      })),
      ...(inForce!.files.tls && { certificate: toCertificate(inForce!.files.tls) }),
      config: {
        ...toVersion(inForce!),
        isBack: reloads.isBack,
        earlier: reloads.earlier ? toVersion(reloads.earlier) : null,
        ...{ lastReloadError: reloads.lastError, reloads: reloads.history },
      },
      searches: mergeSearches(searches.filter((one) => one !== undefined)),
      limitsNearEnd: this.#primary.nearLimits.map(toLimit),
      ...rest,
    }
    return { alerts: this.#alerts.list(status), ...status }
  }

  async readiness(): Promise<Readiness> {
    if (this.#primary.isRetiring)
      return { status: 'not ready', reason: 'the gateway is shutting down' }
    const report = await this.#readiness()
    return report?.readiness ?? { status: 'not ready', reason: 'no worker serves' }
  }

  /**
   * The metrics of all workers together, and those of the gateway as a whole, or undefined when
   * they are switched off.
   */
  async metrics(): Promise<{ type: string; text: string } | undefined> {
    if (!switchSetting('METRICS')) return undefined
    return metricsText(this.#primary, this.#readiness(), (counted) => this.#alerts.count(counted))
  }

  #readiness(): Promise<ReadinessReport | undefined> {
    return this.#askOne('readiness', withinMs)
  }

  /** Those of the auth services, as a worker reads them. */
  async authMetrics(): Promise<{ services: AuthMetrics[] }> {
    return { services: (await this.#askOne<AuthMetrics[]>('auth-metrics')) ?? [] }
  }

  async cancelSearch(id: string): Promise<SearchFacts> {
    const asked = await this.#askEach<SearchFacts>('cancel-search', { id })
    const facts = asked.find((one) => one)
    if (!facts) throw new ApiError('NOT_FOUND', 'No search of this id runs: it may have ended')
    const { id: requestId, pipeline, owner: caller, prefix: keyPrefix, cost } = facts
    const line = { audit: true, event: 'search-cancelled', operator: true, requestId }
    log.info({ ...line, pipeline, caller, keyPrefix, cost }, 'search-cancelled')
    return facts
  }

  async findLines(id: string): Promise<Record<string, unknown>[]> {
    const ofWorkers = await this.#askEach<Record<string, unknown>[]>('request-lines', { id })
    const lines = [...this.#primary.endedLines.find(id), ...ofWorkers.flatMap((one) => one ?? [])]
    if (lines.length > 0) return lines
    throw new ApiError(
      'NOT_FOUND',
      'The log of the last hour has no request of this id: ask the other gateways, or read the log',
    )
  }

  /** What a serving worker answers, the first of two; undefined where none answers in time. */
  async #askOne<Answer>(name: string, withinMs = statusMs): Promise<Answer | undefined> {
    const two = this.#primary.workers.filter(({ serves }) => serves).slice(0, 2)
    const asked = two.map(({ ipc }) => ipc.request<Answer>(name, {}, { withinMs }))
    return Promise.any(asked).catch(() => undefined)
  }

  /** What each worker answers; undefined of one that does not in time. */
  #askEach<Answer>(name: string, body: object = {}): Promise<(Answer | undefined)[]> {
    const asked = this.#primary.workers.map(({ ipc }) =>
      ipc.request<Answer>(name, body, { withinMs: statusMs }).catch(() => undefined),
    )
    return Promise.all(asked)
  }

  /** As written: up to a minute late. */
  topCallers(): Promise<TopCallers> {
    return reportTopCallers(this.#primary.usage, Date.now())
  }

  reload(options: ReloadOptions): Promise<Outcome> {
    return this.#primary.reloads.request('operator', options)
  }
}

function toVersion({ hash, loadedAt }: ActiveConfig): { hash: string; loadedAt: string } {
  return { hash, loadedAt: loadedAt.toISOString() }
}

function toLimit({ name: counter, msLeft, ...rest }: NearLimit): LimitNearEnd {
  const [by = '', unit = '', ...name] = counter.split(':')
  return { name: name.join(':'), by, unit, ...rest, resetSeconds: Math.ceil(msLeft / 1000) }
}

function toCertificate(tls: Tls): NonNullable<Status['certificate']> {
  const { state, validTo } = certificateEnd(tls, Date.now())
  return { state, validTo: new Date(validTo).toISOString() }
}

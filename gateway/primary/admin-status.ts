import { switchSetting } from '../../kit/config/settings.js'
import type { UsageStore } from '../../kit/usage/store.js'
import type { GatewayStatus } from '../admin/pages.js'
import type { Readiness, ReadinessReport } from '../admin/readiness.js'
import type { WorkerStatus } from '../admin/status.js'
import { type CertificateEnd, certificateEnd } from '../config/certificate.js'
import type { Tls } from '../config/tls.js'
import { type MetricsSource, metricsText } from './metrics.js'
import type { Outcome, ReloadError, Reloads } from './reloads.js'
import { type TopCallers, topCallers } from './top-callers.js'
import type { WorkerProcess, WorkerState } from './worker-process.js'

/** How long a worker may take to report its readiness, including its dependencies. */
const withinMs = 5000

/** The same for its status: a page for when something hangs answers within a second. */
const statusMs = 900

/** `/status` of the admin listener (docs/api.md, Admin listener). */
export interface Status extends Partial<WorkerStatus> {
  uptimeSeconds: number
  workers: (WorkerState & { fault?: string })[]
  /** Of the public listener, where it has one. */
  certificate?: { state: CertificateEnd['state']; validTo: string }
  config: { hash: string; loadedAt: string; lastReloadError: ReloadError | null }
}

/** What is shown: the primary. */
export interface StatusSource extends MetricsSource {
  readonly reloads: Pick<Reloads, 'lastError' | 'request'>
  /** A serving worker, if there is one. */
  readonly serving: WorkerProcess | undefined
  readonly usage: Pick<UsageStore, 'read'>
  /** Whether it is being stopped, and still serves. */
  readonly isRetiring: boolean
}

/** The gateway as the admin listener shows it: one, however many workers it has. */
export class AdminStatus implements GatewayStatus {
  readonly #primary: StatusSource

  constructor(primary: StatusSource) {
    this.#primary = primary
  }

  /** Without a worker that answers it only shows what the primary knows. */
  async status(): Promise<Status> {
    const { inForce, reloads, workers, serving } = this.#primary
    const report = await serving?.ipc
      .request<WorkerStatus>('status', {}, { withinMs: statusMs })
      .catch(() => undefined)
    const { version, ...rest } = report ?? {}
    const { hash, loadedAt, files } = inForce!
    return {
      ...(version !== undefined && { version }),
      uptimeSeconds: Math.round(process.uptime()),
      workers: workers.map((worker) => ({
        ...worker.state,
        ...(worker === serving && !report && { fault: 'does not answer' }),
      })),
      ...(files.tls && { certificate: certificateOf(files.tls) }),
      config: { hash, loadedAt: loadedAt.toISOString(), lastReloadError: reloads.lastError },
      ...rest,
    }
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
    return metricsText(this.#primary, this.#readiness())
  }

  #readiness(): Promise<ReadinessReport | undefined> {
    const { serving } = this.#primary
    return (
      serving?.ipc.request<ReadinessReport>('readiness', {}, { withinMs }) ??
      Promise.resolve(undefined)
    ).catch(() => undefined)
  }

  /** As written: up to a minute late. */
  topCallers(): Promise<TopCallers> {
    return topCallers(this.#primary.usage, Date.now())
  }

  reload(): Promise<Outcome> {
    return this.#primary.reloads.request()
  }
}

function certificateOf(tls: Tls): NonNullable<Status['certificate']> {
  const { state, validTo } = certificateEnd(tls, Date.now())
  return { state, validTo: new Date(validTo).toISOString() }
}

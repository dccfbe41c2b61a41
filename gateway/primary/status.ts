import type { SearchesReport } from '../../kit/usage/searches.js'
import type { WorkerStatus } from '../admin/status.js'
import type { CertificateEnd } from '../config/tls.js'
import type { ReloadRecord } from './reload-record.js'
import type { ReloadError } from './reloads.js'
import type { WorkerState } from './worker-process.js'

/** What is wrong now, in the words of the alert that Prometheus would fire. */
export interface ActiveAlert {
  /** Its section in docs/alerts.md. */
  alert: string
  summary: string
  /** The first to type. */
  command: string
  /** When it was first seen. */
  since: string
}

/** `/status` of the admin listener (docs/admin-listener.md). */
export interface Status extends Partial<WorkerStatus> {
  /** What is wrong now, the oldest first. */
  alerts: ActiveAlert[]
  uptimeSeconds: number
  /** How old the report of a worker is; absent unless none answers. */
  reportAgeSeconds?: number
  /** Whether the last write of the usage succeeded. */
  canWriteUsage: boolean
  workers: (WorkerState & { fault?: string })[]
  /** Of the public listener, where it has one. */
  certificate?: { state: CertificateEnd['state']; validTo: string }
  config: {
    hash: string
    loadedAt: string
    /** Whether it was returned to, and the files say something else. */
    isBack: boolean
    /** What was in force before, to which a reload can return. */
    earlier: { hash: string; loadedAt: string } | null
    lastReloadError: ReloadError | null
    /** The newest first. */
    reloads: readonly ReloadRecord[]
  }
  /** Of all workers that answer. */
  searches: SearchesReport
  /** Empty where the limits are counted in Redis. */
  limitsNearEnd: LimitNearEnd[]
}

/** A limit of which someone has less than a tenth left. */
export interface LimitNearEnd {
  name: string
  by: string
  unit: string
  /** An address, or the id of an owner or a credential. */
  key: string
  limit: number
  remaining: number
  resetSeconds: number
}

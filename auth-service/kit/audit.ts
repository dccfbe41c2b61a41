import { log } from '../../kit/log/log.js'
import { counter } from '../../kit/metrics/prometheus.js'

export const auditEvents = [
  'login',
  'login-failed',
  'login-throttled',
  'login-locked',
  'refresh-rotated',
  'refresh-repeated',
  'refresh-refused',
  'refresh-reused',
  'logout',
  'logout-all',
  'session-displaced',
  'password-changed',
  'key-created',
  'key-changed',
  'key-plan-changed',
  'key-rotated',
  'key-revoked',
  'key-needs-upgrade',
  'sign-up',
  'sign-up-verified',
  'recovery',
  'recovery-reset',
  'invitation-accepted',
  'account-deleted',
  'user-created',
  'user-changed',
  'user-invited',
  'user-disabled',
  'user-enabled',
  'user-password-reset',
  'user-role-changed',
  'user-plan-changed',
  'user-deleted',
  'signing-key-rotated',
  'signing-key-withdrawn',
] as const

export type AuditEvent = (typeof auditEvents)[number]

const count = counter({
  name: 'directory_auth_events_total',
  help: 'Security events, as the audit log names them.',
  labels: ['event'],
  known: auditEvents,
})

/** The origin of a request. */
export interface Origin {
  requestId: string
  /** The client's address: the peer's or, from a trusted proxy, X-Forwarded-For's. */
  address: string
}

/** Actor and subject: ids only, never user input. */
export interface AuditFacts extends Origin {
  userId?: number
  sessionId?: string
  keyId?: string
  /** The user who did it to the account of `userId`, with the scope users:manage. */
  adminId?: number
  /** The level that a key needs, and the lower one that gateway and service enforce together. */
  needs?: number
  enforces?: number
  /** True when an operator did it through the internal listener. */
  operator?: true
}

/** One line per security event, which is counted too. */
export function audit(event: AuditEvent, facts: AuditFacts): void {
  count([event])
  log.info({ audit: true, event, ...facts }, event)
}

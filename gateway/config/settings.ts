import {
  type ConnectionLimits,
  connectionLimits,
  dividedLimits,
} from '../../edge/connection-limits.js'
import type { ListenAddress } from '../../edge/listen.js'
import {
  logLevel,
  portSetting,
  requiredSetting,
  setting,
  switchSetting,
  validateSettings,
} from '../../kit/config/settings.js'
import type { SettingDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isLoopback } from '../../kit/http/address.js'
import { readPublicUrl } from '../../kit/http/origin.js'
import { workersSetting } from '../../kit/process/worker-count.js'
import { type RateLimitStore, rateLimitStore } from '../../kit/rate-limit/store.js'
import { isTracing } from '../../kit/telemetry/tracing.js'
import { certificateWarnings, checkKeyPair, readTls, type Tls } from './tls.js'

/** The validated settings of the gateway, as each of its workers has them. */
export interface GatewaySettings {
  rateLimits: RateLimitStore
  tls: Tls | undefined
  /** Of one worker. */
  connections: ConnectionLimits
  hasMetrics: boolean
  port: number
  adminPort: number
  probes: ListenAddress | undefined
}

/**
 * Validates the settings and reads the files that they name; opens nothing.
 * @param read The contents of TLS_CERT and TLS_KEY, if read before.
 * @throws Error for a mistake.
 */
export function readGatewaySettings(read?: { tls: Tls | undefined }): GatewaySettings {
  logLevel()
  validateSettings(['Gateway', 'Gateway and auth service'])
  readPublicUrl() // the pages read it
  isTracing()
  const hasMetrics = switchSetting('METRICS')
  const rateLimits = rateLimitStore()
  const { tls } = read ?? { tls: readTls() }
  if (tls) checkKeyPair(tls)
  const [port, adminPort] = [portSetting('PORT'), portSetting('ADMIN_PORT')]
  const connections = dividedLimits(connectionLimits(), workersSetting())
  return { tls, connections, hasMetrics, port, adminPort, rateLimits, probes: readProbeAddress() }
}

/** Where other machines may reach probes and metrics; undefined where PROBE_PORT is not set. */
export function readProbeAddress(): ListenAddress | undefined {
  if (setting('PROBE_PORT') === undefined) return undefined
  const [host, port] = [requiredSetting('PROBE_HOST'), portSetting('PROBE_PORT')]
  return { setting: 'PROBE_PORT', hostSetting: 'PROBE_HOST', host, port }
}

/** Choices in the settings that the operator should review. */
export function findSettingWarnings(tls: Tls | undefined): SettingDiagnostic[] {
  return [...adminWarnings(), ...certificateWarnings(tls, Date.now())]
}

function adminWarnings(): SettingDiagnostic[] {
  if (isLoopback(requiredSetting('ADMIN_HOST'))) return []
  return [
    {
      setting: 'ADMIN_HOST',
      severity: 'warning',
      rule: 'admin-not-on-loopback',
      message: 'the admin listener, which needs no credential, can be reached from other machines',
      remedy: 'remove ADMIN_HOST; PROBE_HOST and PROBE_PORT serve probes and metrics alone',
    },
  ]
}

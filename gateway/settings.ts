import { createSecureContext } from 'node:tls'
import { isLoopback } from '../kit/address.js'
import { type ConnectionLimits, connectionLimits } from '../kit/http/connection-limits.js'
import { type RateLimitStore, rateLimitStore } from '../kit/rate-limit-store.js'
import { logLevel, portSetting, requiredSetting, setting, switchSetting } from '../kit/settings.js'
import type { SettingMistake } from '../kit/yaml/mistakes.js'
import { readTls, type Tls } from './server.js'

/** The settings of the gateway's own process, judged good. */
export interface GatewaySettings {
  rateLimits: RateLimitStore
  tls: Tls | undefined
  connections: ConnectionLimits
  hasMetrics: boolean
  port: number
  adminPort: number
}

/** Judges the settings and reads the files that they name; opens nothing. @throws Error for a mistake. */
export function gatewaySettings(): GatewaySettings {
  logLevel()
  switchSetting('ACCESS_LOG') // the envelope reads it, but could not say so in one line
  const hasMetrics = switchSetting('METRICS')
  const rateLimits = rateLimitStore()
  const tls = readTls(setting('TLS_CERT'), setting('TLS_KEY'))
  if (tls) judgePair(tls)
  const [port, adminPort] = [portSetting('PORT'), portSetting('ADMIN_PORT')]
  return { tls, connections: connectionLimits(), hasMetrics, port, adminPort, rateLimits }
}

function judgePair(tls: Tls): void {
  try {
    createSecureContext(tls)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`TLS_CERT and TLS_KEY must name the PEM files of a certificate and its key (${code})`, { cause })
  }
}

/** Choices in the settings that the operator should think over. */
export function settingWarnings(): SettingMistake[] {
  if (isLoopback(requiredSetting('ADMIN_HOST'))) return []
  return [
    {
      setting: 'ADMIN_HOST',
      severity: 'warning',
      rule: 'admin-not-on-loopback',
      message: 'the admin listener, which asks for no credential, can be reached from other machines',
      remedy: 'leave ADMIN_HOST out, and let probes ask on this machine',
    },
  ]
}

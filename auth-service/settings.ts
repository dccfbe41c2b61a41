import { type ConnectionLimits, connectionLimits } from '../edge/connection-limits.js'
import type { ListenAddress } from '../edge/listen.js'
import {
  type Environment,
  hostSetting,
  logLevel,
  optionalPortSetting,
  portSetting,
  requiredSetting,
  SettingError,
  secondsSetting,
  switchSetting,
} from '../kit/config/settings.js'
import { clientReader } from '../kit/http/client-ip.js'
import { isTracing } from '../kit/telemetry/tracing.js'

/** The validated settings of the auth service's own process, without its store and its secrets. */
export interface AuthSettings {
  clientOf: ReturnType<typeof clientReader>
  connections: ConnectionLimits
  hasMetrics: boolean
  places: { public: ListenAddress; internal: ListenAddress }
}

/** @throws Error for a mistake. */
export function authSettings(env: Environment): AuthSettings {
  logLevel(env)
  secondsSetting('SHUTDOWN_DELAY', env) // kit/process/service.ts reads it
  probePlace(env) // the start opens it
  isTracing(env)
  const host = hostSetting('AUTH_HOST', env)
  const placeOf = (name: string) => ({
    ...{ setting: name, hostSetting: 'AUTH_HOST' },
    ...{ host, port: portSetting(name, env) },
  })
  return {
    clientOf: clientReader(requiredSetting('TRUSTED_PROXIES', env)),
    connections: connectionLimits(env),
    hasMetrics: switchSetting('METRICS', env),
    places: { public: placeOf('AUTH_PORT'), internal: placeOf('AUTH_INTERNAL_PORT') },
  }
}

/** Where probes and metrics are served alone; undefined where AUTH_PROBE_PORT is not set. */
export function probePlace(env: Environment): ListenAddress | undefined {
  const port = optionalPortSetting('AUTH_PROBE_PORT', env)
  if (port === undefined) return undefined
  const host = requiredSetting('AUTH_HOST', env)
  return { setting: 'AUTH_PROBE_PORT', hostSetting: 'AUTH_HOST', host, port }
}

/**
 * @throws Error when they are equal: read access of the gateway would become the operator's write
 *   access.
 */
export function validateSecrets(service: string | undefined, operator: string | undefined): void {
  if (service !== undefined && service === operator)
    throw new SettingError('OPERATOR_SECRET', 'SERVICE_SECRET and OPERATOR_SECRET must differ')
}

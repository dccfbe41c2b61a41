import { type ConnectionLimits, connectionLimits } from '../edge/connection-limits.js'
import type { ListenAddress } from '../edge/listen.js'
import {
  type Environment,
  logLevel,
  portSetting,
  requiredSetting,
  SettingError,
  setting,
  switchSetting,
  validateSettings,
} from '../kit/config/settings.js'
import { makeClientReader } from '../kit/http/client-ip.js'
import { isTracing } from '../kit/telemetry/tracing.js'

/** The validated settings of the auth service's own process, without its store and its secrets. */
export interface AuthSettings {
  clientOf: ReturnType<typeof makeClientReader>
  connections: ConnectionLimits
  hasMetrics: boolean
  /** Without `probes` where AUTH_PROBE_PORT is not set. */
  places: { public: ListenAddress; internal: ListenAddress; probes?: ListenAddress }
}

/** @throws Error for a mistake. */
export function authSettings(env: Environment): AuthSettings {
  logLevel(env)
  validateSettings(['Auth service', 'Gateway and auth service'], env)
  isTracing(env)
  const host = requiredSetting('AUTH_HOST', env)
  const readPlace = (name: string) => ({
    ...{ setting: name, hostSetting: 'AUTH_HOST' },
    ...{ host, port: portSetting(name, env) },
  })
  const hasProbes = setting('AUTH_PROBE_PORT', env) !== undefined
  return {
    clientOf: makeClientReader(requiredSetting('TRUSTED_PROXIES', env)),
    connections: connectionLimits(env),
    hasMetrics: switchSetting('METRICS', env),
    places: {
      ...(hasProbes && { probes: readPlace('AUTH_PROBE_PORT') }),
      public: readPlace('AUTH_PORT'),
      internal: readPlace('AUTH_INTERNAL_PORT'),
    },
  }
}

/**
 * @throws Error when they are equal: read access of the gateway would become the operator's write
 *   access.
 */
export function validateSecrets(service: string | undefined, operator: string | undefined): void {
  if (service !== undefined && service === operator)
    throw new SettingError('OPERATOR_SECRET', 'SERVICE_SECRET and OPERATOR_SECRET must differ')
}

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
} from '../kit/config/settings.js'
import { clientReader } from '../kit/http/client-ip.js'

/** The validated settings of the auth service's own process, without its store and its secrets. */
export interface AuthSettings {
  clientOf: ReturnType<typeof clientReader>
  connections: ConnectionLimits
  /** `probes` where AUTH_PROBE_PORT is set. */
  places: { public: ListenAddress; internal: ListenAddress; probes?: ListenAddress }
}

/** @throws Error for a mistake. */
export function authSettings(env: Environment): AuthSettings {
  logLevel(env)
  secondsSetting('SHUTDOWN_DELAY', env) // kit/process/service.ts reads it
  const host = hostSetting('AUTH_HOST', env)
  const placeOf = (name: string, port = portSetting(name, env)) => ({
    ...{ setting: name, hostSetting: 'AUTH_HOST' },
    ...{ host, port },
  })
  const probePort = optionalPortSetting('AUTH_PROBE_PORT', env)
  return {
    clientOf: clientReader(requiredSetting('TRUSTED_PROXIES', env)),
    connections: connectionLimits(env),
    places: {
      public: placeOf('AUTH_PORT'),
      internal: placeOf('AUTH_INTERNAL_PORT'),
      ...(probePort !== undefined && { probes: placeOf('AUTH_PROBE_PORT', probePort) }),
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

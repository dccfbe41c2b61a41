import { addressReader } from '../kit/http/client.js'
import { openPort } from '../kit/http/port.js'
import { log } from '../kit/log.js'
import { openMetrics } from '../kit/metrics.js'
import { settingAtStart } from '../kit/secrets.js'
import { requiredSetting } from '../kit/settings.js'
import { logWarnings } from '../kit/yaml/log-warnings.js'
import { makeAdmin } from './admin.js'
import { announceServer } from './express-gateway.js'
import { loadGateway } from './load.js'
import { warnOfMappings } from './mapping-audit.js'
import { warnOfEngine } from './readiness.js'
import { makeServer } from './server.js'
import { gatewaySettings, settingWarnings } from './settings.js'

/** A gateway that serves. */
export interface Gateway {
  /** Public address, e.g. `http://127.0.0.1:8080`. */
  url: string
  /** Address of the admin listener. */
  adminUrl: string
  /** Finishes what is running, within so many milliseconds, then closes both listeners. */
  close(drainMs: number): Promise<void>
}

/**
 * Starts the gateway from the environment's settings (docs/api.md, Settings). Everything is judged before a port is
 * opened, and the public one is opened last.
 * @throws ConfigurationError for mistakes in the YAML, Error for those in settings and for a port that cannot be had;
 * nothing listens then.
 */
export async function start(): Promise<Gateway> {
  const { rateLimits, tls, connections, hasMetrics, port, adminPort } = gatewaySettings()
  const loaded = await loadGateway(requiredSetting('CONFIG_DIR'), settingAtStart)
  logWarnings([...settingWarnings(), ...loaded.warnings])
  if (hasMetrics) await openMetrics()
  await rateLimits.open() // before the first request, so that it is counted where all others are
  const addressOf = addressReader(requiredSetting('TRUSTED_PROXIES'))
  const { server, drain } = makeServer(loaded.app, { connections, addressOf, tls })
  const admin = makeAdmin(loaded, connections)
  announceServer(server)

  const adminUrl = await openPort(admin, {
    setting: 'ADMIN_PORT',
    host: requiredSetting('ADMIN_HOST'),
    port: adminPort,
  })
  let url: string
  try {
    url = await openPort(server, { setting: 'PORT', host: requiredSetting('HOST'), port }, tls ? 'https' : 'http')
  } catch (error) {
    admin.close()
    throw error
  }
  log.info({ url, adminUrl, config: loaded.config.hash }, 'gateway ready')
  void warnOfEngine(loaded.backends)
  void warnOfMappings(loaded.backends)
  return {
    url,
    adminUrl,
    async close(drainMs) {
      log.info('gateway closing')
      await drain(drainMs)
      admin.close()
      admin.closeAllConnections()
      rateLimits.close()
    },
  }
}

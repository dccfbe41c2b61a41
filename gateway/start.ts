import { addressReader } from '../kit/http/client.js'
import { type ConnectionLimits, connectionLimits } from '../kit/http/connection-limits.js'
import { openPort } from '../kit/http/port.js'
import { log } from '../kit/log.js'
import { openMetrics } from '../kit/metrics.js'
import { type RateLimitStore, rateLimitStore } from '../kit/rate-limit-store.js'
import { settingAtStart } from '../kit/secrets.js'
import { logLevel, portSetting, requiredSetting, setting, switchSetting } from '../kit/settings.js'
import type { SettingOf } from '../kit/yaml/source.js'
import { makeAdmin } from './admin.js'
import { announceServer } from './express-gateway.js'
import { type Loaded, loadGateway } from './load.js'
import { warnOfEngine } from './readiness.js'
import { makeServer, readTls, type Tls } from './server.js'

/** A gateway that serves. */
export interface Gateway {
  /** Public address, e.g. `http://127.0.0.1:8080`. */
  url: string
  /** Address of the admin listener. */
  adminUrl: string
  /** Finishes what is running, within so many milliseconds, then closes both listeners. */
  close(drainMs: number): Promise<void>
}

/** All that the start needs, judged good. */
export interface Prepared {
  loaded: Loaded
  rateLimits: RateLimitStore
  tls: Tls | undefined
  connections: ConnectionLimits
  hasMetrics: boolean
  port: number
  adminPort: number
}

/**
 * Judges the settings and the YAML and builds the pipelines; opens nothing. Once per process.
 * @param settingOf Gives the values of the variables in the YAML.
 * @throws ConfigurationError for mistakes in the YAML, Error for those in settings.
 */
export async function prepare(settingOf: SettingOf): Promise<Prepared> {
  logLevel()
  switchSetting('ACCESS_LOG') // the envelope reads it, but could not say so in one line
  const hasMetrics = switchSetting('METRICS')
  const rateLimits = rateLimitStore()
  const tls = readTls(setting('TLS_CERT'), setting('TLS_KEY'))
  const [port, adminPort] = [portSetting('PORT'), portSetting('ADMIN_PORT')]
  const connections = connectionLimits()
  const loaded = await loadGateway(requiredSetting('CONFIG_DIR'), settingOf)
  return { tls, connections, hasMetrics, port, adminPort, rateLimits, loaded }
}

/**
 * Starts the gateway from the environment's settings (docs/api.md, Settings). Everything is judged before a port is
 * opened, and the public one is opened last.
 * @throws as `prepare`, and an Error for a port that cannot be had; nothing listens then.
 */
export async function start(): Promise<Gateway> {
  const { loaded, rateLimits, tls, connections, hasMetrics, port, adminPort } = await prepare(settingAtStart)
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

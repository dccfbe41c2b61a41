import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { log } from '../kit/log.js'
import { settingAtStart } from '../kit/secrets.js'
import { logLevel, portSetting, requiredSetting, setting } from '../kit/settings.js'
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
  /** Finishes what is running (10 s at most), then closes both listeners. */
  close(): Promise<void>
}

/** How long requests may go on after the end was asked for (DESIGN 6: 12 s in all). */
const drainMs = 10_000

/** All that the start needs, judged good. */
export interface Prepared {
  loaded: Loaded
  tls: Tls | undefined
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
  const tls = readTls(setting('TLS_CERT'), setting('TLS_KEY'))
  const [port, adminPort] = [portSetting('PORT'), portSetting('ADMIN_PORT')]
  return { tls, port, adminPort, loaded: await loadGateway(requiredSetting('CONFIG_DIR'), settingOf) }
}

/**
 * Starts the gateway from the environment's settings (DESIGN 5). Everything is judged before a port is opened, and the
 * public one is opened last.
 * @throws as `prepare`, and an Error for a port that cannot be had; nothing listens then.
 */
export async function start(): Promise<Gateway> {
  const { loaded, tls, port, adminPort } = await prepare(settingAtStart)
  const { server, drain } = makeServer(loaded.app, tls)
  const admin = makeAdmin(loaded)
  announceServer(server)

  await listen(admin, adminPort, requiredSetting('ADMIN_HOST'), 'ADMIN_PORT')
  try {
    await listen(server, port, requiredSetting('HOST'), 'PORT')
  } catch (error) {
    admin.close()
    throw error
  }
  const url = urlOf(server, tls ? 'https' : 'http')
  const adminUrl = urlOf(admin, 'http')
  log.info({ url, adminUrl, config: loaded.config.hash }, 'gateway ready')
  void warnOfEngine(loaded.backends)
  return {
    url,
    adminUrl,
    async close() {
      log.info('gateway closing')
      await drain(drainMs)
      admin.close()
      admin.closeAllConnections()
    },
  }
}

/** @throws Error naming the setting when the port cannot be had. */
async function listen(server: Server, port: number, host: string, name: string): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'another process uses it' : code
    throw new Error(`${name}: cannot listen on ${host}, port ${port}: ${reason}`, { cause })
  }
}

function urlOf(server: Server, scheme: string): string {
  const { address, port, family } = server.address() as AddressInfo
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

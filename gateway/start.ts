import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { log } from '../plugins/kit/log.js'
import { portSetting, requiredSetting, setting } from '../plugins/kit/settings.js'
import { makeAdmin } from './admin.js'
import { announceServer } from './express-gateway.js'
import { loadGateway } from './load.js'
import { makeServer, readTls } from './server.js'

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

/**
 * Starts the gateway from the environment's settings (DESIGN 5). Everything is judged before a port is opened, the public
 * one last. Once per process.
 * @throws ConfigurationError for mistakes in the YAML, Error for those in settings; nothing listens then.
 */
export async function start(): Promise<Gateway> {
  const tls = readTls(setting('TLS_CERT'), setting('TLS_KEY'))
  const ports = { main: portSetting('PORT'), admin: portSetting('ADMIN_PORT') }
  const loaded = await loadGateway(requiredSetting('CONFIG_DIR'), setting)
  const { server, drain } = makeServer(loaded.app, tls)
  const admin = makeAdmin(loaded)
  announceServer(server)

  await listen(admin, ports.admin, requiredSetting('ADMIN_HOST'), 'ADMIN_PORT')
  try {
    await listen(server, ports.main, requiredSetting('HOST'), 'PORT')
  } catch (error) {
    admin.close()
    throw error
  }
  const url = urlOf(server, tls ? 'https' : 'http')
  const adminUrl = urlOf(admin, 'http')
  log.info({ event: 'gateway-ready', url, adminUrl, config: loaded.config.hash })
  return {
    url,
    adminUrl,
    async close() {
      log.info({ event: 'gateway-closing' })
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

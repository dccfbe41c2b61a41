import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

process.env.EG_DISABLE_CONFIG_WATCH = '1'
process.env.LOG_LEVEL ??= 'silent'

type Host = (start: { plugins: unknown; config: object }) => Promise<{ app: Server }>

const host: Host = require('stock-express-gateway/lib/gateway')
const loader: {
  load(from: { config: object }): unknown
} = require('stock-express-gateway/lib/plugins')
const config: {
  systemConfig: object
  gatewayConfig: object
} = require('stock-express-gateway/lib/config')
const eventBus: NodeJS.EventEmitter = require('stock-express-gateway/lib/eventBus')

const ours = join(__dirname, '../../plugins')

/** Plugins of the tests: they replace the steps that are not tested. */
const fixtures = {
  answer: join(__dirname, 'plugins/answer.ts'),
  caller: join(__dirname, 'plugins/caller.ts'),
}

/** The parts of gateway.config.yml that a test writes. */
export interface Configuration {
  apiEndpoints: object
  serviceEndpoints?: object
  pipelines: object
  cors?: object
}

export interface Gateway {
  url: string
  port: number
  /** Swaps the configuration in, as express-gateway does when a file changes. */
  reload(configuration: Configuration): Promise<void>
  close(): Promise<void>
}

/** A stock express-gateway with plugins of ours on a free port of loopback. */
export async function startGateway(
  plugins: string[],
  configuration: Configuration,
): Promise<Gateway> {
  const entries = Object.entries({
    ...Object.fromEntries(plugins.map((name) => [name, join(ours, name, 'index.ts')])),
    ...fixtures,
  }).map(([name, file]) => [name, { package: file }])
  // The host's own object: a reload of plugins reads no other
  const configure = (part: Configuration) => {
    config.systemConfig = { ...config.systemConfig, plugins: Object.fromEntries(entries) }
    config.gatewayConfig = {
      http: { port: 0, hostname: '127.0.0.1' },
      policies: [...plugins, ...Object.keys(fixtures)],
      ...structuredClone(part),
    }
  }
  configure(configuration)
  const { app: server } = await host({ plugins: loader.load({ config }), config })
  server.keepAliveTimeout = 0 // no client sends on a connection that is just being closed
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async reload(part) {
      configure(part)
      eventBus.emit('hot-reload', { config })
      await new Promise((resolve) => setTimeout(resolve, 50))
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

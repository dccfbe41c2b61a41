import { resolve } from 'node:path'
import proxyAddr from 'proxy-addr'
import { log } from '../kit/log.js'
import { type Environment, portSetting, requiredSetting, setting } from '../kit/settings.js'
import { readConfig } from './config.js'
import { makeFirstUser } from './first-user.js'
import { type Listener, listen, type Trust } from './http/listener.js'
import { keyRoutes } from './routes/api-keys.js'
import { gatewayRoutes } from './routes/gateway.js'
import { operatorRoutes } from './routes/operator.js'
import { sessionRoutes } from './routes/sessions.js'
import { createService } from './service.js'
import { openLowdbStore } from './store/lowdb/lowdb.js'
import type { Store } from './store/store.js'

/** The running service. */
export interface Running {
  /** Public calls, proxied by the gateway. */
  url: string
  /** Internal calls. */
  internalUrl: string
  /** Drains both listeners, writes what is left, lets go of the store. */
  close(): Promise<void>
}

/**
 * Starts the auth service.
 * @throws Error for every mistake of the operator: nothing is left open then.
 */
export async function start(env: Environment = process.env): Promise<Running> {
  const config = readConfig(requiredSetting('CONFIG_DIR', env))
  const trust = trustOf(requiredSetting('TRUSTED_PROXIES', env))
  const host = requiredSetting('AUTH_HOST', env)
  const placeOf = (name: string) => ({ setting: name, host, port: portSetting(name, env) })
  const places = { public: placeOf('AUTH_PORT'), internal: placeOf('AUTH_INTERNAL_PORT') }
  const secrets = { service: requiredSetting('SERVICE_SECRET', env), operator: requiredSetting('OPERATOR_SECRET', env) }
  if (secrets.service === secrets.operator) throw new Error('SERVICE_SECRET and OPERATOR_SECRET must differ')

  const store = await openStore(env)
  const open: Listener[] = []
  try {
    const onError = (error: unknown) => log.error({ err: error }, 'work behind the scenes failed')
    const service = await createService({ store, config, seed: setting('PASETO_SECRET_KEY', env), onError })
    await makeFirstUser(service, env)
    const internal = await listen([...gatewayRoutes(service, secrets), ...operatorRoutes(service, secrets)], {
      place: places.internal,
      trust,
    })
    open.push(internal)
    const face = await listen([...sessionRoutes(service), ...keyRoutes(service)], { place: places.public, trust })
    open.push(face)
    const close = async () => {
      await Promise.all(open.map((listener) => listener.close()))
      await service.close()
    }
    return { url: face.url, internalUrl: internal.url, close }
  } catch (error) {
    await Promise.all(open.map((listener) => listener.close()))
    await store.close()
    throw error
  }
}

/** @throws Error for an unknown store, and as the store itself. */
async function openStore(env: Environment): Promise<Store> {
  const name = requiredSetting('AUTH_STORE', env)
  if (name === 'lowdb') return openLowdbStore(resolve(requiredSetting('DATA_DIR', env)))
  if (name !== 'elasticsearch') throw new Error('AUTH_STORE must be lowdb or elasticsearch')
  // loaded only where it is used: the client takes as long to load as all the rest
  const { authClient, authIndex } = await import('./store/elasticsearch/access.js')
  const { openElasticsearchStore } = await import('./store/elasticsearch/elasticsearch.js')
  const index = authIndex(env)
  const client = authClient(env)
  try {
    return await openElasticsearchStore(client, index)
  } catch (cause) {
    await client.close()
    throw new Error('the auth store cannot be opened: is AUTH_ELASTICSEARCH_URL right, and its credential?', { cause })
  }
}

function trustOf(proxies: string): Trust {
  try {
    return proxyAddr.compile(proxies.split(',').map((proxy) => proxy.trim()))
  } catch {
    throw new Error(
      'TRUSTED_PROXIES must be addresses, CIDRs or the words loopback, linklocal, uniquelocal, comma separated',
    )
  }
}

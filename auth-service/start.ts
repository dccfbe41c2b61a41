import type { ListenAddress } from '../edge/listen.js'
import { ownSecret, secretWarnings } from '../kit/config/secrets.js'
import { type Environment, requiredSetting, setting } from '../kit/config/settings.js'
import { ConfigurationError } from '../kit/config/yaml/diagnostics.js'
import { log, logWarnings } from '../kit/log/log.js'
import { openMetrics } from '../kit/metrics/prometheus.js'
import type { RunningService } from '../kit/process/service.js'
import { makeRateLimitStore } from '../kit/rate-limit/store.js'
import { closeTracing, openTracing } from '../kit/telemetry/tracing.js'
import { accountSettings, missingSettings, separateCounts } from './accounts/settings.js'
import { readConfig } from './config/config.js'
import { makeFirstUser } from './first-user.js'
import { accessGuards } from './http/access.js'
import { type Listener, listen } from './http/listener.js'
import type { RouteRow } from './http/route.js'
import { endHashThreads } from './passwords/hashing.js'
import { probeRoutes } from './routes/probes.js'
import { internalRoutes, openRoutes } from './routes/tables.js'
import { createService } from './service/service.js'
import { authSettings, validateSecrets } from './settings.js'
import { openServedStore } from './store/open.js'
import type { Store } from './store/store.js'
import { timeStore } from './store/timed.js'
import { warnOfPolicyGaps } from './users/policy-gaps.js'

/** The running service. */
export interface Running extends Required<RunningService> {
  /** Public calls, proxied by the gateway. */
  url: string
  /** Internal calls. */
  internalUrl: string
}

/**
 * Starts the auth service.
 * @param env Its settings. @param now Its clock.
 * @throws Error for every mistake of the operator, with everything closed.
 */
export async function start(
  env: Environment = process.env,
  now: () => number = Date.now,
): Promise<Running> {
  const { clientOf, connections, hasMetrics, places } = authSettings(env)
  const { config, warnings, placeAll } = readConfig(requiredSetting('CONFIG_DIR', env), (name) =>
    setting(name, env),
  )
  const settings = accountSettings(env)
  const missing = placeAll(missingSettings(config.accounts, settings))
  if (missing.length > 0) throw new ConfigurationError(missing)
  const uncounted = placeAll(separateCounts(config.accounts, env))
  logWarnings([...secretWarnings(env), ...warnings, ...uncounted])
  const secrets = {
    service: ownSecret('SERVICE_SECRET', env),
    operator: ownSecret('OPERATOR_SECRET', env),
  }
  validateSecrets(secrets.service, secrets.operator)

  if (hasMetrics) await openMetrics()
  await openTracing('directory-auth-service', env)
  // opened where it is used only
  const counts = makeRateLimitStore(config.accounts.signUp === 'off' ? {} : env)
  const store = timeStore(await openServedStore(env))
  const open: Listener[] = []
  try {
    const onError = (error: unknown) => log.error({ err: error }, 'a background task failed')
    const service = await createService({
      store,
      config,
      seed: setting('PASETO_SECRET_KEY', env),
      settings,
      counts,
      onError,
      now,
    })
    await counts.open()
    await makeFirstUser(service, env)
    warnOfSize(store)
    await warnOfPolicyGaps(store, config)
    const getGuard = accessGuards(secrets, service.sessions, config.roles)
    const openListener = async (place: ListenAddress, routes: readonly RouteRow[]) => {
      const listener = await listen(routes, getGuard, { place, connections, clientOf })
      open.push(listener)
      return listener
    }
    const internal = await openListener(places.internal, internalRoutes(service))
    if (places.probes) await openListener(places.probes, probeRoutes(service))
    const face = await openListener(places.public, openRoutes(service))
    // drains the listeners, writes pending data, closes the store
    const close = async (drainMs: number) => {
      store.feed.close() // requests that wait for changes must not delay the drain
      await Promise.all(open.map((listener) => listener.close(drainMs)))
      await service.close()
      await endHashThreads()
      await closeTracing(1000)
    }
    const retire = () => service.retire()
    return { url: face.url, internalUrl: internal.url, retire, close }
  } catch (error) {
    await Promise.all(open.map((listener) => listener.close(0)))
    await counts.close()
    await store.close()
    throw error
  }
}

function warnOfSize({ filled }: Store): void {
  if (!filled || filled.records <= filled.capacity) return
  const remedy = 'npm run store -- copy --to elasticsearch'
  log.warn(
    filled,
    `the store has more records than its capacity, so that changes become slow: ${remedy}`,
  )
}

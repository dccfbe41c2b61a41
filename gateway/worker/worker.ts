import type { Server } from 'node:http'
import { getPort, type ListeningPort, listen } from '../../edge/listen.js'
import type { Drain } from '../../edge/serve.js'
import { secretWarnings, settingAtStart } from '../../kit/config/secrets.js'
import { isSecretVariable, requiredSetting } from '../../kit/config/settings.js'
import { readInstead } from '../../kit/config/yaml/file.js'
import { addressReader } from '../../kit/http/client-ip.js'
import { log, logWarnings } from '../../kit/log/log.js'
import { openMetrics, snapshot } from '../../kit/metrics/prometheus.js'
import type { Ipc } from '../../kit/process/ipc.js'
import type { RunningService } from '../../kit/process/service.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'
import { closeTracing, openTracing } from '../../kit/telemetry/tracing.js'
import { usageCounter, type WorkerUsage } from '../../kit/usage/counter.js'
import { searches } from '../../kit/usage/searches.js'
import { documentsKnown } from '../../plugins/kit/field-catalog.js'
import { readAuthMetrics } from '../admin/backends.js'
import { probeBackends, toReadiness, warnOfEngine } from '../admin/readiness.js'
import { readStatus } from '../admin/status.js'
import { checkAcross } from '../config/across.js'
import type { PluginCode } from '../config/plugin-code.js'
import {
  findSettingWarnings,
  type GatewaySettings,
  readGatewaySettings,
} from '../config/settings.js'
import { announceServer } from '../host/express-gateway.js'
import { type Loaded, loadGateway } from '../host/load.js'
import { readMeaning } from '../lab/meaning.js'
import { openRecorder, type Recorder } from '../lab/recorder.js'
import {
  type ConfigurationFacts,
  type DrainOptions,
  type KnownCredentials,
  type Loading,
  type LoadOrder,
  listKnownCredentials,
  takeOver,
  type Variables,
} from './messages.js'
import { makeServer } from './server.js'

/** What a worker serves with, once its configuration was validated. */
interface Serving {
  loaded: Loaded
  settings: GatewaySettings
  variables: Variables
  recorder: Recorder | undefined
  server: Server
  drain: Drain
  warns: boolean
}

/**
 * Handles the primary's requests: validates a configuration, opens the port, reports its status,
 * ends.
 */
export function serveFor(primary: Ipc): RunningService {
  let serving: Serving | undefined
  const ready = () => {
    if (!serving) throw new Error('it serves nothing yet')
    return serving
  }
  const close = async (drainMs: number) => {
    await serving?.drain(drainMs)
    await serving?.settings.rateLimits.close()
    // answered, or the process might end before it is delivered
    const counted = primary.request('usage', takeUsage(), { withinMs: 1000 })
    await Promise.all([counted.catch(() => undefined), closeTracing(1000)])
  }

  primary.handle('load', async (order: LoadOrder): Promise<Loading> => {
    try {
      serving = await load(order)
      const { config, verdict } = serving.loaded
      return { loaded: { hash: config.hash, verdict } }
    } catch (error) {
      return { refused: (error as Error).message }
    }
  })
  primary.handle('facts', () => listFacts(ready()))
  primary.handle('open', async (known: KnownCredentials, port?: ListeningPort): Promise<string> => {
    await takeOver(ready().loaded.backends, known)
    const url = await open(ready(), primary, port)
    const { loaded, warns } = ready()
    if (warns) void warnOfEngine(loaded.backends)
    return url
  })
  primary.handle('status', () => readStatus(ready().loaded))
  primary.handle('auth-metrics', () => readAuthMetrics(ready().loaded.backends))
  primary.handle('searches', () => searches.report())
  primary.handle('cancel-search', ({ id }: { id: string }) => searches.cancel(id))
  primary.handle('known-credentials', () => listKnownCredentials(ready().loaded.backends))
  primary.handle('readiness', async () => {
    const { backends } = ready().loaded
    return toReadiness(backends, await probeBackends(backends))
  })
  primary.handle('recorded', () => serving?.recorder?.requests ?? [])
  primary.handle('documents', () => documentsKnown())
  primary.handle('metrics', () => snapshot())
  primary.handle('usage', takeUsage)
  primary.handle('end', async ({ drainMs, portGoesOn }: DrainOptions) => {
    // all end, and the primary is already gone: it was forced to exit
    if (!portGoesOn) process.once('disconnect', () => process.exit(1))
    try {
      await close(drainMs)
      await primary.notify('last-metrics', await snapshot())
      process.exit(0)
    } catch (err) {
      log.fatal({ err }, 'it could not be closed cleanly')
      process.exit(1)
    }
  })
  return { close }
}

function takeUsage(): WorkerUsage {
  return usageCounter?.take() ?? { rows: [], terms: [] }
}

/**
 * The whole start except the port.
 * @throws ConfigurationError for mistakes in the YAML, Error for those in settings.
 */
async function load({
  settings: fromSupervisor,
  files,
  variables: given,
  verdict,
  warns,
}: LoadOrder): Promise<Serving> {
  Object.assign(process.env, fromSupervisor)
  const variables: Variables = {}
  const readSetting = (name: string) => {
    const value = given ? given[name] : settingAtStart(name)
    if (value !== undefined) variables[name] = value
    return value
  }
  readInstead(requiredSetting('CONFIG_DIR'), files.texts)
  const settings = readGatewaySettings(files)
  const loaded = await loadGateway(requiredSetting('CONFIG_DIR'), readSetting, verdict)
  // what has been in force stays valid: the auth service's file may have changed since
  const across = given
    ? []
    : checkAcross(requiredSetting('CONFIG_DIR'), loaded.config.gateway, readSetting)
  if (warns) {
    const ofSettings = [...findSettingWarnings(settings.tls), ...secretWarnings()]
    logWarnings([...ofSettings, ...loaded.verdict.warnings, ...across])
  }
  if (settings.hasMetrics) await openMetrics()
  await openTracing('directory-gateway')
  // before the first request, so that it is counted where all others are
  await rateLimitStore().open()
  const readAddress = addressReader(requiredSetting('TRUSTED_PROXIES'))
  const { connections, tls } = settings
  const recorder = openRecorder()
  const watch = (...seen: Parameters<Recorder['watch']>) => recorder?.watch(...seen)
  const { server, drain } = makeServer(loaded.app, { connections, readAddress, tls, watch })
  announceServer(server)
  return { loaded, settings, variables, recorder, server, drain, warns }
}

/**
 * Opens the public port, and passes it to the primary for the other workers, or serves one that it
 * receives.
 */
async function open(
  { server, settings }: Serving,
  primary: Ipc,
  shared?: ListeningPort,
): Promise<string> {
  const address = {
    ...{ setting: 'PORT', hostSetting: 'HOST' },
    ...{ host: requiredSetting('HOST'), port: settings.port },
  }
  const url = await listen(server, address, { scheme: settings.tls ? 'https' : 'http', shared })
  if (!shared) await primary.notify('port', {}, getPort(server))
  return url
}

function listFacts({ loaded, settings, variables }: Serving): ConfigurationFacts {
  const { config, facts, verdict } = loaded
  const secrets = Object.keys(variables)
    .filter(isSecretVariable)
    .map((name) => variables[name]!)
  const meaning = readMeaning(config, facts, { secrets, tls: settings.tls })
  const watch = config.gateway.value.watch === true
  const code: PluginCode = Object.assign({}, ...Object.values(config.code))
  return { hash: config.hash, watch, code, meaning, variables, verdict }
}

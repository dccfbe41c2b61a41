import { once } from 'node:events'

// undici would take longer to load than all the rest of this process
import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { isatty } from 'node:tty'
import { parseArgs } from 'node:util'
import { defaults } from '../kit/config/setting-table.js'
import { logLevel } from '../kit/config/settings.js'
import { renderCauses } from '../kit/log/causes.js'
import { answerHelp } from '../kit/process/command.js'
import { shutdownSignals } from '../kit/process/shutdown-signals.js'
import { notifySupervisor } from '../kit/process/supervisor.js'
import { findEndedNode } from '../kit/process/version.js'
import { banner, type EngineStatus, fetchPages, type Pages } from './banner.js'
import { type Login, prepareLogin } from './demo-login.js'
import { isTyped, onLine, openPage } from './desktop.js'
import { Stack } from './stack.js'

const usage = `usage: npm start [-- --open]
  starts the auth service, the gateway and, unless ELASTICSEARCH_URL is set, the embedded engine;
  Ctrl-C stops them
  --open   opens the pages in a browser
environment, all of it in docs/configuration.md:
  PORT               port of the gateway (default ${defaults.PORT})
  ELASTICSEARCH_URL  the nodes to search instead of the embedded engine
  DATA_DIR           folder of accounts, keys and loaded data (default ${defaults.DATA_DIR})
  CONFIG_DIR         folder of the YAML files (default ${defaults.CONFIG_DIR})
  LOG_LEVEL          trace, debug, info, warn, error, fatal or silent (default ${defaults.LOG_LEVEL})
  ACCESS_LOG         off: no line for each request
  PUBLIC_PAGES       false: no pages for browsers`

/** Limits that nobody meets while trying things out; not in production. */
const trialLimits = {
  REQUESTS_PER_MINUTE: '60000',
  VISITOR_REQUESTS_PER_MINUTE: '60000',
  LOGINS_PER_MINUTE: '300',
}

/**
 * `npm start [-- --open]`: the whole product on one machine, until it is asked to end. @returns its
 * exit code.
 */
async function main(): Promise<number> {
  answerHelp(usage)
  const isOpening = parseArgs({ options: { open: { type: 'boolean', default: false } } }).values
    .open
  // a terminal that closes takes with it what was started there
  const { requested, forced } = shutdownSignals(
    isatty(0) ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT'],
  )
  if (!isatty(0)) process.on('SIGHUP', () => stack.reload())
  logLevel() // here, so that a mistake is one line and not one from each part
  const login = prepareLogin()
  const demo = login.passwordFile === undefined ? {} : { DEMO_PASSWORD_FILE: login.passwordFile }
  const stack = new Stack({ ...process.env, ...raiseLimits(process.env), ...demo })
  void forced.then(() => {
    stack.kill()
    process.exit(1)
  })
  try {
    const lost = run(stack, login, isOpening).then(() => stack.lost())
    return await Promise.race([requested.then(() => 0), lost.then(() => 1)])
  } finally {
    await stack.close()
  }
}

/** The limits of a trial that are not set. */
function raiseLimits(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (env.NODE_ENV === 'production') return {}
  const own = Object.entries(trialLimits).filter(([name]) => !env[name] && !env[`${name}_FILE`])
  return Object.fromEntries(own)
}

/** Starts all parts and shows their addresses. */
async function run(stack: Stack, login: Login, isOpening: boolean): Promise<void> {
  const addresses = await stack.start()
  const ended = findEndedNode()
  if (ended !== undefined) (await import('../kit/log/log.js')).log.warn(ended)
  const readyMs = performance.now()
  const { url, adminUrl } = addresses.gateway
  const [engine, pages] = await Promise.all([engineStatus(adminUrl), fetchPages(url)])
  const isRepeatable = isTyped()
  const shown = banner(addresses, { engine, pages, login, startMs: readyMs, isRepeatable })
  console.log(shown)
  if (isRepeatable) onLine('h', () => console.log(shown))
  const told = isOpening ? await openFirst(url, pages) : undefined
  if (told !== undefined) console.log(told)
  notifySupervisor({ ready: 'stack', ...addresses })
}

/** Opens the page that leads to the others. @returns the message when that is not possible. */
function openFirst(url: string, { docs, try: trial }: Pages): Promise<string | undefined> | string {
  if (docs === undefined && trial === undefined)
    return '--open: the pages are switched off (PUBLIC_PAGES)'
  return openPage(`${url}/`)
}

/**
 * The engine as the gateway reaches it. Asks again when no node answers: `/status` waits only half
 * a second for one, and a start keeps the processors busy.
 */
async function engineStatus(adminUrl: string, looks = 3): Promise<EngineStatus | undefined> {
  const [answer] = (await once(get(`${adminUrl}/status`), 'response')) as [IncomingMessage]
  const { engine } = (await json(answer)) as { engine?: EngineStatus }
  const isAway = engine?.nodes.length && engine.nodes.every(({ healthy }) => !healthy)
  return isAway && looks > 1 ? engineStatus(adminUrl, looks - 1) : engine
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(renderCauses(error))
    process.exit(1)
  },
)

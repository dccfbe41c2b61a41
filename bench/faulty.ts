import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AskingStep } from '../test/support/fault-outcomes.js'
import type { Order } from './fault-target.js'
import { logIn, mintKey, startAuthService, startGateway } from './running.js'

/** A gateway whose engine is the fault server, and so is a service behind it. */
export interface Faulty {
  /** The gateway's process. */
  pid: number
  /** What is asked of each step, by a caller who may. */
  questions: Record<
    AskingStep,
    { url: string; method: string; headers: Record<string, string>; body?: string }
  >
  order(order: Order): Promise<void>
  stop(): Promise<void>
}

/** @param deadlineMs `timeoutMs` of the steps. */
export async function startFaulty(deadlineMs: number): Promise<Faulty> {
  const target = fork(fileURLToPath(new URL('./fault-target.js', import.meta.url)))
  const [{ url: targetUrl }] = (await once(target, 'message')) as [{ url: string }]
  const configDir = configFor(targetUrl, deadlineMs)
  const auth = await startAuthService()
  const gateway = await startGateway({
    ...{ AUTH_SERVICE_URL: auth.addresses.url, AUTH_INTERNAL_URL: auth.addresses.internalUrl },
    ...{
      ELASTICSEARCH_URL: targetUrl,
      SERVICE_SECRET: auth.secrets.service,
      CONFIG_DIR: configDir,
      LOG_LEVEL: 'fatal',
    },
  })
  const { url } = gateway.addresses
  const { key } = await mintKey(url, await logIn(url, auth.admin))
  return {
    pid: gateway.pid,
    questions: {
      search: {
        url: `${url}/api/v1/organizations/search`,
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ index: 'organization-serp*', body: { query: { match_all: {} } } }),
      },
      passthrough: { url: `${url}/passthrough`, method: 'GET', headers: {} },
      envelope: { url: `${url}/envelope`, method: 'GET', headers: {} },
    },
    async order(order) {
      target.send(order)
      await once(target, 'message')
    },
    async stop() {
      await gateway.stop()
      await auth.stop()
      target.disconnect()
      rmSync(configDir, { recursive: true, force: true })
    },
  }
}

/**
 * The shipped configuration with an upstream of each kind, without limits that the load would meet.
 */
function configFor(targetUrl: string, deadlineMs: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-config-'))
  cpSync(fileURLToPath(new URL('../../config', import.meta.url)), folder, { recursive: true })
  const file = join(folder, 'gateway.config.yml')
  const kinds = ['passthrough', 'envelope']
  const text = readFileSync(file, 'utf8')
    .replaceAll('limit: 60000', 'limit: 100000000')
    .replace('timeoutMs: 10000 # from the question', `timeoutMs: ${deadlineMs} # from the question`)
    .replace(
      'apiEndpoints:\n',
      `apiEndpoints:\n${kinds.map((kind) => `  ${kind}: { host: "*", paths: /${kind}, methods: [GET] }\n`).join('')}`,
    )
    .replace('serviceEndpoints:\n', `serviceEndpoints:\n  faulty: { url: "${targetUrl}" }\n`)
  const pipelines = kinds.map(
    (kind) => `
  ${kind}:
    apiEndpoints: [${kind}]
    policies:
      - envelope: [{ action: {} }]
      - throttle: [{ action: { by: address, limit: 100000000, windowSeconds: 60 } }]
      - upstream: [{ action: { serviceEndpoint: faulty, public: true, timeoutMs: ${deadlineMs}, response: ${kind} } }]
`,
  )
  writeFileSync(file, text + pipelines.join(''))
  return folder
}

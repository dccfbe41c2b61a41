import { rmSync } from 'node:fs'
import type { AskingStep } from '../../test/support/fault-outcomes.js'
import { ask, startChild } from '../child.js'
import { configWith, logIn, mintKey, startAuthService, startGateway } from '../running.js'
import { searchPath } from '../searches.js'
import type { Order } from './fault-target.js'

/** What a step is asked by a caller who may. */
export interface StepRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

/** A gateway whose engine is the fault server, and so is a service behind it. */
export interface Faulty {
  /** The gateway's worker. */
  pid: number
  calls: Record<AskingStep, StepRequest>
  order(order: Order): Promise<void>
  stop(): Promise<void>
}

/** @param deadlineMs `timeoutMs` of the steps. */
export async function startFaulty(deadlineMs: number): Promise<Faulty> {
  const target = await startChild('./chaos/fault-target.js')
  const configDir = configWith((text) => withUpstreams(text, target.url, deadlineMs))
  const auth = await startAuthService()
  const gateway = await startGateway(auth, target.url, {
    CONFIG_DIR: configDir,
    LOG_LEVEL: 'fatal',
  })
  const { url } = gateway.addresses
  const { key } = await mintKey(url, await logIn(url, auth.admin))
  return {
    pid: gateway.worker,
    calls: {
      search: {
        url: url + searchPath,
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ index: 'organization-serp*', body: { query: { match_all: {} } } }),
      },
      passthrough: { url: `${url}/passthrough`, method: 'GET', headers: {} },
      envelope: { url: `${url}/envelope`, method: 'GET', headers: {} },
    },
    order: (order) => ask(target, order),
    async stop() {
      await gateway.stop()
      await auth.stop()
      target.process.disconnect()
      rmSync(configDir, { recursive: true, force: true })
    },
  }
}

/** An upstream of each kind. */
function withUpstreams(text: string, targetUrl: string, deadlineMs: number): string {
  const kinds = ['passthrough', 'envelope']
  const endpoint = (kind: string) => `  ${kind}: { host: "*", paths: /${kind}, methods: [GET] }\n`
  const pipeline = (kind: string) => `
  ${kind}:
    apiEndpoints: [${kind}]
    policies:
      - envelope: [{ action: {} }]
      - throttle: *by-address
      - upstream: [{ action: { serviceEndpoint: faulty, public: true, timeoutMs: ${deadlineMs}, response: ${kind} } }]
`
  return (
    text
      .replace(/(version: v9.*\n +timeoutMs: )10000/, `$1${deadlineMs}`)
      .replace('apiEndpoints:\n', `apiEndpoints:\n${kinds.map(endpoint).join('')}`)
      .replace('serviceEndpoints:\n', `serviceEndpoints:\n  faulty: { url: "${targetUrl}" }\n`) +
    kinds.map(pipeline).join('')
  )
}

import type { IncomingMessage } from 'node:http'
import { parseJsonObject, readBody } from '../../kit/api/body.js'
import { ApiError, validationError } from '../../kit/api/errors.js'
import { validateAnnouncedBody } from '../../kit/http/announced-body.js'
import { builtPage, filesOf, type PageFile } from '../../plugins/kit/page-files.js'
import { verifyOperator } from './guard.js'
import type { Readiness } from './readiness.js'
import {
  type Reloaded,
  type ReloadOptions,
  type ReloadRefusal,
  reloadAnswer,
  reloadOptionsIn,
} from './reload.js'

/** What the listener shows of the gateway; the primary implements it. */
export interface GatewayStatus {
  status(): Promise<object>
  readiness(): Promise<Readiness>
  /** Undefined when metrics are switched off. */
  metrics(): Promise<{ type: string; text: string } | undefined>
  topCallers(): Promise<object>
  authMetrics(): Promise<object>
  /** @returns the lines of the log about a request. @throws ApiError NOT_FOUND without any. */
  findLines(id: string): Promise<object[]>
  /** @returns whose it was, and its cost. @throws ApiError NOT_FOUND when it does not run. */
  cancelSearch(id: string): Promise<object>
  reload(options: ReloadOptions): Promise<Reloaded | ReloadRefusal>
}

interface AdminResponse {
  status?: number
  /** JSON by default. */
  type?: string
  text: string
}

/** A page of the listener. */
export interface AdminPage {
  method: 'GET' | 'POST'
  /** Checks the caller's credential; without it no credential is needed. */
  authorize?(req: IncomingMessage): void
  answer(gateway: GatewayStatus, req: IncomingMessage): Promise<AdminResponse>
}

const json = (body: object): AdminResponse => ({ text: `${JSON.stringify(body)}\n` })

/**
 * The pages (docs/admin-listener.md). They are for operators and probes, and have no envelope.
 */
export const pages: Readonly<Record<string, AdminPage>> = {
  '/healthz': { method: 'GET', answer: async () => json({ status: 'ok' }) },
  '/readyz': {
    method: 'GET',
    async answer(gateway) {
      const readiness = await gateway.readiness()
      return { status: readiness.status === 'ready' ? 200 : 503, ...json(readiness) }
    },
  },
  '/metrics': {
    method: 'GET',
    async answer(gateway) {
      const metrics = await gateway.metrics()
      if (!metrics) throw new ApiError('NOT_FOUND', 'Metrics are switched off: set METRICS=on')
      return metrics
    },
  },
  '/status': { method: 'GET', answer: async (gateway) => json(await gateway.status()) },
  '/usage': { method: 'GET', answer: async (gateway) => json(await gateway.topCallers()) },
  '/requests/ID': {
    method: 'GET',
    async answer(gateway, { url = '' }) {
      const id = /^\/requests\/([\w.-]{1,128})$/.exec(url)?.[1]
      if (id === undefined)
        throw validationError({ id: ['the id has letters, digits and ._- only: `meta.requestId`'] })
      return json({ lines: await gateway.findLines(id) })
    },
  },
  '/auth-metrics': { method: 'GET', answer: async (gateway) => json(await gateway.authMetrics()) },
  '/cancel': {
    method: 'POST',
    authorize: verifyOperator,
    async answer(gateway, req) {
      const search = await gateway.cancelSearch(await readId(req))
      return json({ status: 'cancelled', search })
    },
  },
  '/reload': {
    method: 'POST',
    authorize: verifyOperator,
    async answer(gateway, req) {
      const options = await reloadOptionsIn(req)
      return json(reloadAnswer(await gateway.reload(options), options))
    },
  },
}

/** Those for probes and Prometheus, which other machines may reach. */
export const probePages: typeof pages = Object.fromEntries(
  ['/healthz', '/readyz', '/metrics'].map((path) => [path, pages[path]!]),
)

/** Largest body, in bytes: it holds an id. */
const maxBytes = 1024

/** The id of a search in a body. @throws ApiError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE */
async function readId(req: IncomingMessage): Promise<string> {
  validateAnnouncedBody(req, { contentTypes: ['application/json'], maxBytes })
  const { id } = parseJsonObject(await readBody(req, maxBytes))
  if (typeof id !== 'string')
    throw validationError({ id: ['id is required: that of a search under `searches` of /status'] })
  return id
}

let files: ReadonlyMap<string, PageFile> | undefined

/** A file of the page for operators: itself at `/`, what it is made of below /operators. */
export function findOperatorsFile(path: string): PageFile | undefined {
  const name = path === '/' ? '' : /^\/operators\/(.+)$/.exec(path)?.[1]
  if (name === undefined) return undefined
  files ??= filesOf(builtPage('web/operators.html'))
  return files.get(name)
}

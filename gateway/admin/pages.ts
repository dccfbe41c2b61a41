import type { IncomingMessage } from 'node:http'
import { ApiError, validationError } from '../../kit/api/errors.js'
import { verifyOperator } from './guard.js'
import type { Readiness } from './readiness.js'

/** What the listener shows of the gateway; the primary implements it. */
export interface GatewayStatus {
  status(): Promise<object>
  readiness(): Promise<Readiness>
  /** Undefined when metrics are switched off. */
  metrics(): Promise<{ type: string; text: string } | undefined>
  topCallers(): Promise<object>
  reload(): Promise<
    { inForce: { hash: string; loadedAt: Date }; changed: string[] } | { refused: string }
  >
}

interface AdminResponse {
  status?: number
  /** JSON by default. */
  type?: string
  text: string
}

/** A page of the listener. */
interface AdminPage {
  method: 'GET' | 'POST'
  /** Checks the caller's credential; without it no credential is needed. */
  authorize?(req: IncomingMessage): void
  answer(gateway: GatewayStatus): Promise<AdminResponse>
}

/** The pages of a listener, by path. */
export type Pages = Readonly<Record<string, AdminPage>>

const json = (body: object): AdminResponse => ({ text: `${JSON.stringify(body)}\n` })

/**
 * The pages (docs/api.md, Admin listener). They are for operators and probes, and have no envelope.
 */
export const pages: Pages = {
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
  '/reload': {
    method: 'POST',
    authorize: verifyOperator,
    async answer(gateway) {
      const outcome = await gateway.reload()
      if ('refused' in outcome)
        throw validationError({ configuration: outcome.refused.split('\n') })
      const { hash, loadedAt } = outcome.inForce
      return json({
        status: 'reloaded',
        config: { hash, loadedAt: loadedAt.toISOString() },
        changed: outcome.changed,
      })
    },
  },
}

/** Those that the probe listener has, too: other machines may reach it. */
export const probePages: Pages = Object.fromEntries(
  Object.entries(pages).filter(([path]) => ['/healthz', '/readyz', '/metrics'].includes(path)),
)

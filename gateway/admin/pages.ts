import type { IncomingMessage } from 'node:http'
import { validationError } from '../../kit/api/errors.js'
import { verifyOperator } from './guard.js'
import { probePages } from './probes.js'
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

const json = (body: object): AdminResponse => ({ text: `${JSON.stringify(body)}\n` })

/**
 * The pages (docs/api.md, Admin listener). They are for operators and probes, and have no envelope.
 */
export const pages: Readonly<Record<string, AdminPage>> = {
  ...Object.fromEntries(
    Object.entries(probePages).map(([path, answer]) => [path, { method: 'GET', answer }]),
  ),
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

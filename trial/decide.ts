import type { IncomingMessage, ServerResponse } from 'node:http'
import { toApiError } from '../kit/api/errors.js'
import { findContext, type RequestContext } from '../plugins/kit/context.js'
import type { Middleware } from '../plugins/kit/plugin.js'
import type { WrittenStep } from '../routes/pipelines.js'

/** A step that ran. */
export interface RanStep {
  step: WrittenStep
  /** What it refused the request with, if it did. */
  error?: unknown
}

/** Whether a request passes, and what refuses it. */
export interface Decided {
  context: RequestContext | undefined
  /** Of the error; absent: it passes. */
  code?: string
  /** The step that refuses, with its error; absent: none did. */
  refused?: RanStep
}

/** Steps that ask another service: what it says is no decision of the configuration. */
const asking: readonly string[] = ['search', 'upstream']

type Settle = (refused?: RanStep) => void

/** Observes requests only until they are decided. */
export function deciding() {
  const open = new WeakMap<IncomingMessage, Settle>()

  /** Runs a step of a request, unless it is decided. */
  function run(
    step: WrittenStep,
    middleware: Middleware,
    req: IncomingMessage,
    res: ServerResponse,
    next: (error?: unknown) => void,
  ): void {
    const settle = open.get(req)
    if (!settle) middleware(req, res, next)
    else if (asking.includes(step.policy)) settle()
    else
      middleware(req, res, (error) => {
        if (error !== undefined) settle({ step, error })
        else if (findContext(req)?.result !== undefined) settle()
        else next()
      })
  }

  /** @param exchange Passes it to the application. */
  function of(
    req: IncomingMessage,
    exchange: (req: IncomingMessage) => Promise<unknown>,
  ): Promise<Decided> {
    return new Promise((resolve) => {
      const settle: Settle = (refused) => {
        open.delete(req)
        const context = findContext(req)
        const code = refused ? toApiError(refused.error).code : context?.code
        resolve({ context, ...(code && { code }), ...(refused && { refused }) })
      }
      open.set(req, settle)
      // a request that no step has decided ends with its response
      void exchange(req).then(() => settle())
    })
  }
  return { run, of }
}

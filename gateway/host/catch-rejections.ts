import type { Middleware } from '../../plugins/kit/plugin.js'

/**
 * A middleware whose rejected promise is the error of its request. Express 4 ignores promises: the
 * request would hang, and the unhandled rejection end the process.
 */
export function catchRejections(middleware: Middleware): Middleware {
  return function catching(req, res, next) {
    const done: unknown = middleware(req, res, next)
    if (done instanceof Promise)
      done.catch((error) => next(error ?? new Error('a step failed without a reason')))
  }
}

import type { IncomingMessage } from 'node:http'
import type { Result } from '../../kit/api/envelope.js'
import type { DeclaredRoute } from '../../routes/routes.js'

/** Makes the page for a browser that asks for what is not there; undefined where it gets none. */
type MakeMissingPage = (
  routes: readonly DeclaredRoute[],
  req: IncomingMessage,
) => Promise<Result> | undefined

let make: MakeMissingPage = () => undefined

/** Registers what makes it; the last plugin that is loaded holds. */
export function registerMissingPage(maker: MakeMissingPage): void {
  make = maker
}

/** The page for a request that a browser makes for its reader. */
export const makeMissingPage: MakeMissingPage = (routes, req) =>
  req.method === 'GET' && /\btext\/html\b/.test(req.headers.accept ?? '')
    ? make(routes, req)
    : undefined

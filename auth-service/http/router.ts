import type { IncomingMessage } from 'node:http'
import type { ObjectSchema } from 'joi'
import type { Result } from '../../kit/envelope.js'
import { ApiError } from '../../kit/errors.js'

/** One request, as the handlers see it. */
export interface Call {
  req: IncomingMessage
  requestId: string
  /** The client's address: the peer's or, from a trusted proxy, X-Forwarded-For's. */
  address: string
  /** The parts of the path, by the names in the route. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Reads and checks the body. @throws ApiError VALIDATION_ERROR, PAYLOAD_TOO_LARGE. */
  body<T>(schema: ObjectSchema<T>): Promise<T>
}

/** A row of a table of routes. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Exact but for `{name}`, which stands for one segment. */
  path: string
  /** Whether there is a body: `optional` counts none as `{}`. */
  body?: 'required' | 'optional'
  handle(call: Call): Promise<Result> | Result
}

/** A route that fits, with the values of its `{name}` parts. */
export interface Match {
  route: Route
  params: Record<string, string>
}

/** @returns the function that finds the route of a method and path. */
export function routerOf(routes: readonly Route[]): (method: string, path: string) => Match {
  const rows = routes.map((route) => {
    const pattern = route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    return { route, form: new RegExp(`^${pattern}$`) }
  })
  /** @throws ApiError NOT_FOUND, or METHOD_NOT_ALLOWED with Allow. */
  return function find(method, path) {
    const fitting = rows.filter(({ form }) => form.test(path))
    if (fitting.length === 0) throw new ApiError('NOT_FOUND', 'There is no such path')
    const row = fitting.find(({ route }) => route.method === method)
    if (!row) {
      const allow = fitting.map(({ route }) => route.method).join(', ')
      throw new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, { headers: { Allow: allow } })
    }
    return { route: row.route, params: { ...row.form.exec(path)?.groups } }
  }
}

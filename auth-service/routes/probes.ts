import { internalCalls } from '../../kit/api/internal-api.js'
import { type RouteRow, route } from '../http/route.js'
import type { AuthService } from '../service/service.js'
import { internalRoutes } from './tables.js'

/** Routes of the internal listener that the probe listener has, and their paths there. */
const shared: ReadonlyMap<string, string> = new Map([
  [internalCalls.health.path, '/readyz'],
  ['/metrics', '/metrics'],
])

/** The routes of the probe listener, which other machines may reach: none needs a credential. */
export function probeRoutes(service: AuthService): RouteRow[] {
  const data = { status: 'ok' }
  return [
    route({ method: 'GET', path: '/healthz', access: 'none', handle: () => ({ data }) }),
    ...internalRoutes(service).flatMap((row) => {
      const path = shared.get(row.path)
      return path === undefined ? [] : [{ ...row, path }]
    }),
  ]
}

import { type RouteRow, route } from '../http/route.js'
import type { AuthService } from '../service/service.js'
import { healthRoute } from './gateway.js'
import { metricsRoute } from './metrics.js'

/** The routes of the probe listener, which other machines may reach: none needs a credential. */
export function probeRoutes(service: AuthService): RouteRow[] {
  const data = { status: 'ok' }
  return [
    route({ method: 'GET', path: '/healthz', access: 'none', handle: () => ({ data }) }),
    { ...healthRoute(service), path: '/readyz' },
    metricsRoute(service),
  ]
}

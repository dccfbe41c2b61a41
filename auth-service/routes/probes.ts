import { ApiError } from '../../kit/api/errors.js'
import { type RouteRow, route } from '../http/route.js'
import { metricsText } from '../service/metrics.js'
import type { AuthService } from '../service/service.js'
import { healthRoute } from './gateway.js'

/** The routes of the probe listener, which other machines may reach: none needs a credential. */
export function probeRoutes(service: AuthService): RouteRow[] {
  const data = { status: 'ok' }
  return [
    route({ method: 'GET', path: '/healthz', access: 'none', handle: () => ({ data }) }),
    { ...healthRoute(service), path: '/readyz' },
    metricsRoute(service),
  ]
}

/** The metrics, for Prometheus (docs/metrics.md). They hold no secret, and name nobody. */
export function metricsRoute(service: AuthService): RouteRow {
  return route({
    method: 'GET',
    path: '/metrics',
    access: 'none',
    async handle() {
      const metrics = await metricsText(service)
      if (!metrics) throw new ApiError('NOT_FOUND', 'Metrics are switched off: set METRICS=on')
      const { type, text } = metrics
      return { json: [Buffer.from(text)], headers: { 'Content-Type': type }, isWhole: true }
    },
  })
}

import type { RouteRow } from '../http/route.js'
import type { Service } from '../service.js'
import { apiKeyRoutes } from './api-keys.js'
import { gatewayRoutes } from './gateway.js'
import { operatorRoutes } from './operator.js'
import { sessionRoutes } from './sessions.js'

/** What the public listener serves; the gateway proxies it. */
export function publicRoutes(service: Service): RouteRow[] {
  return [...sessionRoutes(service), ...apiKeyRoutes(service)]
}

/** What the internal listener serves; it is never routed by the gateway. */
export function internalRoutes(service: Service): RouteRow[] {
  return [...gatewayRoutes(service), ...operatorRoutes(service)]
}

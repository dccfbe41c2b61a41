import type { RouteRow } from '../http/route.js'
import type { AuthService } from '../service.js'
import { apiKeyRoutes } from './api-keys.js'
import { gatewayRoutes } from './gateway.js'
import { operatorRoutes } from './operator.js'
import { sessionRoutes } from './sessions.js'

/** The routes of the public listener; the gateway proxies it. */
export function publicRoutes(service: AuthService): RouteRow[] {
  return [...sessionRoutes(service), ...apiKeyRoutes(service)]
}

/** The routes of the internal listener; the gateway never routes to it. */
export function internalRoutes(service: AuthService): RouteRow[] {
  return [...gatewayRoutes(service), ...operatorRoutes(service)]
}

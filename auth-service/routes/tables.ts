import type { RouteRow } from '../http/route.js'
import type { AuthService } from '../service/service.js'
import { aboutAccounts, memberRoutes, recoveryRoutes, signUpRoutes } from './accounts.js'
import { apiKeyRoutes } from './api-keys.js'
import { gatewayRoutes, pasetoKeyRoute } from './gateway.js'
import { operatorRoutes } from './operator.js'
import { pageLoginRoutes } from './page-logins.js'
import { metricsRoute } from './probes.js'
import { sessionRoutes } from './sessions.js'
import { userRoutes } from './users.js'

/** All routes of the public listener; the gateway proxies it. */
export function publicRoutes(service: AuthService): RouteRow[] {
  return [
    ...alwaysOpen(service),
    ...memberRoutes(service),
    ...recoveryRoutes(service),
    ...signUpRoutes(service),
  ]
}

/** Those that the policy and the settings open; the others are NOT_FOUND. */
export function openRoutes(service: AuthService): RouteRow[] {
  const { signUp, recovery } = service.accounts.openTo
  return [
    ...alwaysOpen(service),
    ...(signUp === 'off' ? [] : memberRoutes(service)),
    ...(recovery ? recoveryRoutes(service) : []),
    ...(signUp === 'domains' || signUp === 'open' ? signUpRoutes(service) : []),
  ]
}

function alwaysOpen(service: AuthService): RouteRow[] {
  return [
    ...sessionRoutes(service),
    ...pageLoginRoutes(service),
    ...aboutAccounts(service),
    ...apiKeyRoutes(service),
    ...userRoutes(service),
    pasetoKeyRoute(service),
  ]
}

/** The routes of the internal listener; the gateway never routes to it. */
export function internalRoutes(service: AuthService): RouteRow[] {
  return [...gatewayRoutes(service), metricsRoute(service), ...operatorRoutes(service)]
}

import { urlsIn } from '../../kit/config/url-list.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parsePipelines } from '../../routes/pipelines.js'
import { parseRoutes } from '../../routes/routes.js'
import type { GatewayView } from './policy.js'

/** The addresses of a service endpoint: `url` or `urls`, each of which may list several. */
export function serviceUrls({
  url,
  urls,
}: {
  url?: string
  urls?: readonly string[]
} = {}): string[] {
  return [urls ?? url ?? []].flat().flatMap(urlsIn)
}

/** The part of a parsed gateway.config.yml that steps may see; malformed parts are left out. */
export function gatewayViewOf(config: Mapping): GatewayView {
  const services = isMapping(config.serviceEndpoints) ? config.serviceEndpoints : {}
  return {
    serviceEndpoints: structuredClone(services) as GatewayView['serviceEndpoints'],
    routes: parseRoutes(config),
    pipelines: parsePipelines(config),
    operations: new Map(),
  }
}

/** Documents whose steps a host has checked: their mistakes are not looked for again. */
export const checkedDocuments = new WeakSet<object>()

import { splitUrls } from '../../kit/config/texts.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parsePipelines } from '../../routes/pipelines.js'
import { parseRoutes } from '../../routes/routes.js'
import type { GatewayView } from './policy.js'

/**
 * The addresses of a service endpoint: `url` or `urls`, each of which may list several; what is no
 * text is left out.
 */
export function serviceUrls({
  url,
  urls,
}: {
  url?: string
  urls?: readonly string[]
} = {}): string[] {
  const written: unknown[] = [urls ?? url ?? []].flat()
  return written.filter((one) => typeof one === 'string').flatMap(splitUrls)
}

/** The part of a parsed gateway.config.yml that steps may see; malformed parts are left out. */
export function gatewayViewOf(config: Mapping): GatewayView {
  const services = Object.entries(isMapping(config.serviceEndpoints) ? config.serviceEndpoints : {})
  const usable = services.map(([name, service]) => [name, isMapping(service) ? service : {}])
  return {
    serviceEndpoints: structuredClone(Object.fromEntries(usable)),
    routes: parseRoutes(config),
    pipelines: parsePipelines(config),
    operations: new Map(),
  }
}

/** Documents whose steps a host has checked: their mistakes are not looked for again. */
export const checkedDocuments = new WeakSet<object>()

import { isObject } from '../../kit/config/objects.js'
import { urlsIn } from '../../kit/config/url-list.js'
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

/**
 * The part of a parsed gateway.config.yml that steps may see, as a copy; malformed parts are left
 * out.
 */
export function gatewayViewOf({
  serviceEndpoints,
  apiEndpoints,
  pipelines,
}: Readonly<Record<string, unknown>>): GatewayView {
  const services = isObject(serviceEndpoints) ? serviceEndpoints : {}
  const endpoints = Object.values(isObject(apiEndpoints) ? apiEndpoints : {}).flat()
  const paths = endpoints
    .flatMap((endpoint) => (isObject(endpoint) ? [endpoint.paths, endpoint.path] : []))
    .flat()
  return {
    serviceEndpoints: structuredClone(services) as GatewayView['serviceEndpoints'],
    paths: paths.filter((path) => typeof path === 'string'),
    routing: { apiEndpoints, pipelines },
    operations: new Map(),
  }
}

import { isObject } from '../../kit/objects.js'
import type { Surroundings } from './policy.js'

/** What steps may know of a parsed gateway.config.yml, a copy; whatever is not well formed is left out. */
export function surroundingsOf({
  serviceEndpoints,
  apiEndpoints,
  pipelines,
}: Readonly<Record<string, unknown>>): Surroundings {
  const services = isObject(serviceEndpoints) ? serviceEndpoints : {}
  const endpoints = Object.values(isObject(apiEndpoints) ? apiEndpoints : {}).flat()
  const paths = endpoints.flatMap((endpoint) => (isObject(endpoint) ? [endpoint.paths, endpoint.path] : [])).flat()
  return {
    serviceEndpoints: structuredClone(services) as Surroundings['serviceEndpoints'],
    paths: paths.filter((path) => typeof path === 'string'),
    routing: { apiEndpoints, pipelines },
  }
}

import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Surroundings } from '../kit/policy.js'

/** One address of a service. */
export interface Target {
  /** As http-proxy takes it. */
  server: { protocol: string; hostname: string; port: string }
  /** Host header. */
  host: string
  /** Path of the URL in the YAML, without a slash at its end: it goes before the path of each request. */
  basePath: string
  agent: HttpAgent
}

/**
 * Idle connections are closed before an upstream does it: Node's servers wait 5 s, others longer, and those that wait less
 * say so in Keep-Alive, which the agent heeds. So a request seldom meets a connection that is being closed.
 */
const idleMs = 4000

/**
 * The addresses of a service endpoint.
 * @throws Error when the YAML has none of that name, or a URL is more than scheme, host, port and path.
 */
export function targetsOf(name: string, { serviceEndpoints }: Surroundings): Target[] {
  const endpoint = Object.hasOwn(serviceEndpoints, name) ? serviceEndpoints[name] : undefined
  const urls = endpoint?.urls ?? (endpoint?.url === undefined ? [] : [endpoint.url])
  if (urls.length === 0) throw new Error(`upstream: serviceEndpoints.${name} has no url`)
  return urls.map((url) => targetOf(name, url))
}

function targetOf(name: string, text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error(
      `upstream: serviceEndpoints.${name} must be an http or https URL without credentials, query or hash`,
    )
  }
  const { protocol, hostname, port, host, pathname } = url
  const isTls = protocol === 'https:'
  const options = { keepAlive: true, timeout: idleMs }
  return {
    server: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (isTls ? '443' : '80') },
    host,
    basePath: pathname.replace(/\/$/, ''),
    agent: isTls ? new HttpsAgent(options) : new HttpAgent(options),
  }
}

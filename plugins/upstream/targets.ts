import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setting } from '../../kit/config/settings.js'
import { parseUrl, splitUrls } from '../../kit/config/texts.js'
import { probe } from '../../kit/http/probe.js'
import { serviceUrls } from '../kit/gateway-view.js'
import type { GatewayView } from '../kit/policy.js'
import { isUnavailable, reviveAfterMs } from '../kit/target-pool.js'

/** One address of a service. */
export interface Target {
  /** Without a slash at its end. */
  url: string
  /** As http-proxy takes it. */
  server: { protocol: string; hostname: string; port: string }
  /** Host header. */
  host: string
  /** Path of the URL in the YAML, without a trailing slash: the prefix of each request's path. */
  basePath: string
  agent: HttpAgent
}

/**
 * Idle connections are closed before an upstream does it: Node's servers wait 5 s, others longer,
 * and those that wait less say so in Keep-Alive, which the agent respects. So a request seldom uses
 * a connection that is being closed.
 */
const idleMs = 4000

/**
 * The addresses of a service endpoint.
 * @throws Error for an unknown name, or a URL with more than scheme, host, port and path.
 */
export function makeTargets(name: string, surroundings: GatewayView): Target[] {
  const urls = listUrls(name, surroundings)
  if (urls.length === 0) throw new Error(`upstream: serviceEndpoints.${name} has no url`)
  return urls.map((url) => makeTarget(name, url))
}

/** Whether each address of a service endpoint is at one of the origins of AUTH_SERVICE_URL. */
export function isAuthService(name: string, surroundings: GatewayView): boolean {
  const authServices = splitUrls(setting('AUTH_SERVICE_URL') ?? '').map(readOrigin)
  const origins = listUrls(name, surroundings).map(readOrigin)
  return (
    origins.length > 0 &&
    origins.every((origin) => origin !== undefined && authServices.includes(origin))
  )
}

/**
 * Probes an unavailable target with `HEAD /` below the path of its URL. Any answer counts unless it
 * means unavailable.
 */
export async function isBack({ url }: Target): Promise<boolean> {
  const answer = await probe(`${url}/`, { method: 'HEAD', timeoutMs: reviveAfterMs })
  return answer !== undefined && !isUnavailable(answer.status)
}

function readOrigin(url: string): string | undefined {
  return parseUrl(url)?.origin
}

function listUrls(name: string, { serviceEndpoints }: GatewayView): string[] {
  return serviceUrls(Object.hasOwn(serviceEndpoints, name) ? serviceEndpoints[name] : undefined)
}

function makeTarget(name: string, text: string): Target {
  const url = parseUrl(text)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new Error(
      `upstream: serviceEndpoints.${name} must be an http or https URL without credentials, ` +
        'query or hash',
    )
  }
  const { protocol, hostname, port, host, pathname } = url
  const isTls = protocol === 'https:'
  const basePath = pathname.replace(/\/$/, '')
  const options = { keepAlive: true, timeout: idleMs }
  return {
    url: url.origin + basePath,
    server: {
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port || (isTls ? '443' : '80'),
    },
    host,
    basePath,
    agent: isTls ? new HttpsAgent(options) : new HttpAgent(options),
  }
}

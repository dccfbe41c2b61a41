import { parseUrl } from '../../kit/config/texts.js'
import { covers, openSegments, pathTest } from '../../routes/path.js'
import { paramsOf } from '../../routes/pipelines.js'
import { rewriter } from '../../routes/rewrite.js'
import type { GatewayView } from '../kit/policy.js'
import type { WrittenPaths } from './paths.js'
import type { TargetRequest } from './send-to-target.js'
import type { Target } from './targets.js'

/** What callers request of a service, and what it is asked for. */
export interface GatewayPaths {
  /** The path by which callers reach what is at a path of the service. */
  of(path: string): string
  /** Whether it is a path of the gateway, of which the service is asked for another one. */
  has(path: string): boolean
}

type Headers = Readonly<Record<string, unknown>>

/** The `paths` of all steps of a service: answers of one name what another one serves. */
export function listPaths(serviceEndpoint: string, { pipelines }: GatewayView): WrittenPaths {
  const steps = pipelines.flatMap((pipeline) => paramsOf(pipeline, 'upstream'))
  const ofService = steps.filter((params) => params.serviceEndpoint === serviceEndpoint)
  return Object.assign({}, ...ofService.map(({ paths }) => paths))
}

/**
 * Reverses the rewriting of paths, by the narrowest one that fits. A path without one stays as it
 * is, also where the service is asked for less than the path of the endpoint has.
 */
export function gatewayPaths(paths: WrittenPaths): GatewayPaths {
  const rewritten = Object.keys(paths).map(pathTest)
  const ways = Object.entries(paths)
    .filter(([from, to]) => openSegments(from).every((name) => openSegments(to).includes(name)))
    .map(([from, to]) => ({ to, fits: pathTest(to), rewrite: rewriter(to, from) }))
  return {
    of(path) {
      const fitting = ways.filter(({ fits }) => fits(path))
      const narrowest = fitting.find(
        ({ to }) => !fitting.some((other) => covers(to, other.to) && !covers(other.to, to)),
      )
      return narrowest?.rewrite(path) ?? path
    },
    has: (path) => rewritten.some((fits) => fits(path)),
  }
}

/** The headers of an answer, their URLs of the service as callers can request them. */
export function withGatewayUrls<Values extends Headers>(
  headers: Values,
  { path, headers: { 'x-forwarded-host': ownHost } }: TargetRequest,
  { url, host, basePath }: Target,
  gateway: GatewayPaths,
): Values {
  const shown = (reference: string): string => {
    const meant = parseUrl(reference, url + path)
    if (!meant?.pathname.startsWith(`${basePath}/`)) return reference
    // services that know X-Forwarded-Host write it, before their own paths or ours
    const isOurs = meant.host === ownHost && !gateway.has(meant.pathname)
    if (meant.host !== host && !isOurs) return reference
    return gateway.of(meant.pathname.slice(basePath.length)) + meant.search + meant.hash
  }
  const own: Record<string, string> = {}
  for (const name of ['location', 'content-location'])
    if (typeof headers[name] === 'string') own[name] = shown(headers[name])
  if (typeof headers.link === 'string') own.link = linkWith(shown, headers.link)
  return { ...headers, ...own }
}

/** The targets of a Link (RFC 8288), which are in angle brackets; quoted texts are left alone. */
function linkWith(shown: (reference: string) => string, link: string): string {
  return link.replace(/"(?:[^"\\]|\\.)*"|<([^>]*)>/g, (part, target?: string) =>
    target === undefined ? part : `<${shown(target)}>`,
  )
}

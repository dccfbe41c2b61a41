import { type Cors, corsOf, type WrittenCors } from './cors.js'

/** One method-and-path rule of `apiEndpoints`, as the router will apply it. */
export interface CompiledRoute {
  /** Name in the YAML. */
  endpoint: string
  /**
   * Name of its pipeline; without one, or with a disabled one, it is answered as if it did not
   * exist.
   */
  pipeline: string | undefined
  /** The pages that may call it: from the envelope step of its pipeline, or the top of the YAML. */
  cors: Cors
  /** Upper case; undefined for any method. */
  methods: readonly string[] | undefined
  isHost(host: string | undefined): boolean
  isPath(path: string): boolean
  /** Its path as written in the YAML; undefined for a regular expression. */
  path: string | undefined
  /** Its path up to the first variable segment, for the log. */
  beginning: string
}

/**
 * `apiEndpoints` and `pipelines` of the YAML, limited to what routes need; the spelling is
 * express-gateway's.
 */
export interface GatewayConfig {
  apiEndpoints?: Record<string, Endpoint | Endpoint[]>
  pipelines?: Record<string, Pipeline>
  cors?: WrittenCors
}

/** Matches requests to routes. */
export interface Routing {
  /** The routes that match a path, in the order in which express-gateway tries them. */
  fitting(path: string): readonly CompiledRoute[]
  /** The beginnings of all routes, for the log. */
  beginnings: readonly string[]
  /** The pages that may read the error for an unknown path. */
  cors: Cors
}

interface Endpoint {
  host?: string
  hostRegex?: string
  paths?: string | string[]
  path?: string | string[]
  pathRegex?: string
  methods?: string | string[]
}

interface Pipeline {
  apiEndpoints?: string[]
  apiEndpoint?: string | string[]
  policies?: Record<string, unknown>[]
}

interface EnvelopeStep {
  action?: { cors?: WrittenCors; enabled?: unknown }
}

/** The methods shown when `methods` is absent or `*`. */
const commonMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The routing of a configuration. @throws Error as `compileRoutes`. */
export function compileRouting(config: GatewayConfig): Routing {
  const routes = compileRoutes(config)
  const tried = (path: string) => routes.filter(({ isPath }) => isPath(path))
  // matches of literal paths are found once, here
  const known = new Map(routes.map(({ beginning }) => [beginning, tried(beginning)]))
  return {
    fitting: (path) => known.get(path) ?? tried(path),
    beginnings: routes.map(({ beginning }) => beginning),
    cors: corsOf(config.cors),
  }
}

/**
 * The routes of a configuration, in the order in which express-gateway tries them: by host as first
 * named, then as written.
 * @throws Error for a path pattern other than `:name` as a whole segment and a last `*`.
 */
export function compileRoutes({
  apiEndpoints = {},
  pipelines = {},
  cors: atTop,
}: GatewayConfig): CompiledRoute[] {
  const servedBy = new Map<string, { pipeline: string; cors: Cors }>()
  for (const [pipeline, written] of Object.entries(pipelines)) {
    const { cors: ofStep, enabled = true } = envelopeOf(written)
    if (String(enabled) !== 'true') continue // a value from a variable is text
    const cors = corsOf(atTop, ofStep)
    for (const name of listOf(written.apiEndpoints ?? written.apiEndpoint))
      servedBy.set(name, { pipeline, cors })
  }
  const byHost = new Map<string, CompiledRoute[]>()
  for (const [endpoint, rules] of Object.entries(apiEndpoints)) {
    for (const rule of listOf(rules)) {
      const host = rule.hostRegex ?? rule.host ?? '*'
      const routes = byHost.get(host) ?? []
      byHost.set(host, routes)
      const isHost = hostTest(rule)
      for (const path of pathRules(endpoint, rule)) {
        routes.push({
          endpoint,
          pipeline: servedBy.get(endpoint)?.pipeline,
          cors: servedBy.get(endpoint)?.cors ?? corsOf(atTop),
          methods: methodsOf(rule),
          isHost,
          ...path,
        })
      }
    }
  }
  return [...byHost.values()].flat()
}

/** HEAD is answered for every route with GET (RFC 9110 9.3.2). */
export function takes({ methods }: CompiledRoute, method: string): boolean {
  return (
    methods === undefined ||
    methods.includes(method) ||
    (method === 'HEAD' && methods.includes('GET'))
  )
}

/** The methods of all routes of one path, for Allow. */
export function methodsOfAll(routes: readonly CompiledRoute[]): string {
  const methods = routes.flatMap((route) => route.methods ?? commonMethods)
  return [
    ...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))),
  ].join(', ')
}

/** Parameters of the envelope step of a pipeline, as written. */
function envelopeOf({ policies }: Pipeline): NonNullable<EnvelopeStep['action']> {
  const step = policies?.find((policy) => Object.keys(policy)[0] === 'envelope')?.envelope
  const [first] = listOf(step as EnvelopeStep | EnvelopeStep[] | undefined)
  return first?.action ?? {}
}

function methodsOf({ methods }: Endpoint): string[] | undefined {
  if (methods === undefined || methods.length === 0 || methods === '*') return undefined
  const names = typeof methods === 'string' ? methods.split(',') : methods
  return names.map((name) => name.trim().toUpperCase()).filter(Boolean)
}

/** As in the package vhost: `*` matches one label, the whole name must match, in any case. */
function hostTest({ host, hostRegex }: Endpoint): (host: string | undefined) => boolean {
  if (hostRegex === undefined && (host === undefined || host === '*')) return () => true
  const source = hostRegex ?? escaped(host ?? '').replaceAll('\\*', '([^.]+)')
  const pattern = new RegExp(
    `${source.startsWith('^') ? '' : '^'}${source}${source.endsWith('$') ? '' : '$'}`,
    'i',
  )
  return (name) => name !== undefined && pattern.test(name.replace(/:\d*$/, ''))
}

type PathRule = Pick<CompiledRoute, 'beginning' | 'path' | 'isPath'>

function pathRules(endpoint: string, { pathRegex, paths, path }: Endpoint): PathRule[] {
  if (pathRegex !== undefined) {
    const pattern = new RegExp(pathRegex)
    return [{ isPath: (sent) => pattern.test(sent), path: undefined, beginning: '' }]
  }
  const patterns = listOf(paths ?? path)
  return (patterns.length > 0 ? patterns : ['*']).map((pattern) => ({
    isPath: pathTest(endpoint, pattern),
    path: pattern,
    beginning: pattern.split(/:|\*/, 1)[0]!,
  }))
}

function pathTest(endpoint: string, pattern: string): (path: string) => boolean {
  if (
    !/^(\/|\*$)/.test(pattern) ||
    !/^(:\w+|[^:*?+()\\[\]]*)(\/(:\w+|[^:*?+()\\[\]/]*))*\*?$/.test(pattern)
  ) {
    throw new Error(
      `apiEndpoints.${endpoint}: "${pattern}" is not a path of segments, ":name" segments and ` +
        'a last "*"',
    )
  }
  if (!/[:*]/.test(pattern)) return (path) => path === pattern
  const source = escaped(pattern).replace(/:\w+/g, '[^/]+').replace(/\\\*$/, '.*')
  const expression = new RegExp(`^${source}$`)
  return (path) => expression.test(path)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function listOf<T>(value: T | T[] | undefined): T[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

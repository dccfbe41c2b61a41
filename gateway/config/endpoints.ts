import { urlsIn } from '../../kit/config/url-list.js'
import { didYouMean, type Path, type ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import {
  checkKeys,
  entriesOf,
  isMapping,
  listOf,
  type Mapping,
  textOf,
} from '../../kit/config/yaml/mapping.js'
import { hostMistake } from './host-pattern.js'

/** Methods a route may name. GET includes HEAD; OPTIONS is answered before the router. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One method on one path, as the router will mount it. */
export interface DeclaredRoute {
  endpoint: string
  host: string
  method: string
  path: string
}

/** Every route that the endpoints declare, in file order. For checked configurations. */
export function declaredRoutes(config: Mapping): DeclaredRoute[] {
  const routes: DeclaredRoute[] = []
  for (const [endpoint, value] of Object.entries((config.apiEndpoints ?? {}) as Mapping)) {
    for (const [entry] of listOf(value, [])) {
      const { host, paths, methods } = entry as {
        host: string
        paths: string | string[]
        methods: string | string[]
      }
      for (const path of [paths].flat()) {
        for (const method of [methods].flat()) routes.push({ endpoint, host, method, path })
      }
    }
  }
  return routes
}

/** Checks `apiEndpoints`: exact paths, known methods, and no route shadowed by an earlier one. */
export function checkEndpoints(config: Mapping, report: ReportDiagnostic): void {
  const routes: Compared[] = []
  const endpoints = entriesOf(config.apiEndpoints, ['apiEndpoints'], report)
  if (endpoints.length === 0)
    report(
      ['apiEndpoints'],
      'no-endpoints',
      '"apiEndpoints" names no endpoint',
      'declare at least one',
    )
  for (const [endpoint, value] of endpoints) {
    for (const [entry, path] of listOf(value, ['apiEndpoints', endpoint])) {
      if (!isMapping(entry)) {
        report(
          path,
          'wrong-type',
          `endpoint "${endpoint}" must be a mapping`,
          'write host, paths and methods',
        )
        continue
      }
      checkKeys(entry, ['host', 'paths', 'methods'], path, report)
      checkHost(entry.host, path, report)
      const entryPaths = checkList(entry.paths, [...path, 'paths'], pathMistake, report)
      const entryMethods = checkList(entry.methods, [...path, 'methods'], methodMistake, report)
      for (const [text, at] of entryPaths) {
        for (const [method] of entryMethods) {
          const segments = text.toLowerCase().split('/')
          const route = { endpoint, host: textOf(entry.host), method, path: text, segments }
          const earlier = routes.find((other) => shadows(other, route))
          if (earlier) {
            const remedy =
              `endpoint "${earlier.endpoint}" takes these requests; remove one, or put the ` +
              'narrower first'
            report(at, 'route-unreachable', `${method} ${text} is never reached`, remedy)
          } else routes.push(route)
        }
      }
    }
  }
}

function checkHost(host: unknown, path: Path, report: ReportDiagnostic): void {
  if (typeof host !== 'string' || host === '')
    report(path, 'missing-key', '"host" is missing', 'write host: "*"')
  // express-gateway keeps its hosts as properties of a plain object
  else if (host !== '*' && hostMistake(host)) {
    const { message, remedy } = hostMistake(host)!
    report([...path, 'host'], 'wrong-value', message, remedy)
  } else if (host in {}) {
    report(
      [...path, 'host'],
      'wrong-value',
      `express-gateway cannot serve host "${host}"`,
      'name another host',
    )
  }
}

/** Checks `serviceEndpoints`: each an http or https address, or several. */
export function checkServices(config: Mapping, report: ReportDiagnostic): void {
  for (const [name, value] of entriesOf(config.serviceEndpoints, ['serviceEndpoints'], report)) {
    const path = ['serviceEndpoints', name]
    if (!isMapping(value)) {
      report(path, 'wrong-type', `service "${name}" must be a mapping`, 'write url: http://…')
      continue
    }
    checkKeys(value, ['url', 'urls'], path, report)
    if ((value.url === undefined) === (value.urls === undefined)) {
      report(
        path,
        'missing-key',
        `service "${name}" needs one of "url" and "urls"`,
        'write url: http://…',
      )
    } else if (value.url !== undefined) {
      checkList([value.url], [...path, 'url'], urlMistake, report)
    } else checkList(value.urls, [...path, 'urls'], urlMistake, report)
  }
}

type ItemCheck = (
  text: string,
) => readonly [rule: string, message: string, remedy: string] | undefined

/**
 * The valid strings of a string or a list of strings; reports the others, duplicates, and an empty
 * list.
 */
function checkList(
  value: unknown,
  path: Path,
  check: ItemCheck,
  report: ReportDiagnostic,
): [string, Path][] {
  const name = String(path.at(-1))
  const items = value === undefined ? [] : listOf(value, path)
  if (items.length === 0)
    report(
      value === undefined ? path.slice(0, -1) : path,
      'missing-key',
      `"${name}" is missing`,
      'name at least one',
    )
  const good: [string, Path][] = []
  for (const [item, at] of items) {
    const mistake =
      typeof item === 'string'
        ? check(item)
        : (['wrong-type', `"${name}" must be text`, 'write a string'] as const)
    if (mistake) report(at, ...mistake)
    else if (good.some(([text]) => text === item))
      report(at, 'duplicate', `${item} stands twice`, 'remove one')
    else good.push([item as string, at])
  }
  return good
}

/** Paths are exact: whole literal segments, `:name` for one segment, `*` for the rest. */
function pathMistake(path: string): ReturnType<ItemCheck> {
  const segments = path.split('/').slice(1)
  const wrong = (message: string, remedy: string) =>
    ['wrong-path', `path ${path} ${message}`, remedy] as const
  if (path.startsWith('^'))
    return wrong(
      'is a regular expression',
      'write the path itself; :name stands for a segment, a last * for the rest',
    )
  if (!path.startsWith('/')) return wrong('must begin with "/"', `write /${path}`)
  for (const [i, segment] of segments.entries()) {
    if (segment === '' && path !== '/')
      return wrong(
        'has an empty segment',
        `write ${path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')}`,
      )
    const braced = /^\{([A-Za-z_]\w*)\}$/.exec(segment)?.[1]
    if (braced) return wrong('is not exact', `write :${braced} for {${braced}}`)
    if (segment === '.' || segment === '..') return wrong('has a dot segment', 'write the path out')
    if (segment === '*' && i < segments.length - 1)
      return wrong('has "*" in its middle', '"*" may only come last')
    if (!/^([\w.~-]*|:[A-Za-z_]\w*|\*)$/.test(segment)) {
      return wrong(
        'is not exact',
        'use letters, digits and . _ ~ -, :name for a whole segment, a last *',
      )
    }
  }
  return undefined
}

function methodMistake(method: string): ReturnType<ItemCheck> {
  if ((methods as readonly string[]).includes(method)) return undefined
  if (method === 'HEAD')
    return ['wrong-method', 'HEAD cannot be routed', 'it comes with GET; remove it']
  if (method === 'OPTIONS')
    return [
      'wrong-method',
      'OPTIONS cannot be routed',
      'the gateway answers it itself; see "cors" of envelope',
    ]
  return ['unknown-method', `unknown method "${method}"`, didYouMean(method, methods)]
}

/** Of one or several, comma separated. */
function urlMistake(text: string): ReturnType<ItemCheck> {
  return urlsIn(text).map(mistakeOfUrl).find(Boolean)
}

function mistakeOfUrl(url: string): ReturnType<ItemCheck> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return ['wrong-url', 'this is not an http or https address', 'write http://host:port']
  }
  const { username, password, search, hash } = parsed
  if (!username && !password && !search && !hash) return undefined
  return [
    'wrong-url',
    'this is more than scheme, host, port and path',
    'remove credential, query and hash',
  ]
}

/** A route in the form in which routes are compared: the router ignores letter case. */
interface Compared extends DeclaredRoute {
  segments: readonly string[]
}

/** Whether the earlier route takes every request of the later one. */
function shadows(earlier: Compared, later: Compared): boolean {
  if (earlier.method !== later.method || (earlier.host !== later.host && earlier.host !== '*'))
    return false
  const other = later.segments
  for (const [i, segment] of earlier.segments.entries()) {
    if (segment === '*') return other.length > i
    if (other[i] === undefined || other[i] === '*') return false
    if (!segment.startsWith(':') && segment !== other[i]) return false
  }
  return earlier.segments.length === other.length
}

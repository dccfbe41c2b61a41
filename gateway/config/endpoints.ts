import { parsedUrl } from '../../kit/config/parsed-url.js'
import { urlsIn } from '../../kit/config/url-list.js'
import { didYouMean, type Path, type ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import {
  checkKeys,
  entriesOf,
  isMapping,
  listOf,
  type Mapping,
} from '../../kit/config/yaml/mapping.js'
import { hostMistake } from '../../routes/host.js'
import { findPathMistake } from '../../routes/path.js'
import { type DeclaredRoute, methods, parseRoutes } from '../../routes/routes.js'
import { checkReach } from './reach.js'

/**
 * Checks `apiEndpoints`: exact paths, known methods, and that each route is reached.
 * @returns the routes; none when an endpoint is malformed.
 */
export function checkEndpoints(config: Mapping, report: ReportDiagnostic): DeclaredRoute[] {
  let isSound = true
  const wrong: ReportDiagnostic = (...mistake) => {
    isSound = false
    report(...mistake)
  }
  const endpoints = entriesOf(config.apiEndpoints, ['apiEndpoints'], wrong)
  if (endpoints.length === 0) {
    const message = '"apiEndpoints" names no endpoint'
    wrong(['apiEndpoints'], 'no-endpoints', message, 'declare at least one')
  }
  for (const [endpoint, value] of endpoints) {
    for (const [entry, path] of listOf(value, ['apiEndpoints', endpoint]))
      checkEntry(endpoint, entry, path, wrong)
  }
  if (!isSound) return []
  const routes = parseRoutes(config)
  checkReach(routes, report)
  return routes
}

function checkEntry(endpoint: string, entry: unknown, path: Path, report: ReportDiagnostic): void {
  if (isMapping(entry)) {
    checkKeys(entry, ['host', 'paths', 'methods'], path, report)
    checkHost(entry.host, path, report)
    checkList(entry.paths, [...path, 'paths'], mistakeOfPath, report)
    checkList(entry.methods, [...path, 'methods'], methodMistake, report)
  } else {
    const remedy = 'write host, paths and methods'
    report(path, 'wrong-type', `endpoint "${endpoint}" must be a mapping`, remedy)
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
        `service "${name}" needs either "url" or "urls"`,
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

/** Checks a string or a list of strings; reports duplicates and an empty list too. */
function checkList(value: unknown, path: Path, check: ItemCheck, report: ReportDiagnostic): void {
  const name = String(path.at(-1))
  const items = value === undefined ? [] : listOf(value, path)
  if (items.length === 0)
    report(
      value === undefined ? path.slice(0, -1) : path,
      'missing-key',
      `"${name}" is missing`,
      'name at least one',
    )
  const good = new Set<unknown>()
  for (const [item, at] of items) {
    const mistake =
      typeof item === 'string'
        ? check(item)
        : (['wrong-type', `"${name}" must be text`, 'write a string'] as const)
    if (mistake) report(at, ...mistake)
    else if (good.has(item)) report(at, 'duplicate', `${item} occurs twice`, 'remove one')
    else good.add(item)
  }
}

function mistakeOfPath(path: string): ReturnType<ItemCheck> {
  const mistake = findPathMistake(path)
  return mistake && ['wrong-path', `path ${path} ${mistake.message}`, mistake.remedy]
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
  const parsed = parsedUrl(url)
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

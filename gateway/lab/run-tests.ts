import type { Path, PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, textOf } from '../../kit/config/yaml/mapping.js'
import { pathOf } from '../../kit/http/target.js'
import { type DeclaredRoute, hasMethod, parseRoutes } from '../../routes/routes.js'
import type { PolicyTest, WrittenTest } from './test-files.js'
import { anyAddress, type Outcome, type TrialCall, type TrialGateway } from './trial.js'
import { cutText } from './words.js'

/** What became of the policy tests. */
export interface TestRun {
  /** What did not come as expected, each at its line. */
  findings: PlacedDiagnostic[]
  /** Tests that passed. */
  passed: number
  /** How long they took, in milliseconds. */
  durationMs: number
}

/** Runs policy tests, one after the other. */
export async function runTests(
  gateway: TrialGateway,
  tests: readonly PolicyTest[],
  see: (outcome: Outcome, test: PolicyTest) => void = () => {},
): Promise<TestRun> {
  const startedAt = performance.now()
  const findings: PlacedDiagnostic[] = []
  let passed = 0
  const routes = parseRoutes(gateway.loaded.config.gateway.value)
  const unserved: PolicyTest[] = []
  for (const test of tests) {
    const route = findRoute(test, routes)
    // a setting switches it off, such as PUBLIC_PAGES
    if (route?.pipeline?.enabled === 'false') continue
    const outcome = await gateway.call(toCall(test.written))
    see(outcome, test)
    const found = findDifferences(test.written.expect, toResult(outcome))
    if (found.length === 0) passed++
    else if (!route) unserved.push(test)
    if (route) findings.push(...test.placeAll(found.map((one) => toFailure(test.name, one))))
  }
  findings.push(...warnOfUnserved(unserved))
  return { findings, passed, durationMs: performance.now() - startedAt }
}

/** The route that takes the request of a test. */
function findRoute({ written }: PolicyTest, routes: readonly DeclaredRoute[]) {
  const { method, url } = toCall(written)
  return routes.find((one) => one.isPath(pathOf(url)) && hasMethod(one, method))
}

/** One warning for each file: whoever writes pipelines of their own may still have its tests. */
function warnOfUnserved(tests: readonly PolicyTest[]): PlacedDiagnostic[] {
  return [...new Set(tests.map(({ file }) => file))].flatMap((file) => {
    const ofFile = tests.filter((test) => test.file === file)
    const [{ name, written, placeAll }] = ofFile as [PolicyTest]
    const others = ofFile.length > 1 ? `, nor the requests of ${ofFile.length - 1} more tests` : ''
    return placeAll([
      {
        ...{ path: [name, 'request'], rule: 'policy-test-unserved', severity: 'warning' as const },
        message: `no route takes ${written.request}${others}`,
        remedy: 'declare the route, or delete the test',
      },
    ])
  })
}

/** The call of a test. A mapping as its body is sent as JSON. */
export function toCall(written: Omit<WrittenTest, 'expect'>): TrialCall {
  const { request, headers = {}, body, address = anyAddress, caller, given, used = {} } = written
  const [method = '', url = ''] = request.split(' ')
  const text = body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body)
  const ofBody = text === '' ? {} : { 'content-type': 'application/json' }
  return {
    ...{ method, url, headers: { ...ofBody, ...toLowerCase(headers) }, body: text, address, given },
    // a variable of the YAML is a text
    used: Object.fromEntries(Object.entries(used).map(([name, count]) => [name, Number(count)])),
    caller: caller === 'anonymous' ? undefined : caller,
  }
}

/** The result of a call, by the names of `expect`. */
export function toResult({ response, context, searches, upstream }: Outcome) {
  const { status, headers, body } = response
  const json = parseJson(body)
  const told = isMapping(json) && isMapping(json.error) ? json.error : undefined
  const error = isMapping(told?.data) ? told.data : told // of JSON-RPC, what an envelope has
  return {
    status,
    code: error?.code ?? context?.code, // a page has no code
    details: error?.details,
    data: isMapping(json) && 'data' in json ? json.data : json,
    headers: toLowerCase(headers),
    cost: context?.search?.cost.total,
    search: searches[0],
    upstream: upstream[0],
  }
}

function toFailure(test: string, { path, expected, actual }: Difference) {
  const what = path.join('.')
  const was = actual === undefined ? 'there is none' : `it is ${short(actual)}`
  return {
    path: [test, 'expect', ...path],
    rule: 'policy-test',
    message: `"${test}": ${what} is not as expected: ${was}`,
    remedy: `expected ${short(expected)}: correct the configuration, or the test`,
  }
}

function short(value: unknown): string {
  return cutText(textOf(value), 200)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function toLowerCase<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

/** Where a result is not as expected. */
interface Difference {
  path: Path
  expected: unknown
  actual: unknown
}

/**
 * Compares a result with what is expected of it: of mappings the members that are named, lists as a
 * whole. `none` is expected of what is absent. Texts and numbers are compared as text, because a
 * variable of the YAML is one.
 */
function findDifferences(expected: unknown, actual: unknown, path: Path = []): Difference[] {
  if (isMapping(expected) && isMapping(actual))
    return Object.entries(expected).flatMap(([key, value]) =>
      findDifferences(value, actual[key], [...path, key]),
    )
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((value, i) => findDifferences(value, actual[i], [...path, i]))
  const isSame = expected === 'none' ? actual === undefined : textOf(expected) === textOf(actual)
  return isSame ? [] : [{ path, expected, actual }]
}

import { type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import { pathTest } from '../../routes/path.js'
import { renderCall } from '../../routes/routes.js'
import { type Change, type ChangeDraft, mergeChanges } from './change.js'
import { compareParams } from './compare-params.js'
import { compareSteps, describeSteps } from './compare-steps.js'
import type { Meaning, MeantRoute } from './meaning.js'
import { findPlace, type Placed } from './places.js'
import { groupBy, listNames } from './words.js'

/**
 * The differences of two configurations by what they mean: names, order and forms of writing that
 * change nothing are not among them. What is allowed comes first, then what is refused.
 */
export function compare(before: Meaning, after: Meaning): Change[] {
  return mergeChanges([
    ...compareHosts(before, after),
    ...compareRoutes(before, after),
    ...compareNamed(before.services, after.services, 'service'),
    ...compareNamed(before.plugins, after.plugins, 'plugin'),
    ...compareDigests(before.files, after.files),
    ...(before.auth && after.auth
      ? compareParams(before.auth.value, after.auth.value, {
          ...after.auth,
          part: 'auth-service.config.yml',
        })
      : []),
  ])
}

/** One method on one path, whatever the host. */
const keyOf = ({ method, path }: MeantRoute) => `${method} ${path}`

/** Hosts of calls that both have. Who answers at which host is no sentence: it is shown as written. */
function compareHosts(before: Meaning, after: Meaning): ChangeDraft[] {
  const [was, is] = [before, after].map(({ routes }) => groupBy(routes, keyOf))
  return is!.flatMap((now) => {
    const old = was!.find(([one]) => keyOf(one!) === keyOf(now[0]!))
    const hosts = [old ?? [], now].map((routes) =>
      routes
        .map(({ host }) => host)
        .sort()
        .join(', '),
    )
    if (!old || hosts[0] === hosts[1]) return []
    const { pipeline: part = 'apiEndpoints', place } = now[0]!
    const text = `host of {calls}: ${hosts.join(' → ')}`
    return [{ effect: 'changes' as const, part, text, calls: [keyOf(now[0]!)], place }]
  })
}

/** Calls that one pipeline answers before, and one after. */
function compareRoutes(before: Meaning, after: Meaning): ChangeDraft[] {
  const [takingBefore, takingAfter] = [findTaker(before.routes), findTaker(after.routes)]
  const routes = new Map([...before.routes, ...after.routes].map((one) => [keyOf(one), one]))
  const pairs = [...routes.values()].map((route) => {
    const [was, is] = [takingBefore(route), takingAfter(route)]
    return { route, was: was?.pipeline, is: is?.pipeline, place: is?.place }
  })
  return groupBy(pairs, ({ was, is }) => JSON.stringify([was, is])).flatMap((all) => {
    const [{ was, is, place }] = all as [(typeof all)[number]]
    const calls = all.map(({ route }) => renderCall(route))
    if (was === undefined && is === undefined) return []
    if (was === undefined) {
      const text = `{calls} are served${describeSteps(after, is!)}`
      return [{ effect: 'allows' as const, part: is!, text, calls, place }]
    }
    if (is === undefined)
      return [{ effect: 'refuses' as const, part: was, text: 'no one may call {calls}', calls }]
    const isMoved = was !== is && (is in before.pipelines || was in after.pipelines)
    const text = `the pipeline ${is}, and not ${was}, answers {calls}`
    return [
      ...(isMoved ? [{ effect: 'changes' as const, part: is, text, calls, place }] : []),
      ...compareSteps(before.pipelines[was]!, after.pipelines[is]!, {
        ...{ part: is, calls, facts: after.facts },
      }),
    ]
  })
}

/** Finds the first route that takes the call of another one. */
function findTaker(routes: readonly MeantRoute[]): (route: MeantRoute) => MeantRoute | undefined {
  const tests = routes.map((route) => ({ route, takes: pathTest(route.path) }))
  return ({ method, path }) => {
    const sample = path.replaceAll(/:\w+/g, 'any').replace(/\*$/, 'any/any')
    return tests.find(({ route, takes }) => route.method === method && takes(sample))?.route
  }
}

type ByName = Readonly<Record<string, Placed>>

function compareNamed(before: ByName, after: ByName, what: string): ChangeDraft[] {
  return namesOf(before, after).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    const part = `${what} ${name}`
    if (was && is) return compareParams(was.value, is.value, { facts: {}, places: is.places, part })
    const text = is ? `new${urlsText(is.value)}` : 'gone'
    return [{ effect: 'changes' as const, part, text, place: is && findPlace(is, '') }]
  })
}

const urlsText = ({ urls }: Mapping) =>
  Array.isArray(urls) ? `: ${listNames(urls.map(textOf))}` : ''

/** Files of which only the digest is known: search templates, certificate and key. */
function compareDigests(before: Meaning['files'], after: Meaning['files']): ChangeDraft[] {
  return namesOf(before, after).flatMap((path) => {
    const [was, is] = [before[path], after[path]]
    if (was === is) return []
    const how = was === undefined ? 'new' : is === undefined ? 'gone' : 'another'
    const place = is === undefined || !path.includes('.') ? undefined : `${path}:1`
    return [{ effect: 'changes' as const, part: path, text: `${path} is ${how}`, place }]
  })
}

const namesOf = (before: object, after: object) => [
  ...new Set([...Object.keys(after), ...Object.keys(before)]),
]

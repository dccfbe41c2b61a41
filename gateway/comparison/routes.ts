import { hostTest } from '../../routes/host.js'
import { pathTest } from '../../routes/path.js'
import type { Meaning, MeantRoute } from './meaning.js'

/** Calls that one pipeline answers before, and one after. */
export interface Pairing {
  routes: MeantRoute[]
  was?: string | undefined
  is?: string | undefined
  /** Whether another pipeline answers; one with another name may be the same. */
  isMoved: boolean
}

/** Who answers each call, before and after: pipelines and endpoints by what they serve. */
export function pairingsOf(before: Meaning, after: Meaning): Pairing[] {
  const [takingBefore, takingAfter] = [takerOf(before.routes), takerOf(after.routes)]
  const pairings = new Map<string, Pairing>()
  const seen = new Set<string>()
  for (const route of [...after.routes, ...before.routes]) {
    const [was, is] = [takingBefore(route), takingAfter(route)]
    const shown = is?.pipeline === undefined ? (was ?? route) : is
    const [from, to] = [was?.pipeline, is?.pipeline]
    if (seen.has(callOf(shown)) || (from ?? to) === undefined) continue
    seen.add(callOf(shown))
    const key = JSON.stringify([from, to])
    const isMoved = from !== to && (to! in before.pipelines || from! in after.pipelines)
    const known = pairings.get(key) ?? { routes: [], was: from, is: to, isMoved }
    known.routes.push(shown)
    pairings.set(key, known)
  }
  return [...pairings.values()]
}

/** Finds the route that takes the calls of another one. */
function takerOf(routes: readonly MeantRoute[]): (sample: MeantRoute) => MeantRoute | undefined {
  const tests = routes.map((route) => {
    const [isHost, isPath] = [hostTest(route.host), pathTest(route.path)]
    return { route, takes: (host: string, path: string) => isHost(host) && isPath(path) }
  })
  return ({ host, method, path }) => {
    const [name, sent] = [host.replaceAll('*', 'any'), path.replaceAll(/:\w+|\*$/g, 'any')]
    return tests.find(({ route, takes }) => route.method === method && takes(name, sent))?.route
  }
}

/** `GET /organizations`, with its host if it names one. */
export function callOf({ host, method, path }: MeantRoute): string {
  return `${method} ${host === '*' ? '' : host}${path}`
}

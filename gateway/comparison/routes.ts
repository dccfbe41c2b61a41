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
  const bySample = new Map([...before.routes, ...after.routes].map((one) => [sampleOf(one), one]))
  for (const [sample, route] of bySample) {
    const [was, is] = [takingBefore(sample), takingAfter(sample)].map((one) => one?.pipeline)
    if (was === undefined && is === undefined) continue
    const isMoved = was !== is && (knows(before, is) || knows(after, was))
    const known = pairings.get(JSON.stringify([was, is])) ?? { routes: [], was, is, isMoved }
    known.routes.push({ ...route, place: takingAfter(sample)?.place })
    pairings.set(JSON.stringify([was, is]), known)
  }
  return [...pairings.values()]
}

const knows = ({ pipelines }: Meaning, name: string | undefined) =>
  name !== undefined && Object.hasOwn(pipelines, name)

/** A call that a route takes: method, host and path, apart by spaces. */
function sampleOf({ method, host, path }: MeantRoute): string {
  const sent = path.replaceAll(/:\w+/g, 'any').replace(/\*$/, 'any/any')
  return `${method} ${host.replaceAll('*', 'any')} ${sent}`
}

/** Finds the route that takes a call. */
function takerOf(routes: readonly MeantRoute[]): (sample: string) => MeantRoute | undefined {
  const tests = routes.map((route) => {
    const [isHost, isPath] = [hostTest(route.host), pathTest(route.path)]
    return { route, takes: (host: string, path: string) => isHost(host) && isPath(path) }
  })
  return (sample) => {
    const [method, host, path] = sample.split(' ') as [string, string, string]
    return tests.find(({ route, takes }) => route.method === method && takes(host, path))?.route
  }
}

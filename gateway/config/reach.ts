import type { ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import {
  callOf,
  type DeclaredRoute,
  takesAll,
  type UnreachableRoute,
  unreachableRoutes,
} from '../../routes/routes.js'

/** How many unreachable routes one finding names. */
const maxNamed = 3

/**
 * Reports routes that are never reached: the same one twice where it is repeated, narrower ones
 * where the wider one that takes their requests is.
 */
export function checkReach(routes: readonly DeclaredRoute[], report: ReportDiagnostic): void {
  const byTaker = new Map<string, UnreachableRoute[]>()
  for (const found of unreachableRoutes(routes)) {
    const { route, takenBy } = found
    if (takesAll(route, takenBy)) {
      const remedy = `endpoint "${takenBy.endpoint}" takes these requests; remove one`
      report(route.at, 'route-unreachable', `${callOf(route)} is never reached`, remedy)
    } else {
      const at = takenBy.at.join()
      byTaker.set(at, [...(byTaker.get(at) ?? []), found])
    }
  }
  for (const taken of byTaker.values()) reportWide(taken, report)
}

function reportWide(taken: readonly UnreachableRoute[], report: ReportDiagnostic): void {
  const { takenBy } = taken[0]!
  const named = taken.slice(0, maxNamed).map(({ route }) => callOf(route))
  const others = taken.length > maxNamed ? ` and ${taken.length - maxNamed} more` : ''
  const message = `${takenBy.path} takes all requests of ${named.join(', ')}${others}`
  const byHost = taken.some(({ route }) => route.host !== takenBy.host)
  const order = byHost ? '; routes are tried host by host, as the file first names the hosts' : ''
  report(takenBy.at, 'route-unreachable', message, `put the more specific one first${order}`)
}

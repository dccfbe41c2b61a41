import fc from 'fast-check'
import {
  type DeclaredRoute,
  findUnreachableRoutes,
  hasMethod,
  parseRoutes,
} from '../../../routes/routes.js'
import { samples } from '../../support/samples.js'
import { configuration, sentHost, sentMethod, sentPath } from './arbitraries.js'
import { hostOf, type Sent, type Taken } from './express.js'

/** What the module says of routes, compared with what express-gateway's own routers do. */

const sent = fc.record({ method: sentMethod, host: sentHost, path: sentPath })

test('a request takes the route that the host runs', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, fc.array(sent, { maxLength: 40 }), async (config, requests) => {
      const host = await hostOf(config)
      const routes = parseRoutes(config)
      for (const request of requests) expect(foundIn(routes, request)).toEqual(await host(request))
    }),
    { numRuns: samples(100) },
  )
})

test('the host gives an unreachable route none of its requests', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, async (config) => {
      const host = await hostOf(config)
      for (const { route } of findUnreachableRoutes(parseRoutes(config))) {
        const taken = await Promise.all(requestsOf(route).map(host))
        expect(taken).not.toContain(placeOf(route))
      }
    }),
    { numRuns: samples(100) },
  )
})

test('no other route has an earlier one that takes all of its requests', () => {
  fc.assert(
    fc.property(configuration, (config) => {
      const routes = parseRoutes(config)
      const unreachable = new Set(findUnreachableRoutes(routes).map(({ route }) => route))
      for (const [i, route] of routes.entries()) {
        const takers = routes
          .slice(0, i)
          .filter((earlier) => requestsOf(route).every((request) => foundIn([earlier], request)))
        expect(takers.length > 0).toBe(unreachable.has(route))
      }
    }),
    { numRuns: samples(100) },
  )
})

function foundIn(routes: readonly DeclaredRoute[], { method, host, path }: Sent): Taken {
  const found = routes.find(
    (route) => route.isPath(path) && route.isHost(host) && hasMethod(route, method),
  )
  return found && placeOf(found)
}

function placeOf({ at, path }: DeclaredRoute): string {
  return `${at.slice(1, at.indexOf('paths')).join('.')} ${path}`
}

/** Requests of a route with names that no route has; of its rest none, one and many segments. */
function requestsOf({ method, host, path }: DeclaredRoute): Sent[] {
  const named = path.replace(/:\w+/g, 'new')
  const rests = path.endsWith('*') ? ['', 'new', 'new/new/new/new/new/new'] : ['']
  return rests.map((rest) => ({
    method: method!,
    host: host === '*' ? undefined : host.replaceAll('*', 'new'),
    path: named.replace(/\*$/, rest),
  }))
}

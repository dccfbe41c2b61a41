import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf } from '../../kit/http/target.js'

type Next = (error?: unknown) => void
type Handle = (...args: never[]) => void
type Handler = (req: HostRequest, res: ServerResponse, out: Next) => void

interface HostRequest extends IncomingMessage {
  originalUrl?: string
  baseUrl?: string
  params?: object
  next?: Next
}

/** A router of Express 4, as it is inside. */
export interface ExpressRouter {
  stack: {
    handle: Handle
    route?: { path: unknown; _handles_method(method: string): boolean }
    regexp: RegExp & { fast_slash?: boolean; fast_star?: boolean }
  }[]
  handle: Handler
}

/**
 * Runs a router whose handlers are all for every path, such as a pipeline, without Express: that
 * matches the path for each handler, and waits for another turn of the event loop at the end of
 * each router, which is a fifth of the CPU of a search. So does a router of routes for a path that a
 * route writes out, where nothing else fits it. Else Express runs what fits the path.
 * @returns the same router.
 */
export function lean<Router extends ExpressRouter>(router: Router): Router {
  const ofExpress: Handler = router.handle
  let known = -1
  let handles: Handle[] | undefined
  let byPath: ReadonlyMap<string, WrittenPath>
  router.handle = function handle(req, res, out) {
    const { stack } = router
    if (stack.length !== known) {
      known = stack.length
      const isForAll = stack.every(({ route, regexp }) => !route && regexp.fast_slash)
      handles = isForAll ? stack.map((layer) => layer.handle) : undefined
      byPath = byWrittenPath(router)
    }
    const written = handles ? undefined : byPath.get(pathOf(req.url!))
    const ready = handles ?? written?.handlesFor(req.method!)
    if (!ready) return ofExpress.call(written?.router ?? router, req, res, out)
    req.originalUrl ??= req.url!
    req.baseUrl ??= ''
    req.params = {}
    run(ready, req, res, out)
  }
  return router
}

/** A path that a route writes out. */
interface WrittenPath {
  /** The router with the layers that fit the path. */
  router: ExpressRouter
  /** What runs for a method; undefined where Express decides. */
  handlesFor(method: string): readonly Handle[] | undefined
}

function byWrittenPath(router: ExpressRouter): Map<string, WrittenPath> {
  const written = router.stack
    .filter(({ route, regexp }) => typeof route?.path === 'string' && regexp.test(route.path))
    .map(({ route }) => route!.path as string)
  return new Map(
    written.map((path) => {
      const fits = router.stack.filter(
        ({ regexp }) => regexp.fast_slash || regexp.fast_star || regexp.test(path),
      )
      const isPlain = fits.every(({ route, regexp }) =>
        route ? route.path === path : regexp.fast_slash,
      )
      const narrow = Object.create(router, { stack: { value: fits } }) as ExpressRouter
      const handlesFor = isPlain ? oncePerMethod(fits) : () => undefined
      return [path, { router: narrow, handlesFor }]
    }),
  )
}

/** A method that no route takes stays with Express: it answers OPTIONS. */
function oncePerMethod(fits: ExpressRouter['stack']): WrittenPath['handlesFor'] {
  const known = new Map<string, readonly Handle[] | undefined>()
  return (method) => {
    if (!known.has(method)) {
      const taken = fits.filter(({ route }) => !route || route._handles_method(method))
      const isTaken = taken.some(({ route }) => route)
      known.set(method, isTaken ? taken.map(({ handle }) => handle) : undefined)
    }
    return known.get(method)
  }
}

/**
 * Runs one handler after the other; after an error only those that take one, which Express detects
 * by their arity.
 */
function run(handles: readonly Handle[], req: HostRequest, res: ServerResponse, out: Next): void {
  let at = 0
  const next: Next = (given) => {
    if (given === 'router') return out(null)
    const error = given === 'route' ? undefined : given
    while (at < handles.length) {
      const handle = handles[at++]!
      if (handle.length === 4 ? !error : error || handle.length > 4) continue
      try {
        if (error) (handle as (...args: unknown[]) => void)(error, req, res, next)
        else (handle as (...args: unknown[]) => void)(req, res, next)
      } catch (thrown) {
        next(thrown)
      }
      return
    }
    out(error)
  }
  req.next = next
  next()
}

/**
 * Options of the host's routers: paths match exactly, as everywhere else. By default Express
 * ignores letter case and a trailing slash, so that `/things/1/` would run the pipeline of
 * `/things/:id` instead of that of `/things/*`.
 */
export const routerOptions = { caseSensitive: true, strict: true } as const

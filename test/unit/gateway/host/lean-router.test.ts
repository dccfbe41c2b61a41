import { createRequire } from 'node:module'
import { type ExpressRouter, lean } from '../../../../gateway/host/lean-router.js'
import { words } from '../../../support/cases.js'

type Next = (error?: unknown) => void
interface Request {
  method: string
  url: string
  originalUrl?: string
  baseUrl?: string
  params?: object
}
type Handle = (...args: never[]) => void
interface Router extends ExpressRouter {
  (req: Request, res: object, out: Next): void
  use(...args: unknown[]): void
  get(path: unknown, ...handles: Handle[]): void
  post(path: unknown, ...handles: Handle[]): void
  all(path: unknown, ...handles: Handle[]): void
}

const express = createRequire(require.resolve('express-gateway'))('express') as {
  Router(options?: object): Router
}

/** What was called, and what it saw. */
type Trace = string[]

/** Makes handlers that take down that they were called. */
function handlersOf(trace: Trace, answered = () => {}) {
  const note = (name: string, { originalUrl, baseUrl, params, url }: Request) =>
    trace.push(`${name} ${originalUrl} ${baseUrl} ${url} ${JSON.stringify(params)}`)
  return {
    step: (name: string, given?: unknown) => (req: Request, _res: object, next: Next) => {
      note(name, req)
      next(given)
    },
    later: (name: string, given?: unknown) => (req: Request, _res: object, next: Next) => {
      note(name, req)
      setImmediate(() => next(given))
    },
    throwing: (name: string) => (req: Request) => {
      note(name, req)
      throw new Error(name)
    },
    answering: (name: string) => (req: Request) => {
      note(name, req)
      answered()
    },
    mending: (name: string) => (error: unknown, req: Request, _res: object, next: Next) => {
      note(`${name} after ${error}`, req)
      next()
    },
    passing: (name: string) => (error: unknown, req: Request, _res: object, next: Next) => {
      note(`${name} after ${error}`, req)
      next(error)
    },
    /** As Express counts arguments, this is no handler at all. */
    misfit: () => (_a: never, _b: never, _c: never, _d: never, _e: never) => trace.push('misfit'),
  }
}

type Handlers = ReturnType<typeof handlersOf>

const routers: Record<string, (router: Router, handlers: Handlers) => void> = {
  'without anything': () => undefined,
  'of steps': (router, { step, later }) => router.use(step('a'), later('b'), step('c')),
  'whose step throws': (router, { step, throwing, mending, passing }) => {
    router.use(step('a'), throwing('b'), step('c'), passing('d'), mending('e'), step('f'))
  },
  'whose step fails later': (router, { later, passing, step }) =>
    router.use(later('a', 'oops'), step('b'), passing('c')),
  'that is left early': (router, { step, mending }) =>
    router.use(step('a', 'router'), mending('b'), step('c')),
  'with an odd word': (router, { step }) =>
    router.use(step('a', 'route'), step('b', null), step('c', 0), step('d')),
  'with a step that Express passes by': (router, { step, misfit }) =>
    router.use(misfit(), step('a')),
  'of steps for some paths': (router, { step }) => {
    router.use('/api', step('a'))
    router.use(step('b'))
  },
  'of routes': (router, { step, answering }) => {
    router.get('/one', step('get one'))
    router.post('/one', step('post one'), step('post one more'))
    router.all('/two', answering('two'))
    router.get('/one', answering('one again'))
  },
  'of routes with patterns': (router, { step, later }) => {
    router.all('/keys/:id', later('key'))
    router.all('/keys/fixed', step('fixed'))
    router.all('/files*', step('files'))
    router.all('/files/one', step('one file'))
    router.all('/plain', step('plain'))
    router.all(/^\/pl/, step('pattern'))
  },
  'of routes that fail': (router, { step, throwing, passing }) => {
    router.all('/one', throwing('a'), passing('b') as never)
    router.all('/two', step('a', 'route'), step('b'))
    router.all('/two', step('c', 'router'))
    router.all('/two', step('d'))
  },
  'inside another': (router, { step, throwing }) => {
    const inner = lean(express.Router({ mergeParams: true }))
    inner.use(step('inner'), throwing('bad'), step('never'))
    router.all('/one', ((req: Request, res: object, next: Next) => inner(req, res, next)) as never)
    router.all('/one', step('after'))
  },
}
const urls = words(`
  / /one /one?a=/two /ONE /one/ /two /keys/1 /keys/fixed /files/one /plain /api/x`)
const cases = Object.keys(routers).flatMap((name) =>
  ['GET', 'POST', 'HEAD', 'OPTIONS'].flatMap((method) =>
    urls.map((url): [string, string, string] => [name, method, url]),
  ),
)

async function traceOf(
  make: (router: Router) => Router,
  name: string,
  method: string,
  url: string,
): Promise<Trace> {
  const trace: Trace = []
  await new Promise<void>((answered) => {
    const router = make(express.Router())
    routers[name]!(router, handlersOf(trace, answered))
    const send = (text: string) => {
      trace.push(`sent ${text}`)
      answered()
    }
    router({ method, url }, { set: () => undefined, send }, (error) => {
      trace.push(`out ${error}`)
      answered()
    })
  })
  return trace
}

it.each(cases)('a router %s takes %s %s the way that Express takes', async (...request) => {
  expect(await traceOf(lean, ...request)).toEqual(await traceOf((router) => router, ...request))
})

it('computes the path again when handlers are added', async () => {
  const trace: Trace = []
  const { step } = handlersOf(trace)
  const router = lean(express.Router())
  const call = () =>
    new Promise<unknown>((resolve) => router({ method: 'GET', url: '/api/x' }, {}, resolve))
  router.use(step('a'))
  await call()
  router.use('/api', step('b'))
  router.use(step('c'))
  await call()
  expect(trace.map((line) => line[0])).toEqual(['a', 'a', 'b', 'c'])
})

import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { findUnreachableRoutes, hasMethod, parseRoutes } from '../../../routes/routes.js'

const endpointsFor = (apiEndpoints: Mapping, path: string, host?: string) =>
  parseRoutes({ apiEndpoints })
    .filter((route) => route.isPath(path) && route.isHost(host))
    .map(({ endpoint }) => endpoint)

test.each<[string, string, boolean]>([
  ['/a', '/a/', false],
  ['/a', '/A', false],
  ['/a/:id', '/a/1', true],
  ['/a/:id', '/a/', false],
  ['/a/:id', '/a/1/2', false],
  ['/:x/:y', '/1/2', true],
  ['/:x', '/', false],
  ['/a/*', '/a/', true],
  ['/a/*', '/a/b/c', true],
  ['/a/*', '/a', false],
  ['/*', '/', true],
])('the path %s takes %s: %p', (paths, path, expected) => {
  expect(endpointsFor({ e: { paths } }, path)).toEqual(expected ? ['e'] : [])
})

test.each<[string | undefined, string[]]>([
  [undefined, ['any', 'more']],
  ['a.example.org', ['any', 'more', 'one', 'sub']],
  ['A.Example.org:8080', ['any', 'more', 'one', 'sub']],
  ['b.a.example.org', ['any', 'more']],
  ['axexample.org', ['any', 'more']],
])('the host %p', (host, endpoints) => {
  const paths = '/a'
  const config = {
    any: { host: '*', paths },
    one: { host: 'a.example.org', paths },
    sub: { host: '*.example.org', paths },
    more: { paths },
  }
  expect(endpointsFor(config, '/a', host)).toEqual(endpoints)
})

test('methods: a list, a text with commas, or any; HEAD comes with GET', () => {
  const apiEndpoints = {
    list: { paths: '/a', methods: ['GET'] },
    text: { paths: '/a', methods: 'post, PUT' },
    star: { paths: '/a', methods: '*' },
    none: { paths: '/a' },
  }
  const takers = (method: string) =>
    parseRoutes({ apiEndpoints })
      .filter((route) => hasMethod(route, method))
      .map(({ endpoint }) => endpoint)
  expect(takers('GET')).toEqual(['list', 'star', 'none'])
  expect(takers('HEAD')).toEqual(['list', 'star', 'none'])
  expect(takers('PUT')).toEqual(['text', 'star', 'none'])
  expect(takers('PURGE')).toEqual(['star', 'none'])
})

test('of two pipelines with the same endpoint the last one counts, as in express-gateway', () => {
  const pipeline = { apiEndpoints: ['e'], policies: [] }
  const config = { apiEndpoints: { e: { paths: '/a' } }, pipelines: { p: pipeline, q: pipeline } }
  expect(parseRoutes(config).map(({ pipeline }) => pipeline?.name)).toEqual(['q'])
})

/** Endpoints in order, each `METHOD host path`, and those that are never reached. */
test.each<[string[], string[]]>([
  [['GET * /organizations/fields', 'GET * /organizations/:id'], []],
  [['GET * /organizations/:id', 'GET * /organizations/fields'], ['/organizations/fields']],
  [['GET * /organizations/:id', 'GET * /organizations/:name'], ['/organizations/:name']],
  [['GET * /organizations/:id', 'GET * /organizations/*'], []],
  [['GET * /organizations/*', 'GET * /organizations/:id'], ['/organizations/:id']],
  [['GET * /a/:x/*', 'GET * /a/*'], []],
  [['GET * /:x', 'GET * /'], []],
  [['GET * /a', 'GET a.org /a'], ['/a']],
  [['GET a.org /a', 'GET * /a'], []],
  [['GET *.org /:x', 'GET a.org /a', 'GET a.b.org /b'], ['/a']],
  [['GET A.org /:x', 'GET a.org /a'], ['/a']],
  // the host tries all routes of a host together
  [['GET a.org /b', 'GET * /a', 'GET a.org /a'], []],
  [['GET * /b', 'GET a.org /a', 'GET * /:x'], ['/a']],
])('of %j, %j are unreachable', (written, unreachable) => {
  const apiEndpoints = Object.fromEntries(
    written.map((line, i) => {
      const [methods, host, paths] = line.split(' ')
      return [`e${i}`, { host, paths, methods }]
    }),
  )
  const found = findUnreachableRoutes(parseRoutes({ apiEndpoints }))
  expect(found.map(({ route }) => route.path)).toEqual(unreachable)
})

import {
  compileRoutes,
  compileRouting,
  methodsOfAll,
  takes,
} from '../../../../plugins/envelope/routes.js'

const step = (origins: string[]) => ({ envelope: [{ action: { cors: { origins } } }] })

/** Names of the endpoints that match. */
function matching(
  config: Parameters<typeof compileRoutes>[0],
  path: string,
  host?: string,
): string[] {
  return compileRouting(config)
    .fitting(path)
    .filter((route) => route.isHost(host))
    .map((route) => route.endpoint)
}

describe('paths', () => {
  test.each<[string, string, boolean]>([
    ['/a', '/a', true],
    ['/a', '/a/', false],
    ['/a', '/A', false],
    ['/a.b', '/axb', false],
    ['/a/:id', '/a/1', true],
    ['/a/:id', '/a/', false],
    ['/a/:id', '/a/1/2', false],
    ['/a/:id/b', '/a/1/b', true],
    ['/:x/:y', '/1/2', true],
    ['/a/*', '/a/', true],
    ['/a/*', '/a/b/c', true],
    ['/a/*', '/a', false],
    ['/a*', '/abc', true],
    ['*', '/anything', true],
    ['/', '/', true],
  ])('%s matches %s: %p', (paths, path, expected) => {
    expect(matching({ apiEndpoints: { e: { paths } } }, path)).toEqual(expected ? ['e'] : [])
  })

  test.each(['a', '/a/:id?', '/a/:id(\\d+)', '/a/x:id', '/a/*/b', '/a/(b|c)', '/a+', ''])(
    '%j stops the start',
    (paths) => {
      expect(() => compileRoutes({ apiEndpoints: { e: { paths: [paths] } } })).toThrow(
        /^apiEndpoints\.e: /,
      )
    },
  )

  test('a regular expression, and no path at all', () => {
    expect(matching({ apiEndpoints: { e: { pathRegex: '^/x\\d+$' }, all: {} } }, '/x12')).toEqual([
      'e',
      'all',
    ])
  })
})

describe('hosts', () => {
  const config = {
    apiEndpoints: {
      any: { host: '*', paths: '/a' },
      one: { host: 'a.example.org', paths: '/a' },
      sub: { host: '*.example.org', paths: '/a' },
      regex: { hostRegex: '[ab]\\.example\\.net', paths: '/a' },
      more: { paths: '/a' },
    },
  }
  test.each<[string | undefined, string[]]>([
    [undefined, ['any', 'more']],
    ['a.example.org', ['any', 'more', 'one', 'sub']],
    ['A.Example.org:8080', ['any', 'more', 'one', 'sub']],
    ['b.a.example.org', ['any', 'more']],
    ['xb.example.net', ['any', 'more']],
    ['b.example.net', ['any', 'more', 'regex']],
  ])('%p', (host, endpoints) => {
    expect(matching(config, '/a', host)).toEqual(endpoints)
  })
})

test('methods: a list, a text with commas, or any', () => {
  const config = {
    apiEndpoints: {
      list: { methods: ['GET'] },
      text: { methods: 'post, PUT' },
      star: { methods: '*' },
      none: {},
    },
  }
  const [list, text, star, none] = compileRoutes(config)
  expect([takes(list!, 'GET'), takes(list!, 'HEAD'), takes(list!, 'POST')]).toEqual([
    true,
    true,
    false,
  ])
  expect([takes(text!, 'POST'), takes(text!, 'PUT'), takes(text!, 'HEAD')]).toEqual([
    true,
    true,
    false,
  ])
  expect([takes(star!, 'PURGE'), takes(none!, 'PURGE')]).toEqual([true, true])
  expect(methodsOfAll([list!, text!])).toBe('GET, HEAD, POST, PUT')
})

test('origins come from the envelope step of the pipeline, or else from the top', () => {
  const config = {
    apiEndpoints: { a: { paths: '/a' }, b: { paths: '/b' }, c: { paths: '/c' } },
    pipelines: {
      first: { apiEndpoints: ['a'], policies: [step(['https://a.example.org'])] },
      second: { apiEndpoint: 'b', policies: [{ throttle: [] }] },
    },
  }
  const found = (cors?: { origins: string[] }) =>
    compileRoutes({ ...config, ...(cors && { cors }) }).map(({ pipeline, cors }) => [
      pipeline,
      cors.origins,
    ])
  const own = ['first', ['https://a.example.org']]
  expect(found()).toEqual([own, ['second', []], [undefined, []]])
  expect(found({ origins: ['*'] })).toEqual([own, ['second', ['*']], [undefined, ['*']]])
})

test.each([true, 'true', undefined, false, 'false', 0, null, 'no'])(
  'a pipeline with enabled: %p',
  (enabled) => {
    const policies = [{ envelope: [{ action: { ...(enabled !== undefined && { enabled }) } }] }]
    const config = {
      apiEndpoints: { e: { paths: '/a' } },
      pipelines: { p: { apiEndpoints: ['e'], policies } },
    }
    const serves = enabled === undefined || String(enabled) === 'true'
    expect(compileRoutes(config)[0]!.pipeline).toBe(serves ? 'p' : undefined)
  },
)

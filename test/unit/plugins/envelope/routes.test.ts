import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { compileRouting, methodsOfAll } from '../../../../plugins/envelope/routes.js'
import { isServed } from '../../../../routes/routes.js'

const step = (origins: string[]) => ({ envelope: [{ action: { cors: { origins } } }] })

test.each(['a', '*', '/a*', '/a/:id?', '/a/:id(\\d+)', '/a/x:id', '/a/*/b', '/a/(b|c)', '/a+', ''])(
  '%j stops the start of a stock express-gateway',
  (paths) => {
    const config = { apiEndpoints: { e: { paths: [paths] } } }
    expect(() => compileRouting(config)).toThrow(/^apiEndpoints\.e: path /)
  },
)

test('so does an endpoint without paths, such as one with a regular expression', () => {
  const config = { apiEndpoints: { e: { pathRegex: '^/x\\d+$' } } }
  expect(() => compileRouting(config)).toThrow('apiEndpoints.e: path * must begin with "/"')
})

test('Allow lists the methods of all routes, with HEAD for GET', () => {
  const apiEndpoints = {
    list: { methods: ['GET'], paths: '/a' },
    text: { methods: 'post, PUT', paths: '/a' },
    any: { methods: '*', paths: '/any' },
    none: { paths: '/none' },
  }
  const { fitting } = compileRouting({ apiEndpoints })
  expect(methodsOfAll(fitting('/a'))).toBe('GET, HEAD, POST, PUT')
  for (const path of ['/any', '/none']) expect(methodsOfAll(fitting(path))).toContain('DELETE')
})

test('origins come from the envelope step of the pipeline, or else from the top', () => {
  const config = {
    apiEndpoints: { a: { paths: '/a' }, b: { paths: '/b' }, c: { paths: '/c' } },
    pipelines: {
      first: { apiEndpoints: ['a'], policies: [step(['https://a.example.org'])] },
      second: { apiEndpoints: ['b'], policies: [{ throttle: [] }] },
    },
  }
  const found = (cors?: { origins: string[] }) => {
    const { fitting } = compileRouting({ ...config, cors })
    return ['/a', '/b', '/c'].flatMap((path) =>
      fitting(path).map((route) => [route.pipeline?.name, route.cors.origins]),
    )
  }
  const own = ['first', ['https://a.example.org']]
  expect(found()).toEqual([own, ['second', []], [undefined, []]])
  expect(found({ origins: ['*'] })).toEqual([own, ['second', ['*']], [undefined, ['*']]])
})

test.each([true, 'true', undefined, false, 'false', 0, null, 'no'])(
  'a pipeline with enabled: %p',
  (enabled) => {
    const policies = [{ envelope: [{ action: { ...(enabled !== undefined && { enabled }) } }] }]
    const config: Mapping = {
      apiEndpoints: { e: { paths: '/a' } },
      pipelines: { p: { apiEndpoints: ['e'], policies } },
    }
    const serves = enabled === undefined || String(enabled) === 'true'
    expect(isServed(compileRouting(config).fitting('/a')[0])).toBe(serves)
  },
)

import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { compileRouting } from '../../../../plugins/envelope/routes.js'
import { isServed } from '../../../../routes/routes.js'

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

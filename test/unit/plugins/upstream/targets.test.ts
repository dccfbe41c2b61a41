import { makeTargets } from '../../../../plugins/upstream/targets.js'

const host = (urls: string[]) => ({ serviceEndpoints: { a: { urls } }, routes: [], pipelines: [] })

test.each([
  [
    'http://a.example.org',
    { protocol: 'http:', hostname: 'a.example.org', port: '80' },
    'a.example.org',
    '',
  ],
  [
    'https://a.example.org/x/',
    { protocol: 'https:', hostname: 'a.example.org', port: '443' },
    'a.example.org',
    '/x',
  ],
  ['http://[::1]:81/x', { protocol: 'http:', hostname: '::1', port: '81' }, '[::1]:81', '/x'],
])('%s', (url, server, name, basePath) => {
  expect(makeTargets('a', host([url]))[0]).toMatchObject({ server, host: name, basePath })
})

test.each(['ftp://a', 'a.example.org', 'http://u:p@a', 'http://a?b', 'http://a#b', ''])(
  '%j stops the start',
  (url) => {
    expect(() => makeTargets('a', host([url]))).toThrow(/^upstream: serviceEndpoints\.a /)
  },
)

test.each(['nowhere', 'toString'])(
  'a service %s that is not in the YAML stops the start',
  (name) => {
    expect(() =>
      makeTargets(name, {
        serviceEndpoints: { a: { url: 'http://a' } },
        routes: [],
        pipelines: [],
      }),
    ).toThrow('has no url')
  },
)

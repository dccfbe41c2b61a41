import { readFileSync } from 'node:fs'
import { checkGateway } from '../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../gateway/lab/settings.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import { casesIn } from '../../support/cases.js'
import { shippedFacts } from './shipped.js'

const { cors } = casesIn<{
  cors: [name: string, list: string, remedy: string][]
}>(__dirname, 'does-nothing.yml')

/**
 * Values that would be taken and do nothing, or do not fit: each is an error that shows the form
 * that was meant.
 */
const original = readFileSync('config/gateway.config.yml', 'utf8')

/** Rule and remedy of what is found when a part of the shipped file is replaced. */
function foundWith(from: string, to: string): string[] {
  expect(original).toContain(from)
  const { value, mistakes, placeAll } = parseSource(
    'f',
    original.replace(from, () => to),
    checkedSetting,
  )
  expect(mistakes).toEqual([])
  return placeAll(checkGateway(value as Mapping, shippedFacts)).map(
    ({ rule, message, remedy }) => `${rule} ${message}: ${remedy}`,
  )
}

const origins = (list: string) => ['origins: [] #', `origins: [${list}] #`] as const

test.each(cors)('cors at the top and of a step: %s', (_, list, remedy) => {
  for (const [from, to] of [
    origins(list),
    ['# cors: { origins: [] } #', `cors: { origins: [${list}] } #`],
  ] as const) {
    const found = foundWith(from, to)
    expect(found).toEqual([expect.stringContaining(remedy)])
    expect(found.join()).not.toContain('hunter2')
  }
})

test.each([
  '"https://directory.example.org"',
  '"http://localhost:3000", "https://localhost:3000"',
  '"https://xn--exmple-cua.org:8443"',
  '"http://[::1]:8080"',
  '"capacitor://localhost"',
  '"chrome-extension://abcdefghijklmnop"',
  '"*"',
])('origins that browsers send pass: %s', (list) => {
  expect(foundWith(...origins(list))).toEqual([])
})

test('a header "*" that pages may send would match none', () => {
  const [from] = origins('')
  expect(foundWith(from, 'origins: ["*"]\n  headers: ["*"] #')).toEqual([
    expect.stringContaining('name each header'),
  ])
})

test.each([
  ['a URL', 'https://directory.example.org', 'write "directory.example.org"'],
  ['a port', 'directory.example.org:8080', 'write "directory.example.org"'],
  ['a path', 'directory.example.org/api', 'write "directory.example.org"'],
  ['other letters', 'exämple.org', 'write "xn--exmple-cua.org"'],
  ['a pattern in other letters', '*.exämple.org:443', 'write "*.xn--exmple-cua.org"'],
  ['a blank', 'directory example', 'or "*"'],
  ['an empty label', 'a..org', 'or "*"'],
])('a host that no request has: %s', (_, host, remedy) => {
  expect(foundWith('host: "*"', `host: "${host}"`)).toEqual([expect.stringContaining(remedy)])
})

test.each([
  'directory.example.org',
  '*.example.org',
  'Api.Example.org',
  '127.0.0.1',
  '[::1]',
  'api-*.example.org',
])('a host that requests may have passes: %s', (host) => {
  expect(foundWith('host: "*"', `host: "${host}"`)).toEqual([])
})

test.each([
  ['/api/v1/auth/login/', 'write /api/v1/auth/login'],
  ['/api/v1//auth/login', 'write /api/v1/auth/login'],
  ['^/api/v1/auth/login$', 'write the path itself'],
  ['/api/v1/auth/{kind}', 'write :kind for {kind}'],
])('the path %s', (path, remedy) => {
  expect(foundWith('[/api/v1/auth/login, ', `["${path}", `)).toEqual([
    expect.stringContaining(remedy),
  ])
})

test.each([
  ['timeoutMs: 10000 # from', 'timeoutMs: 10s # from', 'Write 10000'],
  ['timeoutMs: 10000 # from', 'timeoutMs: 1.5 min # from', 'Write 90000'],
  ['timeoutMs: 10000 # from', 'timeoutMs: -1 # from', 'Write 1 to 86400000'],
  ['timeoutMs: 10000 # from', 'timeoutMs: soon # from', 'Write digits alone, without a unit'],
  ['keyCacheSeconds: 60', 'keyCacheSeconds: 1m', 'Write 60'],
  ['staleSeconds: 60', 'staleSeconds: 0', 'Write 1 or more'],
  ['# keyCacheSize: 20000', 'keyCacheSize: 0', 'Write 1 to 1000000'],
  ['limit: 20', 'limit: 0', 'Write 1 or more'],
  ['limit: 20', 'limit: 60_000', 'Write 60000'],
  ['maxBodyBytes: 1048576 #', 'maxBodyBytes: 1MiB #', 'Write 1048576'],
  ['queryKey: true', 'queryKey: "yes"', 'Write true'],
  ['queryKey: true', 'queryKey: "off"', 'Write false'],
  ['[map-serp,', '["map-serp*",', 'write no *'],
  ['[map-serp,', '[Map-Serp,', 'a-z 0-9'],
  ['methods: [POST]', 'methods: [post]', 'did you mean "POST"?'],
])('%s: %s', (from, to, remedy) => {
  const found = foundWith(from, to)
  expect(found.join('\n')).toContain(remedy)
  expect(found.join('\n')).not.toMatch(/must match pattern|mend its value/)
})

import { checkGateway } from '../../../gateway/config/pipelines.js'
import { setting } from '../../../kit/config/settings.js'
import {
  ConfigurationError,
  describe as describeMistake,
  isError,
  type PlacedDiagnostic,
} from '../../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import * as searchRules from '../../../plugins/search-rules/index.js'
import * as upstream from '../../../plugins/upstream/index.js'
import { middlewareOf } from '../../support/step-server.js'
import { goodNeighbours, moreServices, openConfigurations } from './broken-configurations.js'
import { corePipelines, shippedFacts, shippedText } from './shipped.js'

const changed = (text: string, from: string, to: string): string => {
  expect(text).toContain(from)
  return text.replace(from, () => to)
}
const base = changed(corePipelines, ...moreServices)

const settings: Record<string, string | undefined> = {
  AUTH_SERVICE_URL: setting('AUTH_SERVICE_URL'),
  CONFIG_DIR: setting('CONFIG_DIR'),
  AUTH_INTERNAL_URL: 'http://127.0.0.1:8084',
  ELASTICSEARCH_URL: 'http://127.0.0.1:9200',
  SERVICE_SECRET: 'Qm8v-27LxTz0hRkPwYd4nJcB6sFgUe1aXoIiV9tEDKM',
}

const parse = (text: string) => parseSource('gateway.config.yml', text, (name) => settings[name])

function findingsOf(text: string): PlacedDiagnostic[] {
  const source = parse(text)
  const found = [
    ...source.mistakes,
    ...checkGateway(source.value as Mapping, shippedFacts).map(source.place),
  ]
  return [...new ConfigurationError(found).mistakes]
}

const mistakesOf = (text: string): string[] => findingsOf(text).filter(isError).map(describeMistake)

test('the shipped configuration passes, without a warning', () => {
  expect(findingsOf(shippedText)).toEqual([])
  expect(findingsOf(base)).toEqual([])
})

test.each(openConfigurations)('%s is refused', (_, [from, to, at, says]) => {
  const text = changed(base, from, to)
  const end = base.indexOf(from) + to.length
  const before = text.slice(0, text.slice(0, end).lastIndexOf(at)).split('\n')
  const place = `gateway.config.yml:${before.length}:${before.at(-1)!.length + 1} `
  const mistakes = mistakesOf(text)
  expect(mistakes).toEqual([expect.stringContaining(says)])
  expect(mistakes[0]!.slice(0, place.length)).toBe(place)
  expect(mistakes[0]).not.toContain('hunter2')
})

test.each(goodNeighbours)('%s passes', (_, change) => {
  expect(mistakesOf(changed(base, ...change))).toEqual([])
})

describe('several auth services', () => {
  const [first, second] = ['http://127.0.0.1:8082', 'http://auth2.example.org:8082']
  const before = process.env.AUTH_SERVICE_URL
  afterEach(() => {
    if (before === undefined) delete process.env.AUTH_SERVICE_URL
    else process.env.AUTH_SERVICE_URL = before
  })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
  const named = (auth: string) => changed(base, 'url: ${AUTH_SERVICE_URL}', auth)

  test.each([
    ['a list in AUTH_SERVICE_URL', `url: "${first},${second}"`],
    ['urls', `urls: ["${first}", "${second}/"]`],
  ])('%s need no switch', (_, auth) => {
    process.env.AUTH_SERVICE_URL = `${first}, ${second}`
    expect(mistakesOf(named(auth))).toEqual([])
  })

  test.each([
    ['one that AUTH_SERVICE_URL does not name', `urls: ["${first}", "http://far.example.org"]`],
    ['a list with one that it does not name', `url: "${first},http://far.example.org"`],
  ])('%s gets no credentials', (_, auth) => {
    process.env.AUTH_SERVICE_URL = `${first},${second}`
    const found = mistakesOf(named(auth))
    expect(found).not.toEqual([])
    for (const one of found)
      expect(one).toContain('AUTH_SERVICE_URL names all auth services, comma separated')
  })
})

test('a prefix may be called like the auth store when the auth store is called otherwise', () => {
  const before = process.env.AUTH_INDEX
  process.env.AUTH_INDEX = 'organization-secrets'
  try {
    const rename = (prefix: string) =>
      mistakesOf(base.replace(/indexPrefixes: \[.*\]/, `indexPrefixes: [${prefix}]`)).length
    expect([rename('directory-auth'), rename('organization-serp'), rename('organization')]).toEqual(
      [0, 0, 1],
    )
  } finally {
    if (before === undefined) delete process.env.AUTH_INDEX
    else process.env.AUTH_INDEX = before
  }
})

test('what a policy refuses of itself, it refuses under any host', () => {
  expect(() => middlewareOf(searchRules, { indexPrefixes: ['directory-auth'] })).toThrow(
    'reaches AUTH_INDEX',
  )
  const toNobody = { serviceEndpoint: 'nobody', forwardCredentials: true, unsafe: [] }
  expect(() => middlewareOf(upstream, toNobody)).toThrow('is not AUTH_SERVICE_URL')
})

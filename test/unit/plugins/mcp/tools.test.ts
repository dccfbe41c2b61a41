import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeValidate } from '../../../../gateway/config/parameters.js'
import { boundedResult } from '../../../../plugins/mcp/bounded.js'
import { mcp } from '../../../../plugins/mcp/index.js'
import { goodTemplate } from '../../../support/broken-templates.js'
import { testConfigDir } from '../../../support/folders.js'

/** What the check finds in templates that are tools, and how their answers are made smaller. */

const folder = testConfigDir()

const rules = { maxCost: 700, indexPrefixes: ['organization-serp'] }

/** `file:line:col rule message` of each mistake in two files. */
function found(first: string, second: string, own: object = rules): string[] {
  writeFileSync(join(folder, 'search-templates/first.yml'), first)
  writeFileSync(join(folder, 'search-templates/second.yml'), second)
  const surroundings = {
    serviceEndpoints: {},
    routes: [],
    pipelines: [],
    validate: makeValidate(),
  }
  const params = { rules: own as typeof rules, freeSearch: false }
  return mcp.check!(params, surroundings).map(({ location, rule, message }) => {
    const { file = '', line, column } = location ?? {}
    return `${file.replace(`${folder}/`, '')}:${line}:${column} ${rule} ${message}`
  })
}

const tool = (name: string) => `${goodTemplate}mcp: { name: ${name} }\n`
const last = goodTemplate.split('\n').length

test('two tools, and a template that is none', () => {
  expect(found(tool('a'), tool('b'))).toEqual([])
  expect(found(tool('a'), goodTemplate)).toEqual([])
})

test.each([
  ['two of one name', tool('a'), tool('a'), `second.yml:${last}:8 tool-twice another tool "a"`],
  [
    'a name of a tool that is no template',
    tool('describe_fields'),
    ...([goodTemplate, `first.yml:${last}:8 tool-twice another tool "describe_fields"`] as const),
  ],
  [
    'a size of nothing',
    tool('a').replace('name: a }', 'name: a, maxBytes: 10 }'),
    ...([goodTemplate, `first.yml:${last}:`] as const),
  ],
])('%s', (_, first, second, told) => {
  const [mistake = ''] = found(first, second)
  expect(mistake.replace('there is ', '')).toContain(told)
})

test('a tool whose index the rules close', () => {
  const [mistake] = found(tool('a'), goodTemplate, { indexPrefixes: ['map-serp'] })
  expect(mistake).toMatch(/^search-templates\/first\.yml:3:1 template-refused /)
})

test('free searches need rules', () => {
  const gateway = { serviceEndpoints: {}, routes: [], pipelines: [], validate: makeValidate() }
  const found = mcp.check!({ rules, freeSearch: true }, gateway)
  expect(found).toMatchObject([{ path: ['freeSearch'], rule: 'missing-parameter' }])
})

describe('boundedResult', () => {
  const results = Array.from({ length: 100 }, (_, id) => ({ id, name: 'ä'.repeat(40) }))
  test.each([200, 5000, 20_000])('%i bytes', (maxBytes) => {
    const bounds = { maxBytes, list: 'results', remedy: 'narrow by q' }
    const { content, isError } = boundedResult({ results, total: 100 }, bounds)
    const { text } = content[0]!
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes)
    const { results: left, more } = JSON.parse(text)
    expect(isError).toBe(undefined)
    expect(left).toEqual(results.slice(0, left.length))
    const missing = 100 - left.length
    expect(more).toBe(missing === 0 ? undefined : `${missing} more: narrow by q`)
  })
  test.each([
    ['one hit that is too large', { results: ['x'.repeat(2000)] }, 'results'],
    ['an answer without a list', { organization: { name: 'x'.repeat(2000) } }, undefined],
  ])('%s', (_, data, list) => {
    const result = boundedResult(data, { maxBytes: 1024, list, remedy: 'narrow by q' })
    const text = 'The answer is larger than 1024 bytes: narrow by q'
    expect(result).toEqual({ content: [{ type: 'text', text }], isError: true })
  })
})

import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { texts } from '../../../kit/api/errors.js'
import { startExample } from '../../support/embedded-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, dataIn, expectStructured, modern, post } from './calls.js'

/** What MCP clients get, over what a newcomer has, by the official client and by hand. */

/** The table of docs/mcp.md. */
const tenQuestions = [
  ...readFileSync('docs/mcp.md', 'utf8').matchAll(/^\| .*\? .*\| `(\w+)` \| `(.*)` \| (\d+) \|$/gm),
].map(([, tool = '', args = '', bytes]) => ({ tool, args: JSON.parse(args), bytes: Number(bytes) }))

test('docs/mcp.md has ten questions', () => expect(tenQuestions.length).toBe(10))

let example: Awaited<ReturnType<typeof startExample>>
let stack: RunningStack
let key: string
let url: string
beforeAll(async () => {
  example = await startExample()
  stack = await startStack(example)
  key = await stack.mintKey()
  url = `${stack.url}/api/v1/mcp`
})
afterAll(async () => {
  await stack?.stop()
  await example?.close()
})

const call = (name: string, args: object = {}) =>
  post(url, callOf(name, args), { 'x-api-key': key })

/** A client of the official package, connected. */
async function connected(revision: 'legacy' | { pin: string }, headers: Record<string, string>) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  )
  return client
}

const revisions = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const

describe.each(revisions)('the official client, revision %s', (revision, mode) => {
  test('lists the tools and calls them', async () => {
    const client = await connected(mode, { 'X-API-Key': key })
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'find_organizations',
      'get_organization',
      'suggest_organizations',
      'describe_fields',
    ])
    for (const { tool, args, bytes } of tenQuestions) {
      const answer = await client.callTool({ name: tool, arguments: args })
      const [{ text } = { text: '' }] = answer.content as { text: string }[]
      expect(answer.isError).toBeFalsy()
      expect(text).not.toMatch(/"(results|suggestions)":\[\]/)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes)
    }
    await client.close()
  })

  test('shows why a credential is refused', async () => {
    const refused = await connected(mode, { 'X-API-Key': 'npd_wrong' }).catch((error) => error)
    const shown = `${refused.message} ${refused.data.text}`
    expect([refused.data.status, shown]).toEqual([401, expect.stringContaining(texts.badApiKey)])
  })
})

test('arguments are the parameters of the search templates, typed', async () => {
  const { body: listed, headers } = modern('tools/list')
  const answer = await post(url, listed, { ...headers, 'x-api-key': key })
  const tools = answer.body.result!.tools as { name: string; inputSchema: object }[]
  const find = tools.find(({ name }) => name === 'find_organizations')!
  const strict = { type: 'object', additionalProperties: false }
  expect(tools.map(({ inputSchema }) => inputSchema)).toMatchObject(tools.map(() => strict))
  expect(find.inputSchema).toMatchObject({
    properties: {
      region: {
        type: 'array',
        items: { type: 'string', maxLength: 100 },
        examples: [['RI', 'VT']],
      },
      size: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      fields: { type: 'array', examples: [['id', 'name']] },
    },
  })
})

test('an answer is structured, as the outputSchema of its tool says', () => {
  const facets = ['region', 'activity', 'cause', 'legal_status', 'revenue', 'founded', 'cells']
  const calls: [string, object][] = [
    ...tenQuestions.map(({ tool, args }): [string, object] => [tool, args]),
    ['find_organizations', { near: 'Springfield', radius: 500, facets, size: 1 }],
    ['find_organizations', { q: 'food zzyzx' }],
    ['find_organizations', { size: 100 }],
    ['suggest_organizations', { q: 'fodo' }],
    ['describe_fields', { index: 'map-serp' }],
  ]
  return expectStructured(url, calls, { 'x-api-key': key })
})

/**
 * That a tool's answer is what `target` answers: `data`, and of `meta` what is about the search (the
 * source of the data, say, where the cluster of this run has one).
 */
async function expectAnswerOf(target: string, answer: Record<string, unknown>): Promise<void> {
  const asked = await fetch(stack.url + target, { headers: { 'x-api-key': key } })
  const envelope = (await asked.json()) as { data: object; meta: object }
  const { meta = {}, ...data } = answer as { meta?: object }
  expect(data).toEqual(envelope.data)
  expect(envelope.meta).toMatchObject(meta as object)
}

test('an answer is the data of the GET', async () => {
  const answer = await call('find_organizations', {
    ...{ region: 'Rhode Island', size: 2, page: 2, sort: 'name' },
    ...{ facets: ['region'], q: null },
  })
  const target = '/api/v1/organizations?region=RI&size=2&page=2&sort=name&facets=region'
  await expectAnswerOf(target, dataIn(answer))
})

test.each([16.093_44, '10mi'])(
  'near a place: its name, distances, a radius of %p',
  async (radius) => {
    const args = { near: 'Springfield', radius, fields: ['name'] }
    const answer = dataIn(await call('find_organizations', args))
    const target = '/api/v1/organizations?near=Springfield&radius=10mi&fields=name'
    await expectAnswerOf(target, answer)
    expect(answer.place).toMatchObject({ otherPlaces: expect.any(Array) })
  },
)

describe('an answer that is too large', () => {
  test('leaves out its last hits and says how to narrow it', async () => {
    const { body } = await call('find_organizations', { size: 100 })
    const { text } = body.result!.content![0]!
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192)
    expect(Buffer.byteLength(text)).toBeGreaterThan(7000)
    const { results, total, more } = JSON.parse(text)
    expect(more).toBe(
      `${Math.min(total, 100) - results.length} more: ` +
        'narrow by q, region, city, activity, or ask for fewer fields',
    )
  })
})

describe('what a model can correct is the result of the tool', () => {
  test.each([
    ['get_organization', { id: '000000000' }, /^There is no such organization$/],
    ['get_organization', { id: 50258937 }, /; id: did you mean the tax code with its leading 0\?$/],
    ['find_organizations', { radius: 5 }, /^radius needs near$/],
  ])('%s', async (name, args, told) => {
    const { status, body } = await call(name, args)
    const { isError, structuredContent } = body.result!
    expect([status, isError, structuredContent]).toEqual([200, true, undefined])
    expect(body.result!.content![0]!.text).toMatch(told)
  })
})

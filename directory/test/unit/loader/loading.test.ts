import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Engine } from '../../../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../../../packages/embedded-engine/src/server.js'
import { ofElasticsearch } from '../../../../test/support/fault-engine.js'
import { madeUpOrganizations } from '../../../../test/support/made-up.js'
import { startService } from '../../../../test/support/service.js'
import { families } from '../../../loader/record/format.js'
import { type Candidate, loadBatch } from '../../../loader/write/bulk.js'
import { prepareIndices } from '../../../loader/write/indices.js'
import { type LoadTarget, openTarget } from '../../../loader/write/target.js'

const candidates: Candidate[] = madeUpOrganizations()
  .slice(0, 50)
  .map((organization, i) => ({ line: i + 2, organization }))

/** Where a first load goes. */
const firstIndices = new Map(families.map((family) => [family, family.index]))
const ignore = () => {}

const open: { service?: Awaited<ReturnType<typeof startService>>; target?: LoadTarget } = {}

afterEach(async () => {
  await open.target?.close()
  await open.service?.close()
  delete open.target
  delete open.service
})

async function listen(listener: RequestListener): Promise<string> {
  open.service = await startService(listener)
  return open.service.url
}

/** An engine, and something that may answer instead. */
async function start(
  instead: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
) {
  const engine = new Engine()
  const inner = createEngineServer(engine)
  const url = await listen((request, response) => {
    if (!instead(request, response)) inner.emit('request', request, response)
  })
  open.target = openTarget(url, {})
  return { engine, target: open.target }
}

const counts = (engine: Engine) => families.map(({ alias }) => engine.count(alias).count)
const isBulk = (request: IncomingMessage) => request.url?.startsWith('/_bulk')

describe('loading', () => {
  test('stops when an organization that one family refuses cannot be removed', async () => {
    let bulks = 0
    const { engine, target } = await start((request, response) => {
      if (!isBulk(request) || ++bulks === 1) return false
      const item = { delete: { status: 500, error: { type: 'x', reason: 'y' } } }
      response.writeHead(200, ofElasticsearch)
      response.end(JSON.stringify({ errors: true, items: [item, item, item] }))
      return true
    })
    const properties = { zip: { type: 'integer' } }
    engine.createIndex('map-serp-000001', { mappings: { properties } })
    const indices = await prepareIndices(target, ignore)
    const wrong = { line: 1, organization: { id: '1', name: 'A', zip: 'no number' } }
    await expect(loadBatch(target, indices, [wrong])).rejects.toThrow('refuses to remove 1: x: y')
  })

  test('waits while the engine is overloaded or its connection breaks', async () => {
    let bulks = 0
    const { engine, target } = await start((request, response) => {
      if (!isBulk(request)) return false
      bulks++
      if (bulks === 1) response.writeHead(429).end('{"error":{}}')
      else if (bulks === 2) request.destroy()
      else return false
      return true
    })
    const indices = await prepareIndices(target, ignore)
    expect(await loadBatch(target, indices, candidates)).toEqual([])
    expect(counts(engine)).toEqual([50, 50, 50])
    expect(bulks).toBe(3)
  })

  test('counts what is accepted while the rest of a batch is sent', async () => {
    const accepted: number[] = []
    const { target } = await start((request) => {
      if (isBulk(request)) accepted.push(target.countAccepted())
      return false
    })
    const indices = await prepareIndices(target, ignore)
    const long = candidates.slice(0, 3).map((one) => ({
      ...{ ...one, organization: { ...one.organization, name: 'x '.repeat(250_000) } },
    }))
    await loadBatch(target, indices, long)
    expect([accepted[0], accepted[1]! > 0, target.countAccepted()]).toEqual([0, true, 0])
  })

  test('sends again only what was turned away', async () => {
    const sizes: number[] = []
    const url = await listen((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      request.on('end', () => {
        const size = text.split('\n').length >> 1
        sizes.push(size)
        const status = (i: number) => (sizes.length === 1 && i % 3 === 1 ? 429 : 201)
        const items = Array.from({ length: size }, (_, i) => ({ index: { status: status(i) } }))
        response.writeHead(200, ofElasticsearch)
        response.end(JSON.stringify({ errors: sizes.length === 1, items }))
      })
    })
    open.target = openTarget(url, {})
    expect(await loadBatch(open.target, firstIndices, candidates)).toEqual([])
    expect(sizes).toEqual([150, 50])
  })

  test.each([
    [
      'each document',
      200,
      `{"errors":true,"items":[${Array(150).fill('{"index":{"status":403,"error":{"type":"x","reason":"y"}}}')}]}`,
    ],
    ['an answer with too few items', 200, '{"errors":false,"items":[{"index":{"status":201}}]}'],
  ])('stops when the engine refuses: %s', async (_, status, body) => {
    const { target } = await start((request, response) => {
      if (isBulk(request)) response.writeHead(status, ofElasticsearch).end(body)
      return isBulk(request) === true
    })
    const indices = await prepareIndices(target, ignore)
    await expect(loadBatch(target, indices, candidates)).rejects.toThrow(
      /refuses|does not allow|has an unexpected form|has answered 1 of 150/,
    )
  })
})

describe('the target', () => {
  test('is the embedded engine unless told otherwise, and says so when it is away', async () => {
    open.target = openTarget(undefined, { ENGINE_PORT: '1', ELASTICSEARCH_API_KEY: 'unused' })
    expect(open.target.url).toBe('http://127.0.0.1:1')
    await expect(prepareIndices(open.target, ignore)).rejects.toThrow('is npm start running?')
  })

  test('gets one request at a time or as many as told, the embedded engine one', async () => {
    const { target } = await start()
    const other = openTarget(target.url, {}, 4)
    expect([target.parallel, other.parallel]).toEqual([1, 4])
    await other.send('GET', '/')
    expect(other.parallel).toBe(1)
    await other.close()
  })

  test.each([
    [
      { ELASTICSEARCH_USERNAME: 'u', ELASTICSEARCH_PASSWORD: 'p:é' },
      `Basic ${Buffer.from('u:p:é').toString('base64')}`,
    ],
    [{}, undefined],
  ])('is sent the credential of %j', async (env, authorization) => {
    const seen: (string | undefined)[] = []
    const url = await listen((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(200, ofElasticsearch).end('{}')
    })
    const nodes = `http://127.0.0.1:1,${url}/`
    const named: Parameters<typeof openTarget>[] = [
      [undefined, { ELASTICSEARCH_URL: nodes, ...env }],
      // --to takes the credential of ELASTICSEARCH_URL
      [url, { ELASTICSEARCH_URL: 'http://127.0.0.1:1', ...env }],
    ]
    for (const [to, settings] of named) {
      const target = openTarget(to, settings)
      expect(await target.send('GET', '/')).toEqual({ status: 200, body: {} })
      await target.close()
    }
    expect(seen).toEqual([authorization, authorization])
  })

  test.each([
    [
      'http://user:secret@127.0.0.1',
      {},
      '--to: number 1 holds a credential: set ELASTICSEARCH_API',
    ],
    ['nonsense', {}, '--to: number 1 is not an http(s) URL'],
  ])('%s with %j is refused', (to, env, text) => {
    expect(() => openTarget(to, env as Record<string, string>)).toThrow(text)
    expect(() => openTarget(to, env as Record<string, string>)).not.toThrow('secret')
  })
})

import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import * as search from '../../../../plugins/search/index.js'
import { middlewareOf, type StepServer, serveStep } from '../../../support/step-server.js'
import { until } from '../../../support/until.js'
import { caller, requestOf } from '../kit/engine/request.js'

/**
 * More than the kernel takes for a reader who does not read, and less than an answer may be; and
 * one that it takes whole.
 */
const megabytes = 14
const megabytesInKernel = 2

let engine: Server
let nodes: string

beforeAll(async () => {
  engine = createServer((req, res) => {
    const large = req.url!.startsWith('/organization-entity') ? megabytesInKernel : megabytes
    const text = 'x'.repeat(req.url!.startsWith('/map') ? 10 : large * 1024 * 1024)
    const hits = { total: { value: 1, relation: 'eq' }, hits: [{ _id: '1', _source: { text } }] }
    const answer = JSON.stringify({
      took: 1,
      timed_out: false,
      _shards: { total: 1, failed: 0 },
      hits,
    })
    res
      .writeHead(200, { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' })
      .end(answer)
  })
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
  nodes = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
})

afterAll(() => {
  engine.closeAllConnections()
  engine.close()
})

/** A caller who asks and takes nothing but the beginning of its answer. */
async function askAndStop({ url }: StepServer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((resolve) => socket.once('data', resolve))
  return socket.pause()
}

async function outcome({ url }: StepServer): Promise<string> {
  const answer = await fetch(url, { method: 'POST' })
  if (answer.ok) {
    await answer.arrayBuffer()
    return `${answer.status}`
  }
  const { error } = (await answer.json()) as { error: { code: string } }
  return `${answer.status} ${error.code} ${answer.headers.get('retry-after')}`
}

test.each<[string, object]>([['', {}]])(
  'who does not read his large answers gets no further one until he does, and nobody else notices%s',
  async (_name, more) => {
    const step = middlewareOf(search, { nodes, ...more })
    const [large, tiny] = [requestOf('{}'), requestOf('{}', 'map-serp')]
    const first = await serveStep(step, { search: large, caller })
    const other = await serveStep(step, { search: large, caller: { ...caller, ownerId: '8' } })
    const small = await serveStep(step, { search: tiny, caller })
    const idle = await askAndStop(first)
    expect(await outcome(first)).toBe('429 RATE_LIMITED 1')
    expect(await outcome(small)).toBe('200')
    expect(await outcome(other)).toBe('200')
    idle.resume()
    await until(async () => (await outcome(first)) === '200')
    idle.destroy()
    for (const server of [first, other, small]) await server.close()
  },
)

test('who reads may have any number of large answers, on connections that stay open', async () => {
  const step = middlewareOf(search, { nodes })
  const server = await serveStep(step, { search: requestOf('{}', 'organization-entity'), caller })
  for (let i = 0; i < 5; i++) {
    expect(await Promise.all([outcome(server), outcome(server), outcome(server)])).toEqual([
      '200',
      '200',
      '200',
    ])
    await new Promise((done) => setTimeout(done, 20))
  }
  await server.close()
})

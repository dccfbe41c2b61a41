import * as search from '../../../../plugins/search/index.js'
import { FaultEngine } from '../../../support/fault-engine.js'
import { middlewareOf, serveStep } from '../../../support/step-server.js'
import { caller, requestOf } from '../kit/engine/request.js'

const limits = { version: 'v9', timeoutMs: 600_000, maxResponseBytes: 1_000_000 }

/** What an operator may get wrong: kit/elasticsearch/access.test.ts has all of it. */
it.each<[params: object, message: string]>([
  [{ nodes: 'http://a:9200,' }, 'nodes: number 2 is not an http(s) URL'],
  [{ nodes: 'http://a', apiKey: 'k', password: 'p' }, 'set apiKey, or username and password, not'],
  [{ nodes: 'http://a', ca: '/nowhere/ca.pem' }, 'ca: cannot read /nowhere/ca.pem (ENOENT)'],
])('%j stops the start', (params, message) => {
  expect(() => middlewareOf(search, { ...limits, ...params })).toThrow(message)
})

/** Credentials as the YAML gives them → the header that the engine gets. */
const credentials: [params: object, header: string | undefined][] = [
  [{}, undefined],
  [{ apiKey: '', username: '', password: '', ca: '' }, undefined],
  [{ apiKey: 'c2VjcmV0' }, 'ApiKey c2VjcmV0'],
  [
    { username: 'reader', password: 'pass' },
    `Basic ${Buffer.from('reader:pass').toString('base64')}`,
  ],
]

it.each(credentials)('%j: the engine is asked exactly what was judged', async (params, header) => {
  const engine = await new FaultEngine().listen()
  const request = requestOf('{"query":{"match_all":{}},"size":1}')
  const server = await serveStep(
    middlewareOf(search, { ...limits, nodes: `${engine.url}/es/`, ...params }),
    { search: request, caller },
  )
  const sent = {
    Authorization: 'Bearer npd_x',
    'X-Opaque-Id': 'x',
    'es-security-runas-user': 'admin',
  }
  const response = await fetch(`${server.url}/?q=evil&scroll=1m`, { method: 'POST', headers: sent })
  expect(response.status).toBe(200)

  const { url, headers, body } = engine.lastSearch!
  expect(url).toBe(
    '/es/organization-serp*/_search?allow_no_indices=true&ignore_unavailable=false' +
      '&expand_wildcards=open&allow_partial_search_results=false&max_concurrent_shard_requests=1',
  )
  expect(body).toBe(request.body)
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  })
  expect(headers.authorization).toBe(header)
  expect(headers).not.toHaveProperty('x-opaque-id')
  expect(headers).not.toHaveProperty('es-security-runas-user')
  await server.close()
  await engine.refuse()
})

it('an index name with a path in it stays one segment', async () => {
  const engine = await new FaultEngine().listen()
  const request = requestOf('{}', 'organization-serp/../_all?x#y')
  const server = await serveStep(middlewareOf(search, { ...limits, nodes: engine.url }), {
    search: request,
    caller,
  })
  await fetch(server.url, { method: 'POST' })
  expect(engine.lastSearch!.url).toMatch(/^\/organization-serp%2F..%2F_all%3Fx%23y\/_search\?/)
  await server.close()
  await engine.refuse()
})

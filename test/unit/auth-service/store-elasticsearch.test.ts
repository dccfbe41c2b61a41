import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StoreError } from '../../../auth-service/store/errors.js'
import { openStore } from '../../../auth-service/store/open.js'
import type { Store } from '../../../auth-service/store/store.js'
import { renderCauses } from '../../../kit/log/causes.js'
import { key } from '../../support/store-records.js'
import { until } from '../../support/until.js'

/**
 * A server in Elasticsearch's place; how the store fares on a real one is in test/engine/auth.
 */
let answer: (method: string, url: string) => { status: number; body: unknown }
const server = createServer((req, res) => {
  req.resume().on('end', () => send(res, answer(req.method!, req.url!)))
})
let store: Store
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  answer = () => ({ status: 200, body: {} })
  store = await open()
})

const open = () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return openStore({ AUTH_STORE: 'elasticsearch', AUTH_ELASTICSEARCH_URL: url })
}
afterAll(async () => {
  await store?.close()
  await new Promise((resolve) => server.close(resolve))
})

function send(res: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/html' : 'application/json'
  res.writeHead(status, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' })
  res.end(isText ? body : JSON.stringify(body))
}

const refusal = (status: number, type: string) => () => ({
  status,
  body: { error: { type, reason: 'why' }, status },
})
const ofBulk = (status: number, type: string) => () => ({
  status: 200,
  body: { errors: true, items: [{ delete: { _id: 'apiKeys:a', status, error: { type } } }] },
})
const found = {
  _id: 'apiKeys:a',
  found: true,
  _seq_no: 1,
  _primary_term: 1,
  _source: { record: key('a') },
}
const foundButBusy = (method: string) =>
  method === 'GET'
    ? { status: 200, body: found }
    : refusal(409, 'version_conflict_engine_exception')()

const create = () => store.create('apiKeys', 'a', key('a'))
const change = () => store.change('apiKeys', 'a', (record) => ({ ...record, name: 'new' }))
const remove = () => store.remove('apiKeys', ['a'])
const changeAll = () => store.changeAll('apiKeys', ['a'], (record) => ({ ...record, name: 'new' }))

test.each<[string, typeof answer, () => Promise<unknown>, StoreError['reason']]>([
  ['a refused credential', refusal(401, 'security_exception'), create, 'away'],
  ['an index that is gone', refusal(404, 'index_not_found_exception'), create, 'away'],
  ['a proxy', () => ({ status: 502, body: '<h1>Bad Gateway</h1>' }), create, 'away'],
  [
    'a document that failed',
    () => ({ status: 200, body: { docs: [{ error: { type: 'x' } }] } }),
    changeAll,
    'away',
  ],
  ['the flood-stage watermark', refusal(429, 'cluster_block_exception'), create, 'full'],
  ['the flood-stage watermark', ofBulk(429, 'cluster_block_exception'), remove, 'full'],
  ['a full queue', refusal(429, 'es_rejected_execution_exception'), create, 'busy'],
  ['somebody always faster', foundButBusy, change, 'busy'],
])('%s (%#): a StoreError that names the index or the kind', async (_name, given, call, reason) => {
  answer = given
  const thrown: unknown = await call().catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(StoreError)
  expect(thrown).toMatchObject({ reason, message: expect.stringMatching(/directory-auth|apiKeys/) })
  expect(store.health.look()).toBe(reason === 'busy' ? undefined : reason)
  answer = () => ({ status: 200, body: found })
  await until(() => store.health.look() === undefined)
})

test('is opened once the cluster is ready, and another service has created the index', async () => {
  const answers = [
    refusal(503, 'master_not_discovered_exception'),
    refusal(404, 'aliases_not_found_exception'),
    refusal(400, 'resource_already_exists_exception'),
  ]
  answer = () => answers.shift()!()
  await (await open()).close()
  expect(answers).toEqual([])
})

test('a refused credential is said at once, with what Elasticsearch answers', async () => {
  answer = refusal(401, 'security_exception')
  const printed = await open().then(String, renderCauses)
  expect(printed).toContain(
    'Elasticsearch refuses the credential: check AUTH_ELASTICSEARCH_API_KEY',
  )
  expect(printed).toContain('caused by: the auth store in the Elasticsearch index directory-auth')
  expect(printed).toContain('security_exception')
})

test('nobody there: away', async () => {
  answer = () => ({ status: 200, body: {} })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(create()).rejects.toMatchObject({ name: 'StoreError', reason: 'away' })
})

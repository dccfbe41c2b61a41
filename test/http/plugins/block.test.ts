import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

const configuration = {
  apiEndpoints: { open: { host: '*', paths: '/open' } },
  pipelines: {
    open: {
      apiEndpoints: ['open'],
      policies: [
        { envelope: [{ action: {} }] },
        { block: [{ action: { addresses: ['203.0.113.0/24'] } }] },
        { answer: [{ action: {} }] },
      ],
    },
  },
}

beforeAll(async () => {
  gateway = await startGateway(['envelope', 'block'], configuration)
})
afterAll(() => gateway.close())

async function call(address: string) {
  const response = await fetch(`${gateway.url}/open`, { headers: { 'X-Forwarded-For': address } })
  const { error } = (await response.json()) as { error?: object }
  return { status: response.status, error }
}

const refused = { status: 403, error: { code: 'FORBIDDEN', details: { reason: 'address' } } }

test('clients of the networks are refused, others pass; behind a trusted proxy too', async () => {
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '192.0.2.1, 203.0.113.7'])
    expect(await call(address)).toMatchObject(refused)
  for (const address of ['203.0.114.7', '2001:db8::1', '203.0.113.7, 192.0.2.1'])
    expect((await call(address)).status).toBe(200)
})

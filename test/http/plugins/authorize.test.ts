import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

beforeAll(async () => {
  const pipelines = {
    reading: pipeline('reading', ['a:read']),
    both: pipeline('both', ['a:read', 'a:write']),
    anonymous: {
      apiEndpoints: ['anonymous'],
      policies: [
        { envelope: [{ action: {} }] },
        { authorize: [{ action: { scopes: ['a:read'] } }] },
      ],
    },
  }
  gateway = await startGateway(['envelope', 'authorize'], {
    apiEndpoints: Object.fromEntries(
      Object.keys(pipelines).map((name) => [name, { host: '*', paths: `/${name}` }]),
    ),
    pipelines,
  })
})
afterAll(() => gateway.close())

/** Its caller holds a:read and b:read. */
function pipeline(name: string, scopes: string[]) {
  return {
    apiEndpoints: [name],
    policies: [
      { envelope: [{ action: {} }] },
      { caller: [{ action: { scopes: ['a:read', 'b:read'] } }] },
      { authorize: [{ action: { scopes } }] },
      { answer: [{ action: {} }] },
    ],
  }
}

async function call(path: string) {
  const response = await fetch(gateway.url + path)
  return { status: response.status, body: (await response.json()) as { error?: object } }
}

test('every scope held', async () => {
  expect((await call('/reading')).status).toBe(200)
})

test('one scope missing: FORBIDDEN, with what is asked for and what is there', async () => {
  const { status, body } = await call('/both')
  expect(status).toBe(403)
  expect(body.error).toMatchObject({
    code: 'FORBIDDEN',
    details: { required: ['a:read', 'a:write'], granted: ['a:read', 'b:read'] },
  })
})

test('nobody authenticated: never a pass', async () => {
  expect((await call('/anonymous')).status).toBe(500)
})

test.each([{}, { scopes: [] }, { scopes: 'x', typo: 1 }])('%j stops the start', async (action) => {
  await expect(
    startGateway(['envelope', 'authorize'], {
      apiEndpoints: { a: { paths: '/a' } },
      pipelines: { a: { apiEndpoints: ['a'], policies: [{ authorize: [{ action }] }] } },
    }),
  ).rejects.toThrow('POLICY_PARAMS_VALIDATION_FAILED')
})

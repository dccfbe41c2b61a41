import { type Gateway, startGateway } from '../../support/stock-gateway.js'

/** http/spec-examples.yml has scopes that are held and that are missing. */

let gateway: Gateway
afterEach(() => gateway?.close())

const start = (action: object) =>
  startGateway(['envelope', 'authorize'], {
    apiEndpoints: { a: { host: '*', paths: '/a' } },
    pipelines: {
      a: {
        apiEndpoints: ['a'],
        policies: [{ envelope: [{ action: {} }] }, { authorize: [{ action }] }],
      },
    },
  })

test('nobody authenticated: never a pass', async () => {
  gateway = await start({ scopes: ['a:read'] })
  expect((await fetch(`${gateway.url}/a`)).status).toBe(500)
})

test.each([{}, { scopes: [] }, { scopes: 'x' }])('%j stops the start', async (action) => {
  await expect(start(action)).rejects.toThrow('POLICY_PARAMS_VALIDATION_FAILED')
})

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { insteadOf } from '../../../../gateway/config/instead.js'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { shippedFacts } from '../shipped.js'

const theirs = readdirSync(
  join(dirname(require.resolve('stock-express-gateway/package.json')), 'lib/policies'),
  { withFileTypes: true },
)
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('the check knows each policy of express-gateway', () => {
  expect(Object.keys(insteadOf).sort()).toEqual(theirs.sort())
})

test.each(theirs)('the check says at %s what to write instead', (name) => {
  const found = checkGateway(
    {
      apiEndpoints: { a: { host: '*', paths: '/a', methods: ['GET'] } },
      policies: ['envelope', name],
      pipelines: { a: { apiEndpoints: ['a'], policies: [{ envelope: null }, { [name]: null }] } },
    },
    shippedFacts,
  )
  const finding = { rule: 'unknown-policy', remedy: insteadOf[name] }
  expect(found).toMatchObject([
    { path: ['policies', 1], ...finding },
    { path: ['pipelines', 'a', 'policies', 1, name], ...finding },
  ])
})

test('what the rows tell to write is taken', () => {
  const answer = { set: { 'X-A': 'b' }, remove: ['X-B'] }
  const found = checkGateway(
    {
      cors: { origins: ['https://a.example'] },
      apiEndpoints: { a: { host: '*', paths: '/a', methods: ['GET'] } },
      serviceEndpoints: { far: { url: 'https://far.example' } },
      policies: ['envelope', 'throttle', 'authenticate', 'upstream'],
      pipelines: {
        a: {
          apiEndpoints: ['a'],
          policies: [
            { envelope: { action: { cors: { origins: [] } } } },
            { throttle: [{ action: { by: 'address', limit: 5, windowSeconds: 60 } }] },
            {
              upstream: [
                {
                  action: {
                    serviceEndpoint: 'far',
                    public: true,
                    response: 'envelope',
                    basicAuth: { username: 'a', password: 'b' },
                    headers: { request: answer, answer },
                  },
                },
              ],
            },
          ],
        },
      },
    },
    shippedFacts,
  )
  expect(found).toEqual([])
})

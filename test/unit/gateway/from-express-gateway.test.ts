import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkGateway } from '../../../gateway/config/pipelines.js'
import { shippedFacts } from './shipped.js'

const page = readFileSync('docs/from-express-gateway.md', 'utf8')

test('docs/from-express-gateway.md has a row for each policy of express-gateway', () => {
  const host = dirname(require.resolve('stock-express-gateway/package.json'))
  const folders = readdirSync(join(host, 'lib/policies'), { withFileTypes: true })
  const theirs = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  expect(rows.sort()).toEqual(theirs.sort())
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

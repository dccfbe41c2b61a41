import { type RunningGateway, startGateway } from '../../support/stack.js'

/** The path that the error for an unknown one names. */

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({
    config: {
      'gateway.config.yml': (text) =>
        text
          .replace(
            'apiEndpoints:\n',
            'apiEndpoints:\n' +
              '  inside: { host: "inside.example.org", paths: /api/v1/inside, methods: [GET] }\n',
          )
          .replace('apiEndpoints: [openapi]', 'apiEndpoints: [openapi, inside]')
          .replaceAll(/"?\$\{PUBLIC_PAGES:-true\}"?/g, 'false'),
    },
  })
})
afterAll(() => gateway?.stop())

const search = '/api/v1/organizations/search'
test.each<[method: string, path: string, status: number, message: string]>([
  ['POST', '/api/v1/organisations', 404, meant('/api/v1/organizations')],
  ['POST', '/api/v2/organizations', 404, meant('/api/v1/organizations')],
  ['POST', '/organizations', 404, meant('/api/v1/organizations')],
  ['POST', '/search', 404, meant(search)],
  ['GET', '/api/v1', 404, 'No such endpoint'],
  ['GET', '/api/v1/nothing', 404, 'No such endpoint'],
  ['GET', '/a'.repeat(4000), 404, 'No such endpoint'],
  ['GET', '/api/v1/insides', 404, 'No such endpoint'], // a path of another host
  ['GET', '/api/v1/LIMITS', 404, meant('/api/v1/limits')], // another letter case
  ['GET', '/api/v1/limits/', 404, meant('/api/v1/limits')], // a slash too many
  ['GET', '/doc', 404, 'No such endpoint'], // a page that is switched off
  [
    'POST',
    '/api/v1/organizations/serach',
    405,
    `This path takes GET, HEAD; did you mean ${search}?`,
  ],
  ['POST', '/api/v1/auth/me', 405, 'This path takes GET, HEAD'],
])('%s %.40s: %i %s', async (method, path, status, message) => {
  const answer = await fetch(gateway.url + path, { method })
  const { error } = (await answer.json()) as { error: { message: string; details: object } }
  expect([answer.status, error.message, error.details]).toEqual([status, message, {}])
})

test('a path of the host of the request is named', async () => {
  const { body } = await gateway.request.get('/api/v1/insides').set('Host', 'inside.example.org')
  expect(body.error.message).toBe(meant('/api/v1/inside'))
})

function meant(path: string): string {
  return `No such endpoint; did you mean ${path}?`
}

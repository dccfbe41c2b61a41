import { type RunningGateway, startGateway } from '../../support/stack.js'

/** The paths that the error for an unknown one names. */

const search = '/api/v1/organizations/search'
const organization = '/api/v1/organizations/{id}'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({
    config: {
      'gateway.config.yml': (text) =>
        text
          .replace(
            'apiEndpoints:\n',
            'apiEndpoints:\n' +
              '  grants: { host: "*", paths: "/api/v1/grants/*", methods: [GET] }\n' +
              '  inside: { host: "inside.example.org", paths: /api/v1/inside, methods: [GET] }\n',
          )
          .replace('apiEndpoints: [openapi]', 'apiEndpoints: [openapi, grants, inside]')
          .replaceAll(/"?\$\{PUBLIC_PAGES:-true\}"?/g, 'false'),
    },
  })
})
afterAll(() => gateway?.stop())

async function refused(method: string, path: string) {
  const answer = await fetch(gateway.url + path, { method })
  const { error } = (await answer.json()) as {
    error: { message: string; details: object }
  }
  return [answer.status, error.message, error.details]
}

test.each<[string, string]>([
  ['/api/v1/organisations', '/api/v1/organizations'],
  ['/api/v1/organisations/05-0258878', organization],
  ['/api/v1/Organizations/Search', search],
  ['/api/v1/organizations/search/', search],
  ['//api/v1//api-keys', '/api/v1/api-keys'],
  ['/api/v2/organizations', '/api/v1/organizations'],
  ['/organizations', '/api/v1/organizations'],
  ['/organizations/05-0258878', organization],
  ['/directory/api/v1/organizations', '/api/v1/organizations'],
  ['/api/v1/search', search],
  ['/api/v1/orgs/search', search],
  ['/api/v1/organizations/05-0258878/officers', organization],
  ['/api/v1/api-keys/1/rotat', '/api/v1/api-keys/{id}/rotate'],
  ['/api/v1/grant/12/34', '/api/v1/grants/*'],
  ['/api/v1/log', '/api/v1/auth/login or /api/v1/auth/logout'],
])('%s: did you mean %s', async (path, meant) => {
  const message = `No such endpoint; did you mean ${meant}?`
  expect(await refused('POST', path)).toEqual([404, message, {}])
})

test.each([
  '/api/v1',
  '/api/v1/nothing',
  '/api/v1/nothing/more',
  '/wp-admin/setup.php',
  '/a'.repeat(4000),
  '/api/v1/insides', // a path of another host
  '/docs', // a page that is switched off
  '/doc',
  '/welcome.cs',
])('%.30s is near to no path that is served here', async (path) => {
  expect(await refused('GET', path)).toEqual([404, 'No such endpoint', {}])
})

test('a path of the host of the request is named', async () => {
  const { body } = await gateway.request.get('/api/v1/insides').set('Host', 'inside.example.org')
  expect(body.error.message).toBe('No such endpoint; did you mean /api/v1/inside?')
})

test.each<[string, string, string]>([
  ['POST', '/api/v1/organizations/serach', `GET, HEAD; did you mean ${search}?`],
  ['POST', '/api/v1/auth/me', 'GET, HEAD'],
  ['DELETE', '/api/v1/organizations', 'GET, HEAD'],
])('%s %s: the path takes %s', async (method, path, taken) => {
  expect(await refused(method, path)).toEqual([405, `This path takes ${taken}`, {}])
})

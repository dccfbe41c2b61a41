import { type RunningStack, startStack } from '../../support/stack.js'

const asBrowser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describe('the way in', () => {
  let stack: RunningStack
  beforeAll(async () => {
    stack = await startStack({
      config: {
        'gateway.config.yml': (text) =>
          text
            .replace(
              'apiEndpoints:\n',
              'apiEndpoints:\n  grants: { host: "*", paths: "/api/v1/grants/:id", methods: ' +
                '[GET] }\n',
            )
            .replace('apiEndpoints: [openapi]', 'apiEndpoints: [openapi, grants]'),
      },
    })
  })
  afterAll(() => stack?.stop())

  test.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.5'])(
    'programs get the calls and where they are told (Accept: %s)',
    async (accept) => {
      const request = stack.request.get('/')
      const answer = await (accept === undefined ? request : request.set('Accept', accept))
      expect([answer.status, answer.body.status]).toEqual([200, 'success'])
      expect(answer.headers.vary).toContain('Accept')
      const { calls, ...others } = answer.body.data
      expect(others).toEqual({
        name: 'Nonprofit Organization Directory API',
        openapi: '/api/v1/openapi.json',
        pages: { docs: '/docs', try: '/try', account: '/account' },
      })
      expect(calls).toContainEqual({ method: 'POST', path: '/api/v1/organizations/search' })
      expect(calls).toContainEqual({ method: 'GET', path: '/api/v1/grants/{id}' })
      expect(calls.map(({ path }: { path: string }) => path)).not.toContain('/docs')
    },
  )

  test('browsers get a page that leads to the others', async () => {
    const answer = await stack.request.get('/').set('Accept', asBrowser)
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    for (const link of ['./docs', './try', './account', './api/v1/openapi.json'])
      expect(answer.text).toContain(`href="${link}"`)
    expect(answer.text).toContain('<td>POST</td><td><code>/api/v1/organizations/search</code></td>')
    expect(answer.text).not.toMatch(/<!-- |<script|style=|https?:/)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    const again = await stack.request
      .get('/')
      .set('Accept', asBrowser)
      .set('If-None-Match', answer.headers.etag!)
    expect(again.status).toBe(304)
    for (const file of ['/welcome.css', '/icon.svg']) await stack.request.get(file).expect(200)
  })

  test('whoever takes neither is told', async () => {
    const answer = await stack.request.get('/').set('Accept', 'image/png')
    expect([answer.status, answer.body.error.code]).toEqual([406, 'NOT_ACCEPTABLE'])
    expect(answer.body.error.message).toBe(
      'The answer is application/json or text/html, which the Accept header rules out',
    )
  })

  test('/docs serves Swagger UI from its package, and nothing else of it', async () => {
    const page = await stack.request.get('/docs').expect(200)
    expect(page.text).not.toMatch(/<script>|<style|style=|https?:/)
    for (const file of [
      'swagger-ui-bundle.js',
      'swagger-ui.css',
      'docs.js',
      'docs.css',
      'icon.svg',
    ]) {
      await stack.request.get(`/docs/${file}`).expect(200)
    }
    for (const file of ['package.json', 'index.html', 'swagger-ui-bundle.js.map']) {
      await stack.request.get(`/docs/${file}`).expect(404)
    }
  })
})

test('PUBLIC_PAGES=false: all pages are answered as if they did not exist, and the document does not name them', async () => {
  const stack = await startStack({ env: { PUBLIC_PAGES: 'false' } })
  for (const path of [
    '/',
    '/docs',
    '/docs/docs.js',
    '/try',
    '/account',
    '/welcome.css',
    '/icon.svg',
  ]) {
    const answer = await fetch(stack.url + path, { headers: { accept: asBrowser } })
    expect([
      path,
      answer.status,
      ((await answer.json()) as { error: { code: string } }).error.code,
    ]).toEqual([path, 404, 'NOT_FOUND'])
  }
  const { body } = await stack.request.get('/api/v1/openapi.json')
  expect(Object.keys(body.paths).filter((path) => !path.startsWith('/api/'))).toEqual([])
  expect(body.paths).toHaveProperty(['/api/v1/openapi.json'])
  await stack.stop()
})

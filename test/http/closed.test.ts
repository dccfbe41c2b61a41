import { closed } from '../support/anonymous.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { message, post } from './mcp/calls.js'

/** The directory closed to visitors by one line of the YAML: its API, its pages, search engines. */

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ config: { 'gateway.config.yml': closed } })
})
afterAll(() => stack?.stop())

const path = '/api/v1/organizations'

test.each([`${path}?q=food`, `${path}/suggest?q=foo`, `${path}/32-6868679`])(
  '%s needs a credential',
  (target) => stack.request.get(target).expect(401),
)

test('so do tools', async () => {
  expect((await post(`${stack.url}/api/v1/mcp`, message('tools/list'))).status).toBe(401)
})

test('a page asks browsers to sign in', async () => {
  const get = (headers: Record<string, string> = {}) =>
    fetch(`${stack.url}/?q=food`, { headers: { Accept: 'text/html', ...headers } })
  const page = await get()
  expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
  expect(page.headers.get('www-authenticate')).toBe('Bearer realm="directory"')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toContain('Sign in to use this directory.')
  const { body } = await stack.request.get('/').set('Accept', 'application/json').expect(200)
  expect(body.data.pages.directory).toBe('/')
  expect((await get({ 'X-API-Key': await stack.mintKey() })).status).toBe(200)
})

test('nothing leads search engines to the pages', async () => {
  for (const target of ['/sitemap.xml', '/sitemap.xml?part=1', '/.well-known/security.txt'])
    expect((await stack.request.get(target)).body.error.code).toBe('NOT_FOUND')
  const { text } = await stack.request.get('/robots.txt')
  expect(text).toBe('User-agent: *\nDisallow: /\n')
  expect((await stack.request.get('/llms.txt')).text).not.toMatch(/sitemap|Organizations, at/)
  expect((await stack.request.get('/')).headers.link).not.toContain('sitemap')
})

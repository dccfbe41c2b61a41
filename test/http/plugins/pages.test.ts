import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

const root = join(__dirname, '../../..')
const endpoint = (path: string) => ({ host: '*', paths: [path, `${path}/*`], methods: ['GET'] })
const pipeline = (name: string, envelope: object, action: object) => ({
  apiEndpoints: [name],
  policies: [{ envelope: [{ action: { accept: '*/*', ...envelope } }] }, { pages: [{ action }] }],
})
/** Name → its path, and what its steps have. */
const sets: Record<string, [path: string, envelope: object, action: object]> = {
  account: ['/some/account', {}, { set: 'account', public: true }],
  docs: ['/some/docs', {}, { set: 'docs', public: true }],
  off: ['/off', { enabled: false }, { set: 'try', public: true }],
  word: ['/word', { enabled: 'false' }, { set: 'try', public: true }],
  shut: ['/shut', {}, { set: 'try' }],
}
const configuration = {
  apiEndpoints: Object.fromEntries(
    Object.entries(sets).map(([name, [path]]) => [name, endpoint(path)]),
  ),
  pipelines: Object.fromEntries(
    Object.entries(sets).map(([name, [path, envelope, action]]) => [
      name,
      pipeline(name, envelope, { ...action, path }),
    ]),
  ),
}

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway(['envelope', 'pages'], configuration)
})
afterAll(() => gateway.close())

const call = (path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { redirect: 'manual', ...init })

const assets = readdirSync(join(root, 'dist/web/assets')).filter((name) => !/\.(br|gz)$/.test(name))
const guide = 'errors.md'
/** A file of the page, whose name contains a digest. */
const asset = (pattern: RegExp) => assets.find((name) => pattern.test(name))!
const [script, style, icon] = [/^account-.*\.js$/, /^docs-.*\.css$/, /\.svg$/].map(asset)

test.each<[string, string, string]>([
  ['/some/docs', 'text/html; charset=utf-8', 'docs.html'],
  ['/some/docs/guides/errors', 'text/html; charset=utf-8', 'guides/errors.html'],
  [`/some/docs/guides/${guide}`, 'text/markdown; charset=utf-8', `guides/${guide}`],
  [`/some/docs/${script}`, 'text/javascript; charset=utf-8', `assets/${script}`],
  [`/some/docs/${style}?v=1`, 'text/css; charset=utf-8', `assets/${style}`],
  [`/some/docs/${icon}`, 'image/svg+xml', `assets/${icon}`],
])('%s is %s, as it lies in the folder', async (path, type, file) => {
  const answer = await call(path, {
    headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  const text = readFileSync(join(root, 'dist/web', file), 'utf8')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(await answer.text()).toBe(text)
  const head = await call(path, { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })
  expect([head.status, head.headers.get('content-length')]).toEqual([
    200,
    String(Buffer.byteLength(text)),
  ])
  expect(await head.text()).toBe('')
})

test.each<[string, string, string | null]>([
  [style!, 'gzip, deflate, br', 'br'],
  [style!, 'identity', null],
])('%s for who takes %s is coded as %s', async (name, taken, coding) => {
  const answer = await call(`/some/docs/${name}`, { headers: { 'Accept-Encoding': taken } })
  const text = await (await call(`/some/docs/${name}`)).text()
  const whole = Buffer.byteLength(text)
  expect(answer.headers.get('content-encoding')).toBe(coding)
  expect(answer.headers.get('vary')).toContain('Accept-Encoding')
  const sent = Number(answer.headers.get('content-length'))
  expect(coding === null ? sent === whole : sent < whole / 2).toBe(true)
  expect(await answer.text()).toBe(text)
})

test('a page may run its own files and ask its own gateway, and nothing else', async () => {
  const { headers } = await call('/some/docs')
  const policy = headers.get('content-security-policy')!
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
    'x-request-id': expect.any(String),
  })
})

test('who has a file already is answered 304, without it', async () => {
  const tag = (await call('/some/docs')).headers.get('etag')!
  const again = await call('/some/docs', { headers: { 'If-None-Match': tag } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
  expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
  const other = await call(`/some/docs/${script}`, { headers: { 'If-None-Match': tag } })
  expect(other.status).toBe(200)
})

describe('a page of web/', () => {
  test('names its files, which lie below its path and contain a digest', async () => {
    const html = await (await call('/some/account')).text()
    const all = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!)
    const linked = all.filter((link) => link !== './opensearch.xml')
    expect(linked.length).toBeGreaterThan(2)
    for (const link of linked) expect(link).toMatch(/^\.\/account\/[\w-]+-[\w-]{8}\.(js|css|svg)$/)
    for (const link of linked) expect((await call(`/some/${link.slice(2)}`)).status).toBe(200)
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|https?:/)
  })

  test.each([
    ['br', '.br', brotliDecompressSync],
    ['gzip', '.gz', gunzipSync],
  ] as const)('was compressed as %s by the build', async (coding, suffix, decompress) => {
    const name = asset(/^account-.*\.js$/)
    const file = join(root, 'dist/web/assets', name)
    const sent = readFileSync(file + suffix)
    expect(decompress(sent)).toEqual(readFileSync(file))
    const { headers } = await call(`/some/account/${name}`, {
      method: 'HEAD',
      headers: { 'Accept-Encoding': coding },
    })
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([
      coding,
      String(sent.length),
    ])
  })
})

test.each(['/some/docs', '/some/account', '/some/docs/guides', '/some/docs/guides/errors'])(
  '%s with a slash at its end leads to the page',
  async (path) => {
    const answer = await call(`${path}/?a=b`)
    expect(answer.status).toBe(308)
    const { pathname } = new URL(answer.headers.get('location')!, `${gateway.url}${path}/`)
    expect(pathname).toBe(path)
    expect(await answer.json()).toMatchObject({ status: 'success', data: {} })
  },
)

/** What the envelope shows of a path, but for its id and time. */
async function told(path: string, method = 'GET') {
  const answer = await call(path, { method })
  const { meta: _, ...body } = (await answer.json()) as { meta: object }
  return { status: answer.status, allow: answer.headers.get('allow'), body }
}

test.each([
  ...['nothing.js', 'index.html', `${script}/`, 'guides/nothing', 'constructor', '__proto__'],
  ...['..%2fpackage.json', 'docs%2Ehtml', '/'],
])('below it there is no %s', async (name) => {
  const { status, body } = await told(`/some/docs/${name}`)
  const refusal = name.includes('%2f') ? [400, 'VALIDATION_ERROR'] : [404, 'NOT_FOUND']
  expect([status, (body as { error?: { code: string } }).error?.code]).toEqual(refusal)
})

test.each(['/off', '/off/icon.svg', '/off/', '/word'])(
  '%s, switched off, is as any unknown path, whatever the method',
  async (path) => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      expect(await told(path, method)).toEqual(await told('/nowhere', method))
    }
  },
)

test('without public it needs somebody to have found out the caller', async () => {
  expect((await told('/shut')).status).toBe(500)
})

test.each<[string, object]>([
  ['a set that is not there', { set: 'nothing', path: '/x', public: true }],
  ['a misspelt parameter', { set: 'try', path: '/x', publik: true }],
])('%s stops the start', async (_, action) => {
  const broken = {
    apiEndpoints: { x: endpoint('/x') },
    pipelines: { x: pipeline('x', {}, action) },
  }
  await expect(startGateway(['envelope', 'pages'], broken)).rejects.toThrow()
})

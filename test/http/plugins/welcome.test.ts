import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from '../../support/cases.js'
import { tileArchive, writeTiles } from '../../support/pmtiles.js'
import { type RunningGateway, startGateway } from '../../support/stack.js'

const asBrowser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const archive = tileArchive()
const file = join(tmpdir(), `tiles-${process.pid}.pmtiles`)
const tiles = `{ file: "${file}", attribution: '<a href="/c">©</a>' }`

const grantsEndpoint = '  grants: { host: "*", paths: "/api/v1/grants/:id", methods: [GET] }\n'

describe('the way in', () => {
  let gateway: RunningGateway
  beforeAll(async () => {
    writeTiles(file)
    gateway = await startGateway({
      config: {
        'gateway.config.yml': (text) =>
          text
            .replace('apiEndpoints:\n', `apiEndpoints:\n${grantsEndpoint}`)
            .replace('apiEndpoints: [openapi]', 'apiEndpoints: [openapi, grants]')
            .replace('page: directory', `page: directory\n              tiles: ${tiles}`),
      },
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    rmSync(file)
  })

  test.each([undefined, '*/*', 'application/json'])(
    'programs get the calls and where they are told (Accept: %s)',
    async (accept) => {
      const request = gateway.request.get('/')
      const answer = await (accept === undefined ? request : request.set('Accept', accept))
      expect([answer.status, answer.body.status]).toEqual([200, 'success'])
      expect(answer.headers.vary).toContain('Accept')
      const { calls, ...others } = answer.body.data
      expect(others).toEqual({
        name: 'Nonprofit Organization Directory API',
        openapi: '/api/v1/openapi.json',
        pages: { directory: '/', docs: '/docs', try: '/try', account: '/account' },
      })
      expect(calls).toContainEqual({ method: 'POST', path: '/api/v1/organizations/search' })
      expect(calls).toContainEqual({ method: 'GET', path: '/api/v1/grants/{id}' })
      const paths: string[] = calls.map(({ path }: { path: string }) => path)
      expect(paths).not.toContain('/docs')
      // sign-up is off as shipped
      expect(paths.filter((path) => path.startsWith('/api/v1/auth/'))).toEqual(
        words(
          'login cookie/login refresh cookie/refresh cookie/logout logout logout-all password me accounts',
        ).map((call) => `/api/v1/auth/${call}`),
      )
    },
  )

  test('browsers get the directory, and its files for ever', async () => {
    const answer = await gateway.request.get('/').set('Accept', asBrowser)
    expect([
      answer.status,
      answer.headers['content-type'],
      answer.headers['cache-control'],
    ]).toEqual([200, 'text/html; charset=utf-8', 'private, max-age=60'])
    expect(answer.headers.vary).toContain('Accept')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    const files = [...answer.text.matchAll(/(?:src|href)="\.(\/directory\/[^"]+)"/g)]
    expect(files.length).toBeGreaterThan(2)
    for (const [, file] of files) {
      const { headers } = await gateway.request.get(file!).expect(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
    for (const file of ['nothing.js', 'directory.html', ''])
      await gateway.request.get(`/directory/${file}`).set('Accept', 'application/json').expect(404)
  })

  describe('the base map', () => {
    const note = /<meta name="map-tiles" content="([^"]*)">/
    const noted = async (path: string) => {
      const { text } = await gateway.request.get(path).set('Accept', asBrowser)
      return JSON.parse(
        note
          .exec(text)![1]!
          .replaceAll('&#34;', '"')
          .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
      )
    }
    const part = async (range: string, headers = {}) => {
      const { name } = await noted('/')
      const request = gateway.request.get(`/directory/${name}`).responseType('blob')
      return request.set({ ...(range && { Range: range }), ...headers })
    }

    test.each(['/', '/account', '/docs', '/try'])(
      '%s names it, and has it next to its files: a document shows all pages',
      async (path) => {
        const { name, ...others } = await noted(path)
        expect(name).toMatch(/^tiles-[0-9a-f]{16}\.pmtiles$/)
        expect(others).toEqual({ maxZoom: 12, attribution: '<a href="/c">©</a>' })
        const below = path === '/' ? '/directory' : path
        const { headers } = await gateway.request.head(`${below}/${name}`).expect(200)
        expect(headers).toMatchObject({
          'accept-ranges': 'bytes',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': String(archive.length),
          'content-type': 'application/vnd.pmtiles',
          etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
        })
        expect(headers['content-security-policy']).not.toContain('http')
      },
    )
    const all = archive.length
    test.each([
      ['bytes=127-', 127, all],
      ['bytes=-10', all - 10, all],
    ])('%s is a part of it', async (range, from, to) => {
      const { status, headers, body } = await part(range)
      expect([status, headers['content-range']]).toEqual([206, `bytes ${from}-${to - 1}/${all}`])
      expect(body).toEqual(archive.subarray(from, to))
    })
    test.each(['', 'bytes=a-b', 'bytes=9-1', 'bytes=0-1,5-6'])('%j is all of it', async (range) => {
      const { status, body } = await part(range)
      expect([status, body]).toEqual([200, archive])
    })
    test('beyond its end there is nothing', async () => {
      const { status, headers } = await part(`bytes=${all}-`)
      expect([status, headers['content-range']]).toEqual([416, `bytes */${all}`])
    })
    test('who has it gets nothing, who has a part of another one all', async () => {
      const { headers } = await part('bytes=0-0')
      expect((await part('bytes=0-0', { 'If-None-Match': headers.etag })).status).toBe(304)
      expect((await part('bytes=0-0', { 'If-Range': headers.etag })).status).toBe(206)
      expect((await part('bytes=0-0', { 'If-Range': '"other"' })).status).toBe(200)
    })
  })

  test('language models get a text of what is served', async () => {
    const answer = await gateway.request.get('/llms.txt').set('Accept', asBrowser)
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.text).toMatch(/^# Nonprofit Organization Directory API\n\n> A directory of /)
    expect(answer.text.match(/^## .*$/gm)).toEqual([
      ...['## Docs', '## Pages', '## MCP', '## Optional'],
    ])
    const calls = [...answer.text.matchAll(/^- `(.*?)`/gm)].map(([, call]) => call)
    expect(calls).toContain('POST /api/v1/organizations/search')
    expect(calls).not.toContain('POST /api/v1/auth/register')
    expect(answer.text).toMatch(/`GET \/api\/v1\/organizations`: .*Parameters: q, region, city,/)
    expect(answer.text).not.toContain('without a credential')
    const links = [...answer.text.matchAll(/\]\(\.(.*?)\)/g)].map(([, path]) => path!)
    expect(links).toEqual([
      ...['/api/v1/openapi.json', '/docs', '/docs/guides', '/llms-full.txt'],
      ...['/sitemap.xml', '/api/v1/mcp', '/try'],
    ])
    for (const path of links)
      expect([path, (await gateway.request.get(path)).status]).not.toEqual([path, 404])
    const again = await gateway.request.get('/llms.txt').set('If-None-Match', answer.headers.etag!)
    expect(again.status).toBe(304)
    expect((await gateway.request.head('/llms.txt')).headers.etag).toBe(answer.headers.etag)
  })

  test('all guides are one text, whose links lead to what there is', async () => {
    const { text, headers } = await gateway.request.get('/llms-full.txt').expect(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text.match(/^# .+/gm)!.slice(0, 2)).toEqual([
      '# Getting started',
      '# Calling the API from programs',
    ])
    const links = new Set([...text.matchAll(/\]\((\.[^)#]*)/g)].map(([, link]) => link!))
    expect(links.size).toBeGreaterThan(8)
    for (const link of links) {
      const path = new URL(link, 'http://x/llms-full.txt').pathname
      expect([link, (await gateway.request.get(path)).status]).toEqual([link, 200])
    }
  })

  const paths = ['/docs/guides/getting-started', `/docs/guides/${'queries'}.md`, '/llms-full.txt']

  test.each(paths)('%s names the URL that was asked', async (path) => {
    const at = async (host: string, proto = 'http') => {
      const headers = { Host: host, 'X-Forwarded-Proto': proto }
      return (await gateway.request.get(path).set(headers).expect(200)).text
    }
    expect(await at('directory.example.org', 'https')).toContain('https://directory.example.org')
    const text = await at('[::1]:9000')
    expect(text).toContain('http://[::1]:9000')
    expect(text).not.toMatch(/127\.0\.0\.1:8080/)
  })
})

/** An edit of the YAML: /docs is switched off, and / leads to all pages. */
const withoutDirectory = (text: string) =>
  text
    .replace(
      /(\n {2}docs:\n {4}apiEndpoints: .*\n {4}policies:\n {6}- envelope:\n {10}- action:) \{(?: enabled: [^,]*,)?/,
      '$1 { enabled: false,',
    )
    .replace('paths: [/, "/organizations/:page"', 'paths: ["/organizations/:page"')
    .replace(
      'paths: [/llms.txt, /llms-full.txt, "/directory/*"]',
      'paths: [/, /llms.txt, /welcome.css, /icon.svg]',
    )
    .replace(/ +page: directory.*\n/, '')

describe('without page: directory', () => {
  let gateway: RunningGateway
  beforeAll(async () => {
    gateway = await startGateway({
      config: { 'gateway.config.yml': withoutDirectory },
    })
  })
  afterAll(() => gateway?.stop())

  test('browsers get a page that leads to the others', async () => {
    const ask = (headers = {}) => gateway.request.get('/').set({ Accept: asBrowser, ...headers })
    const { status, headers, text } = await ask()
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    for (const link of ['./try', './account', './api/v1/openapi.json'])
      expect(text).toContain(`href="${link}"`)
    expect(text).not.toContain('./docs')
    expect(text).toContain('<td>GET</td><td><code>/api/v1/organizations/suggest</code></td>')
    expect(text).not.toMatch(/<!-- |<script|style=|https?:/)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect((await ask({ 'If-None-Match': headers.etag! })).status).toBe(304)
    for (const file of ['/welcome.css', '/icon.svg']) await gateway.request.get(file).expect(200)
  })
})

import { toPagePath } from '../../directory/fields/page-path.js'
import { beginExport, restOf, rowsIn } from '../support/exports.js'
import { sumOf } from '../support/metrics-text.js'
import { type RunningStack, startStack } from '../support/stack.js'

/** What search engines, browsers and programs find by the name of the host alone. */

const contact = 'security: { contact: ["mailto:security@example.org"], languages: [en, fr] }'
const url = 'https://directory.example.org'
const host = { Host: 'directory.example.org', 'X-Forwarded-Proto': 'https' }

const address =
  '<loc>([^<>&"\']*)</loc>(?:<lastmod>(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ)</lastmod>)?'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The addresses of a sitemap or an index, each with its time, if it is one as a whole. */
function entriesIn(xml: string, [outer, inner]: [string, string]): [string, string][] {
  const entry = `<${inner}>${address}</${inner}>\n`
  const whole = `^<\\?xml version="1.0" encoding="UTF-8"\\?>\n<${outer} ${namespace}>\n(${entry})*</${outer}>\n$`
  expect(xml).toMatch(new RegExp(whole))
  return [...xml.matchAll(new RegExp(entry, 'g'))].map(([, loc, time]) => [loc!, time!])
}

describe('as visitors may read the pages', () => {
  let stack: RunningStack
  beforeAll(async () => {
    const edit = (text: string) => text.replace(/# security: \{ contact.*/, contact)
    stack = await startStack({ config: { 'gateway.config.yml': edit } })
  })
  afterAll(() => stack?.stop())

  const get = (path: string, headers: Record<string, string> = {}) =>
    stack.request.get(path).set({ ...host, ...headers })

  test.each([
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/opensearch.xml', 'application/opensearchdescription+xml; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/sitemap.xml?part=1', 'application/xml; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    [
      '/.well-known/api-catalog',
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ],
  ])('%s is there without a credential, and revalidated', async (path, type) => {
    const { status, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, type])
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get(path, { 'If-None-Match': headers.etag! })
    expect([again.status, again.headers.etag]).toEqual([304, headers.etag])
    const head = await stack.request.head(path).set(host)
    expect([head.status, head.headers['content-type'], head.headers.etag]).toEqual([
      ...[200, type, headers.etag],
    ])
  })

  test('robots.txt keeps search engines from what is no page for readers', async () => {
    expect((await get('/robots.txt')).text.split('\n')).toEqual([
      'User-agent: *',
      ...['/api/', '/?', '/account', '/try'].map((path) => `Disallow: ${path}`),
      ...['', `Sitemap: ${url}/sitemap.xml`, ''],
    ])
  })

  test('every organization is in the sitemap once, with its last change', async () => {
    const all = entriesIn((await get('/sitemap.xml')).text, ['sitemapindex', 'sitemap'])
    const index = all.slice(0, -1)
    const [places] = all.at(-1)!
    const pages = entriesIn((await get(places!.slice(url.length))).text, ['urlset', 'url'])
    for (const path of ['in/rhode-island', 'in/california/san-francisco'])
      expect(pages).toContainEqual([`${url}/${path}`, undefined])
    const parts = index.map(([part]) => part)
    expect(parts).toEqual(index.map((_, i) => `${url}/sitemap.xml?part=${i + 1}`))
    const listed = await Promise.all(
      parts.map(async (part) =>
        entriesIn((await get(part.slice(url.length))).text, ['urlset', 'url']),
      ),
    )
    const key = await stack.mintKey()
    const query = { index: 'organization-entity*' }
    const rows = rowsIn((await restOf(await beginExport(stack.url, key, { query }))).bytes)
    const expected = rows.map((row) => `${url}/${toPagePath(row as { id: string; name: string })}`)
    expect(listed.flat().map(([page]) => page)).toEqual(expected)
    for (const page of expected.slice(0, 5))
      expect((await get(page.slice(url.length), { Accept: 'text/html' })).text).toContain(
        `<link rel="canonical" href="${page}"`,
      )
    const times = listed.map((part) => part.map(([, time]) => time).sort())
    expect(index.map(([, time]) => time)).toEqual(times.map((ofPart) => ofPart.at(-1)))
  })

  test('a part is read once, whatever the coding', async () => {
    const countCalls = async () => {
      const text = await (await fetch(`${stack.gateway.adminUrl}/metrics`)).text()
      return sumOf(text, 'directory_engine_duration_seconds_count')
    }
    const first = await get('/sitemap.xml?part=1')
    const before = await countCalls()
    for (const coding of ['identity', 'gzip', 'br'])
      expect((await get('/sitemap.xml?part=1', { 'Accept-Encoding': coding })).text).toBe(
        first.text,
      )
    expect(await countCalls()).toBe(before)
  })

  test.each(['0', '2', 'x'])('there is no part "%s"', async (part) => {
    expect((await get(`/sitemap.xml?part=${part}`)).body.error.code).toBe('NOT_FOUND')
  })

  test('the catalog leads to the description of the API and its documentation', async () => {
    const { text, headers } = await get('/.well-known/api-catalog')
    expect(headers.link).toBe('<api-catalog>; rel="api-catalog"')
    const link = (path: string, type: string) => [{ href: url + path, type }]
    expect(JSON.parse(text)).toEqual({
      linkset: [
        {
          anchor: `${url}/api/v1/`,
          'service-desc': link('/api/v1/openapi.json', 'application/json'),
          'service-doc': link('/docs', 'text/html'),
        },
      ],
    })
  })

  test.each(['application/json', 'text/html'])('the home page links to all (%s)', async (type) => {
    const { headers } = await get('/', { Accept: type })
    const links = headers.link!.split(', ').map((link) => /^<\.(.*)>; rel="(.*)"$/.exec(link)!)
    expect(links.map(([, path, rel]) => [rel, path])).toEqual([
      ['api-catalog', '/.well-known/api-catalog'],
      ['service-desc', '/api/v1/openapi.json'],
      ['service-doc', '/docs'],
      ['sitemap', '/sitemap.xml'],
    ])
    for (const [, path] of links) await get(path!).expect(200)
  })

  test('security.txt names the contact for less than a year', async () => {
    const lines = (await get('/.well-known/security.txt')).text.split('\n')
    const [expires] = lines.splice(1, 1)
    expect(lines).toEqual([
      'Contact: mailto:security@example.org',
      'Preferred-Languages: en, fr',
      `Canonical: ${url}/.well-known/security.txt`,
      '',
    ])
    const days = (Date.parse(expires!.replace('Expires: ', '')) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  test('browsers find the search by a page, and its address', async () => {
    const { text } = await get('/', { Accept: 'text/html' })
    const [, link] =
      /<link rel="search" type="application\/opensearchdescription\+xml" [^>]*href="\.(.*?)">/.exec(
        text,
      )!
    const { text: description } = await get(link!).buffer(true)
    expect(description).toContain(`<Url type="text/html" template="${url}/?q={searchTerms}"/>`)
  })
})

describe('by the rules of the operator', () => {
  let stack: RunningStack
  beforeAll(async () => {
    const rules =
      'rules: { indexPrefixes: [organization-entity], filter: { term: { region: RI } }, ' +
      'plans: { anonymous: { fields: { deny: [name, updated_at] } } } }'
    const edit = (text: string) =>
      text
        .replace('rules: *template-rules # their', `${rules} #`)
        .replace('robots: allow', 'robots: disallow')
    stack = await startStack({ config: { 'gateway.config.yml': edit } })
  })
  afterAll(() => stack?.stop())

  test('the sitemap has what visitors may see, and search engines may be refused', async () => {
    const { text } = await stack.request.get('/sitemap.xml?part=1').set(host)
    const entries = entriesIn(text, ['urlset', 'url'])
    const key = await stack.mintKey()
    const query = { index: 'organization-entity*' }
    const rows = rowsIn((await restOf(await beginExport(stack.url, key, { query }))).bytes)
    const seen = rows.filter(({ region }) => region === 'RI')
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.length).toBeLessThan(rows.length)
    expect(entries).toEqual(
      seen.map(({ id }) => [`${url}/${toPagePath({ id: String(id), name: '' })}`, undefined]),
    )
    const robots = await stack.request.get('/robots.txt')
    expect(robots.text).toBe('User-agent: *\nDisallow: /\n')
  })
})

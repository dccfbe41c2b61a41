import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../../directory/loader/command.js'
import { captured } from '../../support/captured.js'
import { serveEngine } from '../../support/embedded-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'

/** The pages of the directory that the gateway makes: addresses, statuses, headers, contents. */

const hospital = {
  id: 'us-050258937',
  name: 'RHODE ISLAND HOSPITAL',
  alternate_names: ['RIH', 'LIFESPAN HOSPITAL'],
  org_id: 'US-EIN-050258937',
  tax_code: '050258937',
  country: 'US',
  region: 'RI',
  city: 'PROVIDENCE',
  street: '593 EDDY ST',
  zip: '02903-4923',
  activity: 'Hospitals',
  activity_group: 'Health Care',
  subsection: '3',
  revenue: 1_000_000,
  tax_period: '2024-09',
  founded_year: 1863,
}
const hostileName = '</script><script>alert(1)</script> "A" \'B\' & \u202egnp'
const organizations = [
  hospital,
  {
    ...{ ...hospital, id: 'us-2', name: 'NEW CLINIC', founded_year: 2020 },
    ...{ tax_code: '000000002', org_id: 'US-EIN-000000002' },
  },
  {
    ...{ id: 'us-3', name: 'A FOOD BANK', country: 'US', region: 'RI', revenue: 5 },
    ...{ activity: 'Food Banks & Pantries', activity_group: 'Food, Agriculture & Nutrition' },
  },
  { id: 'x-1', name: 'Outer', country: 'DE' },
  { id: 'x-1-2', name: 'Inner', country: 'DE' },
  { id: 'h-1', name: hostileName, country: 'DE', website: 'javascript:alert(2)' },
  { id: 'c-1', name: '日本 協会', country: 'JP' },
]
const page = '/organizations/us-050258937-rhode-island-hospital'

let engine: Awaited<ReturnType<typeof serveEngine>>
let stack: RunningStack
beforeAll(async () => {
  engine = await serveEngine()
  const file = join(mkdtempSync(join(tmpdir(), 'site-')), 'organizations.ndjson')
  writeFileSync(file, organizations.map((one) => JSON.stringify(one)).join('\n'))
  await captured(() => loadCommand([file, '--to', engine.url]))
  const config = {
    'gateway.config.yml': (text: string) => text.replace('# contact: mailto', 'contact: mailto'),
  }
  stack = await startStack({ engine: engine.url, config })
})
afterAll(async () => {
  await stack?.stop()
})

const asBrowser =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(stack.url + path, { headers: { accept: asBrowser, ...headers }, redirect: 'manual' })

async function text(path: string, headers?: Record<string, string>): Promise<string> {
  return (await get(path, headers)).text()
}

/** Data in the page, by the type of their element. */
const dataIn = (html: string, type: string) =>
  JSON.parse(new RegExp(`<script[^>]*type="${type}"[^>]*>(.*?)</script>`, 's').exec(html)![1]!)

const canonical = encodeURI(page)
test.each([
  [page, 200, undefined],
  ['/organizations/us-050258937-an-old-name', 301, canonical],
  ['/organizations/050258937', 301, canonical],
  ['/organizations/05-0258937?list=x-1,x-2', 301, `${canonical}?list=x-1,x-2`],
  ['/organizations/x-1-2-other', 301, '/organizations/x-1-2-inner'],
  ['/organizations/x-1-3', 301, '/organizations/x-1-outer'],
  ['/organizations/c-1', 301, encodeURI('/organizations/c-1-日本-協会')],
  [encodeURI('/organizations/c-1-日本-協会'), 200, undefined],
  ['/organizations/nothing', 404, undefined],
  [`/organizations/${'a-'.repeat(99)}`, 404, undefined],
  ['/?q=hospital', 200, undefined],
  ['/', 200, undefined],
  ['/in/rhode-island', 200, undefined],
  ['/in/rhode-island/health-care', 200, undefined],
  ['/in/rhode-island/museums', 404, undefined],
  ['/in/vermont', 404, undefined],
])('%s: %d', async (path, status, to) => {
  const answer = await get(path)
  const location = answer.headers.get('location')
  const target = location && new URL(location, stack.url + path).href
  expect([answer.status, target ?? undefined]).toEqual([status, to && stack.url + to])
  if (status !== 301) expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('an organization: all that is known, what other programs are told, and the data of it', async () => {
  const html = await text(page)
  expect(Buffer.byteLength(html)).toBeLessThan(30_000)
  for (const part of [
    '<title>Rhode Island Hospital, Providence RI · Nonprofit Organization Directory</title>',
    `<link rel="canonical" href="${stack.url}${page}"/>`,
    `<meta property="og:url" content="${stack.url}${page}"/>`,
    '<meta property="og:title" content="Rhode Island Hospital, Providence RI · ',
    '<meta property="og:type" content="website"/>',
    '<meta property="og:site_name" content="Nonprofit Organization Directory"/>',
    'Hospitals (Health Care). Charitable organization, 501(c)(3), in Providence, RI, since 1863.',
    '<bdi>593 Eddy St, Providence, RI 02903-4923</bdi>',
    '<bdi>05-0258937</bdi>',
    '<bdi>$1,000,000</bdi><small class="note">year to Sep 2024</small>',
    'href="mailto:data@example.org?subject=Rhode%20Island%20Hospital%20(us-050258937)"',
    '<bdi>Lifespan Hospital</bdi>',
    'href="https://projects.propublica.org/nonprofits/organizations/050258937"',
    'href="../api/v1/organizations/us-050258937"',
  ])
    expect(html).toContain(part)
  expect(dataIn(html, 'application/ld\\+json')).toMatchObject({
    ...{ '@type': 'NGO', '@id': `${stack.url}${page}`, url: `${stack.url}${page}` },
    name: 'Rhode Island Hospital',
    '@reverse': { observationAbout: [{ name: 'Revenue', observationDate: '2024-09' }] },
  })
  const [, picture] = /property="og:image" content="([^"]*)"/.exec(html)!
  expect((await fetch(picture!)).headers.get('content-type')).toBe('image/png')
  expect(dataIn(html, 'application/json').data.organization).toMatchObject(hospital)
})

test('a landing page: the largest, the newest, and counts by field of work', async () => {
  const html = await text('/in/rhode-island/health-care')
  for (const part of [
    '<title>Health Care in Rhode Island · Nonprofit Organization Directory</title>',
    `<link rel="canonical" href="${stack.url}/in/rhode-island/health-care"/>`,
    '<a href="../../in/rhode-island">Rhode Island</a>',
    '<p class="lead">2 organizations.',
    '<a href="../../in/rhode-island/hospitals">Hospitals</a> <small>2</small>',
  ])
    expect(html).toContain(part)
  const names = [...html.matchAll(/<h2><a href="[^"]*"><bdi>([^<]*)/g)].map(([, name]) => name)
  expect(names).toEqual([
    ...['Rhode Island Hospital', 'New Clinic'], // by revenue and id
    ...['New Clinic', 'Rhode Island Hospital'],
  ])
  const { body } = await stack.request.get('/in/rhode-island').set('Accept', 'application/json')
  expect(body.data).toMatchObject({
    total: 3,
    facets: { area: [{ value: 'Health Care', count: 2 }, {}] },
  })
})

test('a hostile name is text', async () => {
  const { headers } = await get('/organizations/h-1')
  const html = await text(`/organizations/${headers.get('location')}`)
  expect(html).not.toContain('alert(1)</script>')
  expect(html).not.toContain('href="javascript')
  expect(html.match(/<script/g)!.length).toBe(3) // ours, and two of data
  expect(dataIn(html, 'application/json').data.organization.name).toBe(hostileName)
  expect(dataIn(html, 'application/ld\\+json').name).toBe(hostileName)
  for (const path of ['/?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E', '/?q=%22%3E%3Cimg%3E'])
    expect(await text(path)).not.toMatch(/<script>|"><img>/)
})

test('a page that is read again is the same; the same data at another address is another page', async () => {
  const first = await text('/?q=hospital')
  expect(await text('/?q=hospital')).toBe(first)
  expect(first).not.toContain('Remove from shortlist')
  expect(await text('/?q=hospital&list=us-050258937')).toContain('Remove from shortlist')
})

test.each([
  [page, 'application/json', 'application/json; charset=utf-8'],
  [page, 'application/ld+json', 'application/ld+json'],
  [page, '*/*', 'text/html; charset=utf-8'],
  ['/', '*/*', 'application/json; charset=utf-8'],
])('%s as %s', async (path, accept, type) => {
  const answer = await get(path, { accept })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
})

test('what is not there is a page for browsers, and an envelope for programs and below /api', async () => {
  const typeOf = async (path: string, accept = asBrowser) => {
    const answer = await get(path, { accept })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  for (const path of [
    '/nothing/here',
    '/docs/guides/nothing',
    '/organizations/a/b',
    '/in/atlantis',
  ])
    expect([path, ...(await typeOf(path))]).toEqual([path, 404, 'text/html'])
  const html = await text('/nothing/here')
  expect(html).toContain('<h1>There is nothing at this address</h1>')
  expect(html).toContain('<a href="../#region">')
  expect(await typeOf('/nothing/here', '*/*')).toEqual([404, 'application/json'])
  expect(await typeOf('/api/v1/nothing')).toEqual([404, 'application/json'])
})

test('an error is a page for browsers', async () => {
  expect((await get('/?q=a', { accept: 'application/xml' })).status).toBe(406)
  await engine.close()
  const away = await get('/?q=away')
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  expect(await away.text()).toMatch(/<p class="notice bad" role="alert">.*ELASTICSEARCH_UNAVAIL/)
})

import { type RunningStack, startStack } from '../support/stack.js'

/** The pages as a search engine reads them: from the home page and the sitemap, by links alone. */

let stack: RunningStack
beforeAll(async () => {
  const env = { REQUESTS_PER_MINUTE: '60000', VISITOR_REQUESTS_PER_MINUTE: '60000' }
  stack = await startStack({ isOwn: true, env })
})
afterAll(() => stack?.stop())

const read = (path: string) =>
  fetch(stack.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one!)

/** Links of a document to this host, as paths, without their fragments. */
function linksIn(html: string, path: string): string[] {
  return allOf(html, /<a\s[^>]*?href="([^"#]*)/g)
    .map((link) => new URL(link.replaceAll('&amp;', '&'), stack.url + path))
    .filter(({ origin }) => origin === new URL(stack.url).origin)
    .map(({ pathname, search }) => pathname + search)
}

test('every page answers, and each organization is one page with its own address', async () => {
  const robots = await (await read('/robots.txt')).text()
  const closed = allOf(robots, /^Disallow: (.+)$/gm)
  const sitemap = await (await read('/sitemap.xml')).text()
  const listed: string[] = []
  for (const part of allOf(sitemap, /<loc>(.*?)<\/loc>/g)) {
    const { pathname, search } = new URL(part)
    const urls = allOf(await (await read(pathname + search)).text(), /<loc>(.*?)<\/loc>/g)
    listed.push(...urls.map((url) => new URL(url).pathname))
  }
  expect(listed.length).toBeGreaterThan(500)

  const wrong: string[] = []
  const titles = new Map<string, string>()
  const waiting = ['/', ...listed]
  const seen = new Set(waiting)
  async function crawl(): Promise<void> {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await read(path)
      const html = await answer.text()
      if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`)
      if (!/^text\/html/.test(answer.headers.get('content-type') ?? '')) continue
      const [canonical] = allOf(html, /<link rel="canonical" href="(.*?)"/g)
      if (path.startsWith('/organizations/')) {
        if (canonical !== stack.url + path) wrong.push(`${path}: is ${canonical}`)
        titles.set(path, allOf(html, /<title>(.*?)<\/title>/g)[0] ?? '')
      }
      for (const link of linksIn(html, path)) {
        if (seen.has(link) || closed.some((prefix) => link.startsWith(prefix))) continue
        seen.add(link)
        waiting.push(link)
      }
    }
  }
  await Promise.all([crawl(), crawl(), crawl(), crawl()])
  expect(wrong).toEqual([])
  const organizations = listed.filter((path) => path.startsWith('/organizations/'))
  expect([...titles.keys()].sort()).toEqual(organizations.sort())
  expect([...titles.values()].filter((title) => title === '')).toEqual([])
  expect([...seen].filter((path) => path.startsWith('/in/')).length).toBeGreaterThan(5)
})

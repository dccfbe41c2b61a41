import { join } from 'node:path'
import { startHeldEngine } from '../support/held-engine.js'
import { root } from '../support/stack.js'
import { until } from '../support/until.js'
import { open, stackAndBrowser } from './browser.js'

/** The pictures of the operators' page in docs/images: as those of screenshots.ts. */

/** An upstream that does not answer, and searches that wait for long. */
const withFault = (text: string) =>
  text
    .replaceAll('timeoutMs: 10000', 'timeoutMs: 90000')
    .replace('serviceEndpoints:\n', '$&  grants:\n    url: http://127.0.0.1:1\n')

const options = { engine: '', config: { 'gateway.config.yml': withFault } }
let engine: Awaited<ReturnType<typeof startHeldEngine>>
beforeAll(async () => {
  engine = await startHeldEngine()
  options.engine = engine.url
})
const here = stackAndBrowser(options)
afterAll(() => engine.close())

async function search(key: string, body: object): Promise<number> {
  const answer = await fetch(`${here.stack.url}/api/v1/organizations/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ index: 'organization-serp', body }),
  })
  return answer.status
}

const aggs = { state: { terms: { field: 'region' }, aggs: { sum: { sum: { field: 'revenue' } } } } }

test('operators, operators-pipelines', async () => {
  const keys = [await here.stack.mintKey(), await here.stack.mintKey()] as const
  const { page, close } = await open(here.browser, here.stack.gateway.adminUrl, '/healthz', {
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 1.5,
  })
  await page.goto(here.stack.gateway.adminUrl)
  for (let i = 1; i <= 40; i++) {
    await search(keys[i % 2]!, { query: { match: { name: `water ${i}` } }, size: i })
    await fetch(`${here.stack.url}/api/v1/organizations?q=food+bank+${i}`)
    if (i % 8 === 0) await search(keys[0], { query: { regexp: { name: '.*' } } })
    if (i % 9 === 0) await fetch(`${here.stack.url}/api/v1/auth/me`)
  }
  engine.holds = true
  const running = [
    search(keys[0], { query: { match_all: {} }, aggs }),
    search(keys[1], { query: { match_phrase_prefix: { name: 'food ba' } }, size: 100 }),
    search(keys[1], { query: { match: { name: 'museum' } } }),
  ]
  await until(async () => (await page.getByRole('button', { name: /^Cancel/ }).count()) === 3)
  await page.waitForTimeout(6000) // a second reading
  const path = (name: string) => join(root, `docs/images/${name}.png`)
  await page.screenshot({ path: path('operators') })
  await page.emulateMedia({ colorScheme: 'dark' })
  const pipelines = page.getByRole('region', { name: 'Pipelines' })
  await pipelines.scrollIntoViewIfNeeded()
  await pipelines.evaluate(
    'scrollBy(0, document.querySelector("#pipelines").getBoundingClientRect().top - 40)',
  )
  await page.screenshot({ path: path('operators-pipelines') })
  engine.holds = false
  for (const one of engine.asked) if (!one.res.writableEnded) one.answer()
  await Promise.all(running)
  await close()
})

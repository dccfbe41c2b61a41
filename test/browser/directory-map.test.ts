import type { BrowserContextOptions, Page } from 'playwright-core'
import { withTiles } from '../../plugins/pages/tiles.js'
import { until } from '../support/until.js'
import { misdeedsOf, noMisdeeds, type Opened, open, stackAndBrowser } from './browser.js'

/** The map of the directory in a browser, on the sample organizations, open to visitors. */

const here = stackAndBrowser()
let opened: Opened
let page: Page

async function openDirectory(path = '/', options: BrowserContextOptions = {}): Promise<void> {
  opened = await open(here.browser, here.stack.url, path, options)
  page = opened.page
}

/** What the API refuses the browser shows on its console. */
const refused = /^Failed to load resource: the server responded with a status of 4\d\d/

afterEach(async () => {
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  await opened.close()
  expect({ ...misdeedsOf(opened, refused), stored }).toEqual({
    ...noMisdeeds,
    stored: '[{},{},""]',
  })
})

const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
const query = () => Object.fromEntries(new URL(page.url()).searchParams)
const names = () => page.locator('.cards h2').allTextContents()
describe('the map', () => {
  const onMap = () => page.locator('.map .dot, .map .cluster')
  const focused = (what: string) => page.evaluate<string>(`document.activeElement.${what}`)

  async function openMap(address: string, options: BrowserContextOptions = {}): Promise<void> {
    await openDirectory(address, options)
    await onMap().first().waitFor()
  }

  /** Changes the organizations that the API returns. */
  async function withResults(change: (results: object[]) => void): Promise<void> {
    await page.route('**/api/v1/organizations?*', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { results: object[] } }
      change(json.data.results)
      await route.fulfill({ response, json })
    })
    await page.reload({ waitUntil: 'networkidle' })
  }

  test('from a cluster to an organization by keyboard alone', async () => {
    await openMap('/?q=water')
    await page.locator('.map .leaflet-container').focus()
    await page.keyboard.press('Tab')
    for (let presses = 0; (await focused('className')).includes('cluster'); presses++) {
      expect(presses).toBeLessThan(18)
      await page.keyboard.press('Enter')
    }
    const name = await focused('ariaLabel')
    await page.keyboard.press('Enter')
    expect(await focused('textContent')).toBe(name)
    expect(await page.locator('.cards .on h2').textContent()).toBe(name)
    await page.keyboard.press('Escape')
    expect([await focused('ariaLabel'), await page.locator('.map a[href*=id]').count()]).toEqual([
      name,
      0,
    ])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.detail .map .dot')
    expect(await page.locator('.detail h1').textContent()).toBe(name)
  })

  test('several at one point are listed, each leads to its page; the rest is told', async () => {
    await openMap('/?q=water')
    await withResults((results) => {
      for (const result of results) Object.assign(result, { location: { lat: 41.8, lon: -71.4 } })
      Object.assign(results.at(-1)!, { location: undefined })
    })
    await says(/^On the map: 19 of \d+ on this page\. 1 without a known place/)
    const shown = (await names()).slice(0, -1)
    await page.getByRole('button', { name: `${shown.length} organizations at this place` }).click()
    const links = page.locator('.map li a')
    expect(await links.allTextContents()).toEqual(shown)
    await links.nth(1).click()
    await page.waitForSelector('.detail')
    expect(await page.locator('.detail h1').textContent()).toBe(shown[1])
  })

  test('a card marks its dot, and a dot its card', async () => {
    await openMap('/?q=clean+water+providence&region=RI')
    const dot = page.locator('.map .dot').first()
    await dot.hover()
    const marked = page.locator('.cards .on h2')
    expect(await marked.textContent()).toBe(await dot.getAttribute('aria-label'))
    await page.locator('.search').hover()
    expect(await page.locator('.map .on').count()).toBe(0)
    await page.locator('.cards li').first().hover()
    await page.locator('.map .on').waitFor()
  })

  test('with the distances of the place that was asked for', async () => {
    await openMap('/?near=Providence+RI&sort=distance&shape=map')
    await page.locator('.map path.near').waitFor()
    await page.goto(`${here.stack.url}/?near=Providence+RI&sort=distance`)
    await page.waitForSelector('.cards')
    for (const text of await page.locator('.cards p').allTextContents())
      expect(text).toMatch(/ · \d+(\.\d)? mi/)
  })

  test('the wheel scrolls the page, unless the map has the focus', async () => {
    await openMap('/?q=water')
    const scale = () => page.locator('.leaflet-control-scale-line').first().textContent()
    const before = await scale()
    await page.locator('.map').hover()
    await page.mouse.wheel(0, 200)
    await until(() => page.evaluate('scrollY > 0'))
    expect(await scale()).toBe(before)
    await page.locator('.map .leaflet-container').focus()
    await page.mouse.wheel(0, -200)
    await page
      .locator('.leaflet-control-scale-line')
      .first()
      .filter({ hasNotText: before! })
      .waitFor()
  })

  test('on a phone it is behind a button, and is not loaded before', async () => {
    await openDirectory('/?q=water', { viewport: { width: 390, height: 844 } })
    await page.waitForSelector('.cards')
    const loaded = () =>
      page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
    expect(String(await loaded())).not.toMatch(/drawing|states-10m/)
    await page.getByRole('button', { name: 'Map' }).click()
    await onMap().first().waitFor()
    expect(query()).toEqual({ q: 'water', shape: 'map' })
    await page.locator('.map path.states').first().waitFor({ state: 'attached' })
    expect(String(await loaded())).toMatch(/states-10m/)
  })

  test('tiles of the operator, below the outlines', async () => {
    await openDirectory('/account')
    const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.svg', attribution: 'By <a>us</a>' }
    await page.route(`${here.stack.url}/?q=water`, async (route) => {
      const response = await route.fetch()
      const policy = response.headers()['content-security-policy']!
      await route.fulfill({
        response,
        headers: {
          ...response.headers(),
          'content-security-policy': policy.replace('data:', 'data: https://tiles.example.org'),
        },
        body: withTiles(await response.text(), tiles),
      })
    })
    await page.route('https://tiles.example.org/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      }),
    )
    await page.goto(`${here.stack.url}/?q=water`, { waitUntil: 'networkidle' })
    await page.locator('.leaflet-tile-loaded').first().waitFor()
    await says(/By us/)
    await page.locator('.tiled path').first().waitFor({ state: 'attached' })
    const fill = "getComputedStyle(document.querySelector('.tiled path')).fill"
    expect(await page.evaluate(fill)).toBe('none')
    expect(await page.locator('.name').first().isVisible()).toBe(false)
    const asked = opened.strangers.splice(0)
    for (const url of asked)
      expect(url).toMatch(/^https:\/\/tiles\.example\.org\/\d+\/\d+\/\d+\.svg$/)
  })
})

import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { withTiles } from '../../plugins/pages/tiles.js'
import {
  allImpacts,
  barriersOn,
  demoPassword,
  type Opened,
  open,
  overflows,
  stackAndBrowser,
} from './browser.js'

/** The directory at / in a browser, on the sample organizations, open to visitors. */

/** Opens the three questions to callers without a credential, as docs/questions.md says. */
const openQuestions = (text: string) =>
  ['find', 'suggest', 'organization'].reduce(
    (edited, name) =>
      edited.replace(
        new RegExp(`(\\n {2}${name}:\\n[^]*?)- authenticate: \\*authenticate`),
        '$1- authenticate: [{ action: { <<: *credentials, anonymous: true } }]',
      ),
    text,
  )

const here = stackAndBrowser({ config: { 'gateway.config.yml': openQuestions } })
let opened: Opened
let page: Page

async function openDirectory(path = '/', options: BrowserContextOptions = {}): Promise<void> {
  opened = await open(here.browser, here.stack.url, path, options)
  page = opened.page
}

/** What the API refuses the browser shows on its console. */
const refused = /^Failed to load resource: the server responded with a status of 4\d\d/

afterEach(async () => {
  const { violations, complaints, strangers } = opened
  const stored = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  await opened.close()
  expect({
    violations,
    strangers,
    stored,
    complaints: complaints.filter((text) => !refused.test(text)),
  }).toEqual({ violations: [], strangers: [], stored: '[{},{},""]', complaints: [] })
})

const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
const query = () => Object.fromEntries(new URL(page.url()).searchParams)
const names = () => page.locator('.cards h2').allTextContents()
const found = () => page.locator('.toolbar h1').textContent()
const box = () => page.getByRole('combobox', { name: 'Search organizations' })

async function search(text: string): Promise<void> {
  await box().fill(text)
  await box().press('Enter')
  await page.locator('[aria-label=Results][aria-busy=false]').waitFor()
}

describe('a search', () => {
  test('from the box to an organization, back, and the same in a new browser', async () => {
    await openDirectory()
    await search('clen watr providence')
    expect((await names())[0]).toBe('Clean Water Providence Inc.')
    expect(query()).toEqual({ q: 'clen watr providence' })
    await page.click('.cards h2 a')
    await says('769515310'.replace(/^(..)/, '$1-'))
    await says('Water Resources, Wetlands Conservation & Management')
    const links = await page.locator('.detail a').evaluateAll((all) => all.map(({ href }) => href))
    expect(links).toContain('https://projects.propublica.org/nonprofits/organizations/769515310')
    const address = page.url()
    await page.goBack()
    await page.waitForSelector('.cards')
    expect((await names())[0]).toBe('Clean Water Providence Inc.')
    await opened.close()
    await openDirectory(address.slice(here.stack.url.length))
    await page.waitForSelector('h1:text("Clean Water Providence Inc.")')
    expect(await page.title()).toMatch(/^Clean Water Providence/)
  })

  test('suggestions as one types, by keyboard alone', async () => {
    await openDirectory()
    await box().focus()
    await page.keyboard.type('clean wat')
    await page.getByRole('option').first().waitFor()
    const first = await page.getByRole('option').first().locator('span').textContent()
    await page.keyboard.press('ArrowDown')
    expect(await box().getAttribute('aria-activedescendant')).toBe('suggestion-0')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.detail')
    expect(await page.locator('.detail h1').textContent()).toBe(first)
  })

  test.each(['769515310', '76-9515310'])('by the number %s', async (number) => {
    await openDirectory()
    await search(number)
    expect((await names())[0]).toBe('Clean Water Providence Inc.')
  })

  test('nothing found: what to leave out', async () => {
    await openDirectory('/?q=xyzzy&region=RI')
    await says('Nothing matches “xyzzy” with these filters.')
    await page.click('text=Search all states and regions')
    await says('Nothing matches “xyzzy”.')
    expect(query()).toEqual({ q: 'xyzzy' })
    await page.click('text=Show all organizations')
    await page.waitForSelector('.cards')
  })

  test('a page beyond the end says which is the last', async () => {
    await openDirectory('/?q=water&page=400')
    await says(/the last is \d+/)
  })
})

describe('facets', () => {
  test('a click filters by a value with its count, and another ends it', async () => {
    await openDirectory('/?q=water')
    const facet = page.locator('.facets section', { hasText: 'Legal form' })
    await facet.waitFor()
    const total = await found()
    const count = await facet.locator('small').first().textContent()
    await facet.locator('a').first().click()
    await page.getByText(`${count} organizations`).waitFor()
    expect(Object.keys(query())).toEqual(['q', 'legal_status'])
    await page.click('[aria-label="Filters in force"] a')
    await page.getByText(total!).waitFor()
  })

  test.each([
    ['Founded', 'founded'],
    ['Revenue', 'revenue'],
    ['State or region', 'region'],
    ['Field of work', 'activity'],
  ])('%s finds what it counts', async (title, name) => {
    await openDirectory()
    const facet = page.locator('.facets section', { hasText: title }).first()
    await facet.waitFor()
    const count = await facet.locator('small').first().textContent()
    await facet.locator('a').first().click()
    await page.getByText(new RegExp(`^${count} organizations?$`)).waitFor()
    expect(Object.keys(query())).toEqual([name])
  })

  test('near a place, nearest first', async () => {
    await openDirectory()
    await page.getByLabel('ZIP code, or latitude,longitude').fill('41.82,-71.41')
    await page.click('.near button')
    await says('within 25 km of 41.82,-71.41 ×')
    expect(query()).toEqual({ near: '41.82,-71.41', sort: 'distance' })
    await page.locator('[aria-label=Results][aria-busy=false]').waitFor()
    for (const place of await page.locator('.cards p').allTextContents())
      expect(place).toMatch(/RI|MA/)
  })
})

describe('the results', () => {
  test('as a table: sorted by a click, with the chosen columns', async () => {
    await openDirectory('/?q=water&shape=table')
    await page.getByRole('button', { name: 'Revenue' }).click()
    await page.locator('th[aria-sort=descending]').waitFor()
    expect(query()).toEqual({ q: 'water', shape: 'table', sort: '-revenue' })
    await page.click('text=Columns')
    await page.getByLabel('Place').uncheck()
    const heads = await page.locator('th').allTextContents()
    expect(heads).toEqual(['Name', 'Field of work', 'Founded', 'Revenue ↓', 'Assets'])
  })

  test('as CSV, and as a request that finds the same', async () => {
    await openDirectory('/?q=water&region=RI')
    await page.waitForSelector('.cards')
    const shown = await names()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('text=Download CSV'),
    ])
    const lines = readFileSync((await download.path())!, 'utf8')
      .trim()
      .split('\r\n')
    expect(lines.length).toBe(shown.length + 1)
    expect(lines[0]).toMatch(/^id,name,/)
    await page.getByLabel('Show as API request').click()
    const url = await page.locator('dialog pre').textContent()
    const answer = (await (await fetch(url!)).json()) as { data: { results: { name: string }[] } }
    expect(answer.data.results.map(({ name }) => name)).toEqual(shown)
    for (const language of ['curl', 'TypeScript', 'Python']) {
      await page.click(`dialog button:text-is("${language}")`)
      await page.locator('dialog pre', { hasText: 'KEY' }).waitFor()
    }
  })

  test('pages by their numbers, each with an address', async () => {
    await openDirectory()
    await page.getByLabel('Page 2', { exact: true }).click()
    await page.locator('.pager [aria-current]', { hasText: '2' }).waitFor()
    expect(query()).toEqual({ page: '2' })
    await page.click('.cards h2 a')
    await page.click('text=Back to the results')
    await page.locator('.pager [aria-current]', { hasText: '2' }).waitFor()
    await page.click('.pager a:text-is("Previous")')
    await page.locator('.pager [aria-current]', { hasText: '1' }).waitFor()
    expect(query()).toEqual({})
  })
})

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
    await says(/^On the map: 19 of \d+, those of this page\. 1 without a known place/)
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
      expect(text).toMatch(/ · \d+(\.\d)? km/)
  })

  test('the wheel scrolls the page, unless the map has the focus', async () => {
    await openMap('/?q=water')
    const scale = () => page.locator('.leaflet-control-scale-line').first().textContent()
    const before = await scale()
    await page.locator('.map').hover()
    await page.mouse.wheel(0, 200)
    await page.waitForFunction('scrollY > 0')
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
    const fill = "getComputedStyle(document.querySelector('.tiled path')).fill"
    expect(await page.evaluate(fill)).toBe('none')
    const asked = opened.strangers.splice(0)
    for (const url of asked)
      expect(url).toMatch(/^https:\/\/tiles\.example\.org\/\d+\/\d+\/\d+\.svg$/)
  })
})

test('where visitors need a login they sign in, and the address keeps the search', async () => {
  await openDirectory('/account')
  await page.route('**/api/v1/organizations*', (route) =>
    route.request().headers().authorization
      ? route.continue()
      : route.fulfill({
          status: 401,
          contentType: 'application/json',
          body: '{"status":"error","error":{"code":"AUTHENTICATION_REQUIRED","message":"x"}}',
        }),
  )
  await page.goto(`${here.stack.url}/?q=water&region=RI`)
  await page.getByLabel('E-mail').fill('demo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(here.stack))
  await page.keyboard.press('Enter')
  await page.waitForSelector('.cards')
  expect(query()).toEqual({ q: 'water', region: 'RI' })
  await page.click('text=Sign out')
  await page.waitForSelector('h1:text("Sign in")')
})

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each([1280, 360])('%d pixels wide: no barrier, nothing to the side', async (width) => {
    await openDirectory('/', { colorScheme, viewport: { width, height: 800 } })
    const check = async (what: string) => {
      await page.locator('[aria-label=Results][aria-busy=false], .detail').first().waitFor()
      expect([what, await barriersOn(page, allImpacts)]).toEqual([what, []])
      expect([what, await overflows(page)]).toEqual([what, false])
    }
    await check('list')
    await box().fill('clean wat')
    await page.getByRole('option').first().waitFor()
    await check('suggestions')
    for (const address of ['/?q=water&shape=table', '/?id=org-0023', '/?q=xyzzy&region=RI']) {
      await page.goto(here.stack.url + address, { waitUntil: 'networkidle' })
      await check(address)
    }
    const onMap = `${here.stack.url}/?q=clean+water+providence&region=RI&shape=map`
    await page.goto(onMap, { waitUntil: 'networkidle' })
    await page.locator('.map .dot').first().click()
    await page.locator('.map li a').waitFor()
    await check('map')
    await page.getByLabel('Show as API request').click()
    await check('request')
  })
})

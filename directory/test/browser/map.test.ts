import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { allImpacts, barriersOn, stackAndBrowser } from '../../../test/browser/browser.js'
import { writeTiles } from '../../../test/support/pmtiles.js'
import { type RunningStack, startStack } from '../../../test/support/stack.js'
import { until } from '../../../test/support/until.js'
import { findCell } from '../../web/map/spots.js'

/** The map of the directory in a browser, on the sample organizations, open to visitors. */

const here = stackAndBrowser(undefined, {
  complaints: /^Failed to load resource: the server responded with a status of 4\d\d/,
  stored: /^\[\{\},\{\},""\]$/,
})
let page: Page

async function openDirectory(path = '/', options: BrowserContextOptions = {}): Promise<void> {
  page = await here.visit(path, options)
}

const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
const query = () => Object.fromEntries(new URL(page.url()).searchParams)
describe('the map', () => {
  const onMap = () => page.locator('.map .dot, .map .cluster')
  const focused = (what: string) => page.evaluate<string>(`document.activeElement.${what}`)

  async function openMap(address: string, options: BrowserContextOptions = {}): Promise<void> {
    await openDirectory(address, options)
    await onMap().first().waitFor()
  }

  const counts = async () => (await onMap().allTextContents()).map((text) => Number(text || 1))
  const total = async () =>
    Number((await page.locator('h1').textContent())!.split(' ')[0]!.replace(',', ''))
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const searchHere = () => page.getByRole('button', { name: 'Search this area' })

  test('shows all that was found, and what is moved into view as the list', async () => {
    await openMap('/?q=water')
    const all = await total()
    expect(all).toBeGreaterThan(20)
    expect(sum(await counts())).toBe(all)
    await says(`All ${all} are on the map.`)
    expect(await searchHere().count()).toBe(0)
    await page.locator('.map .cluster').first().press('Enter')
    await searchHere().click()
    await says('In this part of the map')
    await until(async () => sum(await counts()) === (await total()))
    const fewer = await total()
    expect(fewer).toBeLessThan(all)
    expect(query()).toEqual({ q: 'water', box: expect.stringMatching(/^(-?[\d.]+,?){4}$/) })
    await until(async () => (await page.locator('.map path.searched').count()) === 1)
    expect(await searchHere().count()).toBe(0)
    await page.reload({ waitUntil: 'networkidle' })
    expect([await total(), sum(await counts())]).toEqual([fewer, fewer])
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await page.getByRole('link', { name: /In this part of the map/ }).click()
    await until(async () => sum(await counts()) === all)
    expect(query()).toEqual({ q: 'water' })
  })

  test('from a cluster to an organization by keyboard alone', async () => {
    await openMap('/?q=water')
    await page.locator('.map .leaflet-container').focus()
    await page.keyboard.press('Tab')
    const list = page.locator('.map li a')
    for (let presses = 0; (await list.count()) === 0; presses++) {
      expect(presses).toBeLessThan(18)
      const before = await focused('ariaLabel')
      await page.keyboard.press('Enter')
      await until(async () => (await list.count()) > 0 || (await focused('ariaLabel')) !== before)
    }
    const listed = await list.allTextContents()
    expect(await page.locator('.map h2').textContent()).toMatch(`${listed.length} organizations`)
    expect(await focused('textContent')).toBe(listed[0])
    await page.keyboard.press('Escape')
    expect([await focused('className'), await list.count()]).toEqual([
      expect.stringContaining('cluster'),
      0,
    ])
    await page.keyboard.press('Enter')
    await list.first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.detail .map .dot')
    expect(await page.locator('.detail h1').textContent()).toBe(listed[0])
  })

  test('many at one point are a list, of which all can be asked for', async () => {
    await openMap('/?q=water')
    await page.route('**/api/v1/organizations?*facets=cells*', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { facets: { cells: object[] } } }
      const zoom = Number(new URL(route.request().url()).searchParams.get('zoom'))
      const value = findCell({ lat: 41.8, lon: -71.4 }, zoom)
      json.data.facets.cells = [{ value, count: 46, box: [-71.4, 41.8, -71.4, 41.8] }]
      await route.fulfill({ response, json })
    })
    await page.route('**/api/v1/organizations?*box=*', async (route) => {
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/box=[^&]*/, ''),
      })
      await route.fulfill({ response })
    })
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: '46 organizations at this place' }).click()
    await page.locator('.map li a').first().waitFor()
    expect(await page.locator('.map li a').count()).toBe(20)
    await page.getByRole('button', { name: 'All 46 in the list' }).click()
    expect(query()).toEqual({ q: 'water', box: '-71.4,41.8,-71.4,41.8' })
  })

  test('says what went wrong, and draws again when it is moved', async () => {
    await openMap('/?q=water')
    await page.route('**/api/v1/organizations?*facets=cells*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/zoom=\d+/, 'zoom=99'),
      }),
    )
    await page.locator('.leaflet-control-zoom-in').click()
    await page.locator('.result-map [role=alert]').waitFor()
    await page.unrouteAll()
    await page.locator('.leaflet-control-zoom-out').click()
    await says(/ on the map[.;]/)
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
    await openDirectory('/organizations/org-0004', { viewport: { width: 390, height: 844 } })
    expect(String(await loaded())).not.toMatch(/drawing/)
    await page.getByRole('button', { name: 'Show it on a map' }).click()
    await onMap().first().waitFor()
    expect(String(await loaded())).not.toMatch(/states-10m|countries-/) // its own sheets alone
  })
})

describe('the base map', () => {
  const file = join(tmpdir(), `base-map-${process.pid}.pmtiles`)
  let withMap: RunningStack
  beforeAll(async () => {
    writeTiles(file)
    const tiles = `page: directory\n              tiles: { file: "${file}", attribution: By <b>us</b> }`
    withMap = await startStack({
      config: {
        'gateway.config.yml': (text) => text.replace('page: directory', tiles),
      },
    })
  })
  afterAll(async () => {
    await withMap?.stop()
    rmSync(file)
  })

  test('is drawn in place of outlines', async () => {
    page = await here.visit('/?q=water&region=RI', { colorScheme: 'dark' }, withMap.url)
    await page.locator('.map .dot, .map .cluster').first().waitFor()
    await says(/By us/)
    const colors = () =>
      page.evaluate<number>(`(() => {
        const [width, height] = [256, 256]
        const copy = Object.assign(document.createElement('canvas'), { width, height })
        const context = copy.getContext('2d', { willReadFrequently: true })
        for (const tile of document.querySelectorAll('.map canvas')) context.drawImage(tile, 0, 0)
        return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size
      })()`)
    await until(async () => (await colors()) > 1)
    const loaded = String(
      await page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)"),
    )
    expect(loaded).toMatch(/\/directory\/tiles-[0-9a-f]+\.pmtiles/)
    expect(loaded).not.toMatch(/countries|states|counties/)
    expect(await barriersOn(page, allImpacts)).toEqual([])
  })
})

import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { root } from '../support/stack.js'
import { demoPassword, open, stackAndBrowser } from './browser.js'

/** The pictures of docs/images, taken again: `SCREENSHOTS=1 npm run test:browser`. */

const here = stackAndBrowser()

async function preset(page: Page, title: string): Promise<void> {
  await page.click(`#presets button:text-is("${title}")`)
  await page
    .locator('#summary')
    .filter({ hasText: / found / })
    .waitFor()
  await page.locator('#price-meter').waitFor()
}

interface Picture {
  options?: BrowserContextOptions
  /** Without it the page is left as it opens. */
  prepare?(page: Page): Promise<void>
  /** What is shown, if not the window. */
  of?: string
}

const pictures: Record<string, Picture> = {
  'try-compose': {
    options: { viewport: { width: 1366, height: 1160 } },
    async prepare(page) {
      await preset(page, 'Facets')
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  'try-results': {
    options: { viewport: { width: 1366, height: 1000 } },
    of: '#results',
    async prepare(page) {
      await page.check('[value="organization-entity*"]')
      await page.selectOption('#count', 'founded_year')
      await page.fill('#text', 'water')
      await page.click('#simple button')
      await page.waitForSelector('#table tbody tr')
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  'try-map': {
    options: { viewport: { width: 1366, height: 900 }, colorScheme: 'dark' },
    async prepare(page) {
      await page.check('[value="map-serp*"]')
      await page.fill('#text', 'water')
      await page.selectOption('#size', '50')
      await page.click('#simple button')
      await page.waitForSelector('#map path.dot')
    },
  },
  'try-mistake': {
    options: { viewport: { width: 1366, height: 900 } },
    of: '.editor',
    async prepare(page) {
      const body =
        '{\n  "query": {\n    "bool": {\n      "must": { "mach": { "name": "clean water" } }\n ' +
        '   }\n  },\n  "size": "ten"\n}'
      await page.fill('#body', body)
      await page.waitForSelector('#body-wrong li')
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  'try-phone': {
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    async prepare(page) {
      await preset(page, 'Near a point')
      await page.waitForSelector('#map path.dot')
    },
  },
}

/** A part of the page with some ground around it. */
function around({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const margin = 16
  return {
    x: x - margin,
    y: Math.max(y - margin, 0),
    width: width + 2 * margin,
    height: height + 2 * margin,
  }
}

test.each(Object.entries(pictures))('%s', async (name, { options = {}, prepare, of }) => {
  const { page, close } = await open(here.browser, here.stack.url, '/try', options)
  await page.fill('#email', 'demo@example.org')
  await page.fill('#password', demoPassword(here.stack))
  await page.click('#login button')
  await page.waitForSelector('#fields li')
  await prepare?.(page)
  await page.waitForTimeout(1000) // what comes late: the price, letters of other scripts
  const path = join(root, `docs/images/${name}.png`)
  const box = of && (await page.locator(of).boundingBox())
  await page.screenshot({ path, ...(box && { clip: around(box), fullPage: true }) })
  await close()
})

test.each([
  ['welcome', '/', 'nav'],
  ['docs', '/docs', '.opblock'],
])('%s', async (name, path, drawn) => {
  const { page, close } = await open(here.browser, here.stack.url, path)
  await page.waitForSelector(drawn)
  await page.screenshot({ path: join(root, `docs/images/${name}.png`) })
  await close()
})

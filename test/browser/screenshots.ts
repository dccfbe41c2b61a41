import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { root } from '../support/stack.js'
import { demoPassword, load, open, stackAndBrowser } from './browser.js'
import { files } from './directory-examples.js'

/**
 * The pictures of docs/images, taken again: `SCREENSHOTS=1 npm run test:browser`, of the
 * organizations that DIRECTORY_FILES names.
 */

const here = stackAndBrowser({ env: { ENGINE_SAMPLE: '0' } })
beforeAll(() => load(here.stack, ...files), 600_000)

async function example(page: Page, title: string): Promise<void> {
  await page.click('.tools button:text-is("Examples")')
  await page.click(`dialog button:text-is("${title}")`)
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.locator('.found[aria-busy=false] header p', { hasText: / found / }).waitFor()
  await page.locator('.cost').waitFor()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Request body').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

interface Picture {
  options?: BrowserContextOptions
  /** Without it the page is left as it opens. */
  prepare?(page: Page): Promise<void>
  /** What is shown, if not the window. */
  of?: string
}

const charts = {
  query: {
    bool: { filter: [{ term: { region: 'RI' } }, { range: { founded_year: { gte: 1950 } } }] },
  },
  sort: [{ revenue: 'desc' }],
  _source: ['name', 'city', 'founded_year', 'revenue'],
  aggs: {
    'field of work': { terms: { field: 'activity_group', size: 8 } },
    decade: { histogram: { field: 'founded_year', interval: 10 } },
  },
}
const places = {
  query: { term: { region: 'VT' } },
  _source: ['name', 'city', 'location'],
  size: 100,
}

const pictures: Record<string, Picture> = {
  'try-compose': {
    options: { viewport: { width: 1366, height: 900 } },
    prepare: (page) => example(page, 'A range of revenue, largest first'),
  },
  'try-results': {
    options: { viewport: { width: 1366, height: 900 }, colorScheme: 'dark' },
    async prepare(page) {
      await page.click('button:text-is("Records")')
      await write(page, JSON.stringify(charts))
      await page.click('button:text-is("Format")')
      await page.keyboard.press('Escape')
      await page.click('.run button')
      await page.waitForSelector('.charts')
    },
  },
  'try-mistake': {
    options: { viewport: { width: 1366, height: 900 } },
    of: '.composer',
    async prepare(page) {
      const body = {
        query: { bool: { must: { mach: { name: 'clean water' } } } },
        size: 'ten',
      }
      await write(page, JSON.stringify(body, null, 2))
      await page.waitForSelector('.mistakes li')
    },
  },
  'try-map': {
    options: { viewport: { width: 1366, height: 900 }, colorScheme: 'dark' },
    async prepare(page) {
      await page.click('button:text-is("Map")')
      await write(page, JSON.stringify(places))
      await page.click('button:text-is("Format")')
      await page.click('.run button')
      await page.waitForSelector('.map[aria-busy=false] .leaflet-marker-icon')
    },
  },
  'try-phone': {
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    prepare: (page) => example(page, 'Near a point'),
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
  const { page, close } = await open(here.browser, here.stack.url, '/try', {
    deviceScaleFactor: 1.5,
    ...options,
  })
  await page.click('button:text-is("Sign in")')
  await page.getByLabel('E-mail').fill('demo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(here.stack))
  await page.keyboard.press('Enter')
  await page.locator('.user span').waitFor({ state: 'attached' })
  await prepare?.(page)
  await page.waitForTimeout(1000) // what comes late: the price, letters of other scripts
  const path = join(root, `docs/images/${name}.png`)
  const box = of && (await page.locator(of).boundingBox())
  await page.screenshot({ path, ...(box && { clip: around(box), fullPage: true }) })
  await close()
})

test.each([['docs', '/docs', '.opblock']])('%s', async (name, path, drawn) => {
  const { page, close } = await open(here.browser, here.stack.url, path, { deviceScaleFactor: 1.5 })
  await page.waitForSelector(drawn)
  await page.screenshot({ path: join(root, `docs/images/${name}.png`) })
  await close()
})

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '../support/stack.js'
import { fillSignIn, open, stackAndBrowser } from './browser.js'

/** The pictures of /try in docs/images, taken again: `SCREENSHOTS=1 npm run test:browser`. */

const here = stackAndBrowser()

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Request body').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

interface Picture {
  prepare(page: Page): Promise<void>
  /** What is shown, if not the window. */
  of?: string
}

const largest = {
  query: {
    bool: { filter: [{ term: { country: 'US' } }, { range: { revenue: { gte: 50000 } } }] },
  },
  sort: [{ revenue: 'desc' }],
  _source: ['name', 'city', 'region', 'founded_year', 'revenue'],
}

const pictures: Record<string, Picture> = {
  'try-compose': {
    async prepare(page) {
      await page.click('button:text-is("Records")')
      await write(page, JSON.stringify(largest))
      await page.click('button:text-is("Format")')
      await page.keyboard.press('Escape')
      await page.click('.run button')
      await page.waitForSelector('.hits')
    },
  },
  'try-mistake': {
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

test.each(Object.entries(pictures))('%s', async (name, { prepare, of }) => {
  const { page, close } = await open(here.browser, here.stack.url, '/try', {
    deviceScaleFactor: 1.5,
  })
  await page.click('button:text-is("Sign in")')
  await fillSignIn(page, here.stack)
  await page.locator('.user span').waitFor({ state: 'attached' })
  await prepare(page)
  await page.waitForTimeout(1000) // what comes late: the price, letters of other scripts
  const path = join(root, `docs/images/${name}.png`)
  const box = of && (await page.locator(of).boundingBox())
  await page.screenshot({ path, ...(box && { clip: around(box), fullPage: true }) })
  await close()
})

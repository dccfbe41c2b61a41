import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { open } from '../../../test/browser/browser.js'
import { root } from '../../../test/support/stack.js'
import { stackWithExtract } from './extract.js'

/** The pictures of the directory in docs/images: of the extract. */

const here = stackWithExtract()

interface Picture {
  address: string
  options?: BrowserContextOptions
  /** What has to be there. */
  drawn: string
}

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const pictures: Record<string, Picture> = {
  home: { address: '/', drawn: 'main h1' },
  directory: { address: '/?q=food+bank&near=Providence+RI', drawn: '.map .searched' },
  'directory-map': { address: '/?q=arts&region=RI&shape=map', drawn: '.map .cluster' },
  'directory-table': {
    address: '/?q=hospital&region=VT&sort=-revenue&shape=table',
    options: { colorScheme: 'dark' },
    drawn: '.results mark',
  },
  'directory-organization': { address: '/organizations/us-050395601', drawn: '.detail' },
  'directory-compare': {
    address: '/?compare=us-050258937,us-030219309,us-050395601',
    drawn: 'table',
  },
  'directory-phone': {
    address: '/?q=food+bank&near=Providence+RI',
    options: phone,
    drawn: '.cards',
  },
}

test.each(Object.entries(pictures))('%s', async (name, picture) => {
  const { address, options, drawn } = picture
  const { page, close } = await open(here.browser, here.stack.url, address, {
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    ...options,
  })
  await page.locator(drawn).first().waitFor({ state: 'attached' })
  await page.waitForTimeout(1000) // outlines of the map, letters
  await page.screenshot({ path: join(root, `docs/images/${name}.png`) })
  await close()
})

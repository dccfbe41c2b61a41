import type { Page } from 'playwright-core'
import { stackAndBrowser } from '../../../test/browser/browser.js'

/** The pages of the directory that the gateway makes, over the samples, without and with script. */

const here = stackAndBrowser()

let page: Page
async function start(path: string, javaScriptEnabled: boolean): Promise<void> {
  page = await here.visit(path, { javaScriptEnabled })
}

const heading = () => page.locator('main h1').textContent()
const path = () => new URL(page.url()).pathname + new URL(page.url()).search
const box = () => page.getByRole('combobox', { name: 'Search organizations' })

/** The paths of the calls that a page makes, without those of its map. */
function calls(): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const isOfMap = searchParams.get('facets') === 'cells'
    if (!pathname.startsWith('/directory/') && !isOfMap) made.push(pathname)
  })
  return made
}

test('without script: search by the form, open an organization', async () => {
  await start('/', false)
  expect(await heading()).toBe('Find nonprofit organizations')
  await box().fill('food')
  await page.getByRole('button', { name: 'Search' }).click()
  expect([path(), await heading()]).toEqual(['/?q=food', '41 organizations'])
  expect(await page.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'Next' }).click()
  expect(path()).toBe('/?q=food&page=2')
  const link = page.locator('.cards a').first()
  const name = await link.textContent()
  await link.click()
  expect(await heading()).toBe(name)
  for (const title of ['About', 'Money', 'Status and registration'])
    expect(await page.getByRole('heading', { name: title, exact: true }).isVisible()).toBe(true)
})

test('with script: the document holds what it shows, and the page goes on in it', async () => {
  await start('/?q=food', true)
  await page.locator('[aria-label=Results][aria-busy=false]').waitFor()
  const made = calls()
  const link = page.locator('.cards a').nth(12)
  const name = await link.textContent()
  await link.click()
  await page.locator('.detail').waitFor()
  expect([await heading(), await page.title()]).toEqual([
    name,
    expect.stringMatching(/, .+ · Nonprofit Organization Directory$/),
  ])
  expect(made[0]).toBe(new URL(page.url()).pathname) // as JSON
  await page.getByRole('link', { name: 'Back to the results' }).click()
  await page.locator('.cards').waitFor()
  expect(path()).toBe('/?q=food')
  await page.waitForFunction(`document.activeElement?.textContent === ${JSON.stringify(name)}`)
  const known = calls()
  await page.reload()
  await page.locator('[aria-label=Results][aria-busy=false]').waitFor()
  await page.waitForLoadState('networkidle')
  expect(known).toEqual(['/'])
})

test('with script: a link and a citation are copied', async () => {
  await start('/organizations/org-0004', true)
  await page.getByRole('button', { name: 'Copy link' }).click()
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await page.getByText('Copied').waitFor()
  expect(await copied()).toBe(page.url())
  await page.getByRole('button', { name: 'Cite' }).click()
  await page.waitForFunction('navigator.clipboard.readText().then((text) => / EIN /.test(text))')
  expect(await copied()).toContain(page.url())
})

test('printed without what belongs to the screen', async () => {
  await start('/organizations/org-0004', true)
  await page.locator('.detail').waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const part of ['header.top', 'search', '.map', '.detail button'])
    expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false])
  expect(await page.locator('.detail h1').isVisible()).toBe(true)
})

import type { BrowserContextOptions, Page } from 'playwright-core'
import { allImpacts, barriersOn, fillSignIn, overflows, stackAndBrowser } from './browser.js'

/**
 * /docs, the guides and the landing page, as people use them. Whatever is done on them, they must
 * have broken no rule at the end.
 */

const here = stackAndBrowser(undefined, {
  complaints: /^Failed to load resource: the server responded with a status of (400|401)/,
})
let page: Page

async function show(path: string, options?: BrowserContextOptions): Promise<void> {
  page = await here.visit(path, options)
}

/** The part of /docs that describes a call. */
const callOf = (operationId: string) => page.locator(`.opblock[id$="-${operationId}"]`)

/**
 * Opens a call, fills in its body if there is one, sends it; resolves with the status and the body
 * that are shown.
 */
async function execute(
  operationId: string,
  body?: object,
): Promise<{ status: string; text: string }> {
  const call = callOf(operationId)
  await call.waitFor() // it may be open from before
  const tryOut = call.locator('button.try-out__btn').first()
  if (!(await tryOut.count())) await call.locator('.opblock-summary-control').click()
  await tryOut.waitFor()
  if (!(await call.locator('button.execute').count())) await tryOut.click()
  const clear = call.locator('button.btn-clear')
  if (await clear.count()) await clear.click() // what is shown afterwards is the new answer
  if (body) await call.locator('textarea.body-param__text').fill(JSON.stringify(body))
  await call.locator('button.execute').click()
  const live = call.locator('.live-responses-table .response')
  const status = (await live.locator('.response-col_status').textContent()) ?? ''
  const text = (await live.locator('.highlight-code code').first().textContent()) ?? ''
  return { status: status.trim().slice(0, 3), text }
}

/** Fills in one of the ways to authenticate, by its name in the document. */
async function authorize(scheme: string, credential: string): Promise<void> {
  await page.click('button.authorize.locked')
  const way = page
    .locator('.auth-container')
    .filter({ has: page.locator(`h4 code:text-is("${scheme}")`) })
  await way.locator('input').fill(credential)
  await way.locator('button.authorize').click()
  await page.click('.auth-btn-wrapper button.btn-done')
}

test('/docs shows the calls, each with what it needs', async () => {
  await show('/docs')
  await page.waitForSelector('.opblock')
  expect(await page.locator('.opblock').count()).toBeGreaterThan(15)
  expect(await page.title()).toMatch(/API reference/)
  const shown = page.locator('.opblock').first()
  expect(await shown.getAttribute('id')).toMatch(/-find$/) // most come for it
  const padlock = callOf('search').locator('.authorization__btn')
  expect(await padlock.getAttribute('aria-label')).toBe('authorization button locked')
  expect(await callOf('login').locator('.authorization__btn').count()).toBe(0)
  expect(await overflows(page)).toBe(false)
})

test('an API key in its own header; what was typed stays in the memory of the page', async () => {
  const key = await here.stack.mintKey()
  await show('/docs')
  await page.waitForSelector('.opblock')
  expect((await execute('fields')).status).toBe('401')
  await authorize('apiKeyHeader', key)
  expect((await execute('fields')).status).toBe('200')
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
  )
  expect(kept).not.toContain(key)
  await page.reload({ waitUntil: 'networkidle' })
  await page.waitForSelector('button.authorize.locked')
})

test('calls are sent with the login, which Swagger UI does not get', async () => {
  await show('/account')
  await fillSignIn(page, here.stack)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  await page.click('nav a:text-is("API docs")')
  await page.locator('.user', { hasText: 'demo@example.org' }).waitFor()
  await page.waitForSelector('.opblock')
  const found = await execute('search')
  expect(found.status).toBe('200')
  expect(JSON.parse(found.text).data.total).toBeGreaterThan(0)
  const curl = await callOf('search').locator('.curl').textContent()
  expect(curl).toContain('/organizations/search')
  expect(curl).toContain('-H "Authorization: Bearer $TOKEN"')
  expect(curl).not.toContain('v4.public')
  const simplest = await execute('find') // as it is filled in
  expect(simplest.status).toBe('200')
  expect(JSON.parse(simplest.text).data.total).toBeGreaterThan(0)
  const refused = await execute('search', {
    index: 'db-organizations*',
    body: { query: { match_all: {} } },
  })
  expect(refused.status).toBe('400')
  expect(refused.text).toContain(
    'index must begin with map-serp, organization-entity or organization-serp',
  )
  // guides are documents of their own
  await page.click('.lead a:text-is("guides")')
  await page.locator('.user', { hasText: 'demo@example.org' }).waitFor()
  await page.click('nav a:text-is("API docs")')
  await page.click('button:text-is("Sign out")')
  expect((await execute('fields')).status).toBe('401')
  await page.click('.lead button:text-is("sign in")')
  await fillSignIn(page, here.stack)
  await page.getByText('Calls that you try are sent with your login.').waitFor()
})

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  isMobile: true,
  hasTouch: true,
}

/** Nothing that axe-core finds in the page or a part of it, nothing wider than the window. */
async function isUsable(what: string, within?: string): Promise<void> {
  expect([what, await barriersOn(page, allImpacts, within)]).toEqual([what, []])
  expect([what, await overflows(page)]).toEqual([what, false])
}

test.each<[string, BrowserContextOptions, string]>([
  ['light', {}, 'rgb(246, 248, 247)'],
  ['dark, on a phone', { ...phone, colorScheme: 'dark' }, 'rgb(13, 19, 18)'],
])('the reference and the guides keep no one out: %s', async (_, options, ground) => {
  await show('/docs', options)
  await page.waitForSelector('.opblock')
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground)
  const isDark = await page.evaluate('document.documentElement.matches(".dark-mode")')
  expect(isDark).toBe(options.colorScheme === 'dark')
  await isUsable('reference')
  // no syllable a line
  const about = await page.locator('.opblock-tag small').first().boundingBox()
  expect(about!.width).toBeGreaterThan(250)

  await callOf('search').locator('.opblock-summary-control').click()
  await callOf('search').locator('.responses-table').waitFor()
  await callOf('search').locator('button.try-out__btn').click()
  await isUsable('an open call', '.opblock[id$="-search"]')
  // an error is a line until it is opened
  const refused = callOf('search').locator('.response', { hasText: 'VALIDATION_ERROR' })
  expect(await refused.count()).toBe(0)
  await callOf('search')
    .locator('button:text-is("The request is malformed or breaks a rule.")')
    .click()
  expect(await refused.count()).toBe(1)

  await page.click('.tools button.authorize')
  expect(await page.locator('.auth-container h4 code').allTextContents()).toEqual([
    'accessToken',
    'apiKeyBearer',
    'apiKeyHeader',
  ])
  expect(await page.evaluate('document.activeElement.id')).toBe('auth-bearer-value')
  await isUsable('Authorize', '.dialog-ux')
  await page.keyboard.press('Escape')

  const title = (text: string) => page.waitForSelector(`h1:text-is("${text}")`)
  await page.click('.lead a:text-is("guides")')
  await title('Guides')
  await isUsable('guides')
  await page.click('a:text-is("Getting started")')
  await title('Getting started')
  expect(new URL(page.url()).pathname).toBe('/docs/guides/getting-started')
  await isUsable('a guide')
  await page.click('main a:text-is("Errors")')
  await title('Errors')
  expect(await page.title()).toMatch(/^Errors ·/)
  await isUsable('a guide with tables')
  const links = async () => {
    await page.waitForSelector('.top nav a')
    return page.evaluate('[...document.querySelectorAll(".top a")].map((a) => a.pathname)')
  }
  expect(await links()).toEqual(['/', '/', '/docs', '/try', '/account'])
  // a gateway that has no page for accounts
  const response = await fetch(`${here.stack.url}/`)
  const listed = (await response.json()) as { data: { pages: { account?: string } } }
  delete listed.data.pages.account
  await page.route(`${here.stack.url}/`, (route) => route.fulfill({ json: listed }))
  await page.reload()
  await title('Errors')
  expect(await links()).toEqual(['/', '/', '/docs', '/try'])
  await page.goBack()
  await title('Getting started')
})

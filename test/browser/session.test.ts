import type { BrowserContext, Page } from 'playwright-core'
import { until } from '../support/until.js'
import { fillSignIn, stackAndBrowser } from './browser.js'

/** One login for all pages and tabs of a browser, until it is ended in one of them. */

const here = stackAndBrowser(
  { isOwn: true },
  { complaints: /^Failed to load resource: the server responded/ },
)
const cookiePath = '/api/v1/auth/cookie'
const paths = ['/', '/account', '/docs', '/docs/guides', '/docs/guides/limits', '/try']

let page: Page
let context: BrowserContext
/** Calls of the login, of all tabs of the browser. */
let calls: string[]

beforeEach(async () => {
  page = await here.visit('/account')
  context = page.context()
  calls = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(cookiePath)) calls.push(pathname.slice(cookiePath.length + 1))
  })
})
afterEach(() => expect(here.stack.output()).not.toContain('refresh-reused'))

async function signIn(): Promise<void> {
  await fillSignIn(page, here.stack)
  await isSignedIn(page)
}
const isSignedIn = (tab: Page) => tab.locator('.user', { hasText: 'demo@example.org' }).waitFor()
const isSignedOut = (tab: Page) =>
  tab.locator('.user', { hasText: 'demo@example.org' }).waitFor({ state: 'detached' })
const go = (tab: Page, path: string) => tab.goto(here.stack.url + path)

async function tabAt(path: string): Promise<Page> {
  const tab = await context.newPage()
  await go(tab, path)
  return tab
}

test('a login survives reloads, holds in another tab, and on every page', async () => {
  await signIn()
  await page.reload()
  await isSignedIn(page)
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  for (const path of paths) {
    const tab = await tabAt(path)
    await isSignedIn(tab)
    await tab.close()
  }
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.click('nav a:text-is("Workbench")', { modifiers: ['ControlOrMeta'] }),
  ])
  await isSignedIn(tab)
  await page.click('nav a:text-is("API docs")')
  await isSignedIn(page)
  expect(calls).toEqual(['login', ...Array.from({ length: paths.length + 3 }, () => 'refresh')])
})

test('a sign-out in one tab ends the login in all', async () => {
  await signIn()
  const tabs = await Promise.all(paths.map(tabAt))
  await Promise.all(tabs.map(isSignedIn))
  await tabs[3]!.click('text=Sign out')
  await Promise.all([...tabs, page].map(isSignedOut))
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  await until(async () => (await context.cookies()).length === 0)
  await page.reload()
  await page.waitForSelector('h1:text("Sign in")')
  expect(calls.at(-1)).toBe('logout')
})

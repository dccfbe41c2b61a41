import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { startService } from '../support/service.js'
import { until } from '../support/until.js'
import {
  demoPassword,
  misdeedsOf,
  noMisdeeds,
  type Opened,
  open,
  stackAndBrowser,
} from './browser.js'

/** One login for all pages and tabs of a browser, until it is ended in one of them. */

const here = stackAndBrowser({ isOwn: true })
const cookiePath = '/api/v1/auth/cookie'
const paths = ['/', '/account', '/docs', '/docs/guides', '/docs/guides/limits', '/try']

let opened: Opened
let page: Page
let context: BrowserContext
/** Calls of the login, of all tabs of the browser. */
let calls: string[]

beforeEach(async () => {
  opened = await open(here.browser, here.stack.url, '/account')
  page = opened.page
  context = page.context()
  calls = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(cookiePath)) calls.push(pathname.slice(cookiePath.length + 1))
  })
})
afterEach(async () => {
  await opened.close()
  expect(misdeedsOf(opened, /^Failed to load resource: the server responded/)).toEqual(noMisdeeds)
  expect(here.stack.output()).not.toContain('refresh-reused')
})

async function signIn(): Promise<void> {
  await page.getByLabel('E-mail').fill('demo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(here.stack))
  await page.keyboard.press('Enter')
  await isSignedIn(page)
}
const isSignedIn = (tab: Page) => tab.locator('.user', { hasText: 'demo@example.org' }).waitFor()
const isSignedOut = (tab: Page) =>
  tab.locator('.user', { hasText: 'demo@example.org' }).waitFor({ state: 'detached' })
const go = (tab: Page, path: string) => tab.goto(here.stack.url + path)

/** Where the page changes its address at that moment, Chromium drops the reload: then once more. */
const loadAgain = (tab: Page) => tab.reload().catch(() => tab.reload())

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

test('ten tabs at once go on with one login; a sign-out in one ends it in all', async () => {
  await signIn()
  const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()))
  const urlOf = (i: number) => here.stack.url + paths[i % paths.length]!
  // the second load interrupts the refresh of the first one
  await Promise.all(tabs.map((tab, i) => tab.goto(urlOf(i), { waitUntil: 'domcontentloaded' })))
  await Promise.all(tabs.map(loadAgain))
  await Promise.all(tabs.map(isSignedIn))

  await tabs[3]!.click('text=Sign out')
  await Promise.all([...tabs, page].map(isSignedOut))
  await page.getByText('Your session has ended. Sign in again.').waitFor()
  await until(async () => (await context.cookies()).length === 0)
  await page.reload()
  await page.waitForSelector('h1:text("Sign in")')
  expect(calls.at(-1)).toBe('logout')
})

test('a sign-in in one tab holds in those that were open before', async () => {
  const other = await tabAt('/docs')
  await signIn()
  await isSignedIn(other)
})

test('a tab that is closed during a refresh does not lose the new cookie', async () => {
  let held = Promise.resolve()
  const proxy = await startService((req, res) => {
    const { method, headers } = req
    req.pipe(
      request(here.stack.url + req.url!, { method, headers }, async (answer) => {
        if (req.url!.endsWith('/refresh')) await held
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      }),
    )
  })
  try {
    await opened.close()
    opened = await open(here.browser, proxy.url, '/account')
    page = opened.page
    context = page.context()
    await signIn()
    const kept = async () => (await context.cookies())[0]!.value
    const before = await kept()
    let letGo = () => {}
    held = new Promise((resolve) => {
      letGo = resolve
    })
    const tab = await context.newPage()
    const asked = tab.waitForRequest(/cookie\/refresh$/)
    await tab.goto(`${proxy.url}/docs`, { waitUntil: 'commit' })
    await asked
    await tab.close()
    letGo()
    await until(async () => (await kept()) !== before)
    await page.reload()
    await isSignedIn(page)
  } finally {
    await page.close()
    await proxy.close()
  }
})

test('a visitor is asked for no login', async () => {
  for (const path of paths) await go(page, path)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
})

test('the browser keeps the refresh token out of reach of scripts', async () => {
  const answer = page.waitForResponse(/cookie\/login$/)
  await signIn()
  const { data } = await (await answer).json()
  expect(Object.keys(data)).toEqual(['accessToken', 'expiresIn', 'user'])
  const [cookie, ...others] = await context.cookies()
  expect(cookie).toMatchObject({
    name: 'directory-login',
    value: expect.stringMatching(/^v4\.public\./),
    domain: '127.0.0.1',
    path: cookiePath,
    httpOnly: true,
    sameSite: 'Strict',
    secure: false, // by plain http
    expires: expect.any(Number),
  })
  const days = (cookie!.expires * 1000 - Date.now()) / 86_400_000
  expect([Math.round(days), others]).toEqual([7, []])
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  const id = String(data.user.id)
  expect(JSON.parse(kept as string)).toEqual([{ [`signed-in ${here.stack.url}`]: id }, {}, ''])
})

test('a page at another port, to which the cookie belongs too, cannot use it', async () => {
  await signIn()
  let carried = '' // what the browser sends there shows that ports do not keep cookies apart
  const elsewhere = createServer(({ headers }, res) => {
    carried ||= headers.cookie ?? ''
    res.setHeader('Content-Type', 'text/html').end('<p>')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  try {
    const tab = await context.newPage()
    await tab.goto(`http://127.0.0.1:${port}${cookiePath}/page`)
    expect(carried).toMatch(/^directory-login=v4/)
    const answers: number[] = []
    tab.on('response', (response) => answers.push(response.status()))
    for (const call of ['refresh', 'logout']) {
      const url = `${here.stack.url}${cookiePath}/${call}`
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        await tab.evaluate(
          ([to, as]) =>
            fetch(to!, {
              method: 'POST',
              mode: 'no-cors',
              credentials: 'include',
              headers: { 'Content-Type': as! },
              body: '{}',
            }).then(() => undefined),
          [url, type],
        )
    }
    await until(() => answers.length === 4)
    expect(answers).toEqual([415, 415, 415, 415])
  } finally {
    elsewhere.close()
  }
  await page.reload()
  await isSignedIn(page)
})

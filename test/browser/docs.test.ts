import type { Page } from 'playwright-core'
import {
  barriersOn,
  demoPassword,
  type Opened,
  open,
  overflows,
  stackAndBrowser,
} from './browser.js'

/**
 * /docs and the landing page, as people use them. Whatever is done on them, they must have broken
 * no rule at the end.
 */

const here = stackAndBrowser()
let opened: Opened
let page: Page

/** What the API refuses the browser shows on its console. */
const toldRefusal = /^Failed to load resource: the server responded with a status of (400|401)/

afterEach(async () => {
  const { violations, complaints, strangers } = opened
  await opened.close()
  expect({
    violations,
    strangers,
    complaints: complaints.filter((text) => !toldRefusal.test(text)),
  }).toEqual({
    violations: [],
    strangers: [],
    complaints: [],
  })
})

async function show(path: string): Promise<void> {
  opened = await open(here.browser, here.stack.url, path)
  page = opened.page
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
  const tryOut = call.locator('button.try-out__btn')
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
  await page.click('button.authorize.unlocked')
  const way = page
    .locator('.auth-container')
    .filter({ has: page.locator(`h4 code:text-is("${scheme}")`) })
  await way.locator('input').fill(credential)
  await way.locator('button.authorize').click()
  await page.click('.auth-btn-wrapper button.btn-done')
}

test('/docs shows every call of the document', async () => {
  await show('/docs')
  await page.waitForSelector('.opblock')
  const { paths } = (await (await fetch(`${here.stack.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const calls = Object.values(paths).flatMap(
    (path) => Object.values(path) as { operationId: string }[],
  )
  expect(calls.length).toBeGreaterThan(15)
  for (const { operationId } of calls) expect(await callOf(operationId).count()).toBe(1)
  expect(await page.title()).toMatch(/Documentation/)
  expect(await overflows(page)).toBe(false)
})

test('a token from the login, a search with it, and an error that is told', async () => {
  await show('/docs')
  await page.waitForSelector('.opblock')
  const login = await execute('login', {
    email: 'demo@example.org',
    password: demoPassword(here.stack),
  })
  expect(login.status).toBe('200')
  const { data } = JSON.parse(login.text)
  expect((await execute('search')).status).toBe('401')
  await authorize('accessToken', data.accessToken)
  const found = await execute('search')
  expect(found.status).toBe('200')
  expect(JSON.parse(found.text).data.total).toBeGreaterThan(0)
  const refused = await execute('search', {
    index: 'db-organizations*',
    body: { query: { match_all: {} } },
  })
  expect(refused.status).toBe('400')
  expect(refused.text).toContain(
    'index must begin with map-serp, organization-entity or organization-serp',
  )
})

test('an API key in its own header; what was typed stays in the memory of the page', async () => {
  const key = await here.stack.mintKey()
  await show('/docs')
  await page.waitForSelector('.opblock')
  await authorize('apiKeyHeader', key)
  expect((await execute('fields')).status).toBe('200')
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
  )
  expect(kept).not.toContain(key)
  await page.reload({ waitUntil: 'networkidle' })
  await page.waitForSelector('button.authorize.unlocked')
})

test('the way in leads to the pages, and nobody is kept out', async () => {
  await show('/')
  expect(await barriersOn(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.click('nav a:text-is("API docs")')
  await page.waitForSelector('.opblock')
  expect(new URL(page.url()).pathname).toBe('/docs')
  await page.goBack()
  await page.click('nav a:text-is("Workbench")')
  await page.waitForSelector('#login')
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import {
  allImpacts,
  barriersOn,
  fillSignIn,
  misdeedsOf,
  noMisdeeds,
  type Opened,
  open,
  overflows,
} from '../../../test/browser/browser.js'
import { type RunningStack, startStack } from '../../../test/support/stack.js'
import { until } from '../../../test/support/until.js'
import { toDisplayName } from '../../fields/display.js'
import { pageSize } from '../../web/navigation/view.js'
import { stackWithExtract } from './extract.js'

/**
 * What people do in the directory, by clicks and typing alone, over 1,200 organizations of the IRS
 * extract: on a wide screen in light, and what a phone shows otherwise there, in dark.
 */

const folder = mkdtempSync(join(tmpdir(), 'directory-abroad-'))
const abroad = join(folder, 'abroad.ndjson')
writeFileSync(
  abroad,
  JSON.stringify({
    ...{ id: 'fr-1', name: 'Secours de Besançon' },
    ...{ country: 'FR', region: 'Doubs', city: 'Besançon' },
  }),
)
afterAll(() => rmSync(folder, { recursive: true }))

const here = stackWithExtract(abroad)

/** An organization of the extract, as the page writes it. */
const foodBank = 'Rhode Island Community Food Bank Association'
const number = '050395601'

let opened: Opened
let page: Page
let isPhone: boolean

const box = () => page.getByRole('combobox', { name: 'Search organizations' })
const names = () => page.locator('.cards h2').allTextContents()
const found = async () => Number((await heading()).replace(/\D/g, ''))
const query = () => Object.fromEntries(new URL(page.url()).searchParams)
const done = () => page.locator('[aria-label=Results][aria-busy=false], .detail').first().waitFor()
/** Goes to a document, and waits for its script: before, links load other documents. */
const visit = (address: string) =>
  page.goto(`${here.stack.url}/${address}`, { waitUntil: 'networkidle' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const link = (name: string | RegExp) => page.getByRole('link', { name }).first()

async function heading(): Promise<string> {
  await done()
  return (await page.locator('main h1').first().textContent())!
}

/** Does what asks the API for other results, and waits for them. */
async function asking(act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForRequest(/\/organizations\?/), act()])
  await done()
}

async function search(text: string): Promise<void> {
  await asking(async () => {
    await box().fill(text)
    await box().press('Enter')
  })
}

/** On a phone the filters are folded away. */
async function openFilters(): Promise<void> {
  if (isPhone && (await page.locator('.facets[open]').count()) === 0)
    await page.click('summary:text("Filters")')
}

/** Chooses a value of a facet. @returns its count. */
async function filter(facet: string, value: string): Promise<number> {
  await openFilters()
  const part = page.locator('.facets section', { has: page.locator(`h2:text-is("${facet}")`) })
  const all = part.getByRole('button', { name: /^All / })
  if ((await all.count()) > 0) await all.click()
  const chosen = part.locator('label', { hasText: value })
  const count = await chosen.locator('small').textContent()
  await asking(() => chosen.getByRole('checkbox').check())
  return Number(count!.replaceAll(',', ''))
}

/** Opens the dialog and begins a download. */
async function begin(format: string): Promise<void> {
  await button('Download').click()
  await dialog().getByRole('button', { name: format, exact: true }).click()
  await dialog().getByRole('button', { name: 'Download' }).click()
}

async function download(format: string): Promise<string> {
  const arrives = page.waitForEvent('download')
  const [saved] = await Promise.all([arrives, begin(format)])
  await dialog().waitFor({ state: 'detached' })
  return readFileSync((await saved.path())!, 'utf8')
}

async function signIn(): Promise<void> {
  await button('Sign in').click()
  await fillSignIn(page, here.stack)
  await button('Sign out').waitFor()
  await page.locator('.cards').waitFor()
}

/** What of the same address a browser shows that was never here. */
async function inNewBrowser(look: (other: Page) => Promise<string | null>): Promise<string | null> {
  const context = await here.browser.newContext({ viewport: page.viewportSize() })
  const other = await context.newPage()
  await other.goto(page.url())
  const seen = await look(other)
  await context.close()
  return seen
}

const dialogText = (tab: string) =>
  page
    .getByRole('button', { name: tab, exact: true })
    .click()
    .then(() => page.locator('dialog pre').textContent())

const nearby = 'a food bank near Providence RI'
/** What the page of the food bank shows. */
const facts = [
  '501(c)(3), charitable organization',
  '200 Niantic Ave, Providence, RI 02907-3150',
  '$28,564,249',
]
const searchNear = () => search(nearby)
const isInFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor()

const jobs: Readonly<Record<string, () => Promise<void>>> = {
  async 'a food bank near Providence, as one says it'() {
    await searchNear()
    expect(query()).toEqual({ q: nearby })
    expect((await names())[0]).toBe(foodBank)
    expect(await page.locator('.cards mark').first().textContent()).toBe('Food')
    await asking(() => page.getByLabel('Order', { exact: true }).selectOption('Distance'))
    expect(query()).toEqual({ q: nearby, sort: 'distance' })
    await asking(() => link('Search for these words instead').click())
    expect(query()).toEqual({ q: nearby, understand: 'false' })
    expect(await link(/^Remove/).count()).toBe(0)
    await page.goBack()
    await asking(() => link('Remove near Providence RI').click())
    expect(query()).toEqual({ q: 'food bank' })
  },
  async 'a download that is cancelled on its way'() {
    await page.route(/size=50&page=3$/, () => {}) // never answered
    await begin('CSV')
    await dialog().getByText('The first 1,000 of 1,201 organizations.').waitFor()
    await dialog().getByText('100 of 1,000').waitFor()
    expect(await dialog().getByRole('progressbar').getAttribute('value')).toBe('100')
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().getByRole('progressbar').waitFor({ state: 'detached' })
    expect(await dialog().getByRole('alert').count()).toBe(0)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.unrouteAll()
  },
  async 'signed in, all of a result by an export'() {
    await signIn()
    const total = await found()
    const [saved] = await Promise.all([
      download('NDJSON'),
      page.waitForRequest(/\/organizations\/export$/),
    ])
    const ids = saved.trimEnd().split('\n')
    expect(new Set(ids.map((row) => JSON.parse(row).id)).size).toBe(total)
    expect(ids.length).toBe(total)
  },
  async 'an export that is cut, which says so'() {
    await signIn()
    const rows = '{"id":"x-1"}\n{"id":"x-2","_cursor":"there"}\n'
    const error = { code: 'RATE_LIMITED', message: 'The budget is spent' }
    const headers = { 'retry-after': '3600' }
    await page.route(/\/organizations\/export/, (route) =>
      route.request().url().endsWith('?cursor=there')
        ? route.fulfill({ status: 429, headers, json: { status: 'error', error } })
        : route.fulfill({ body: rows }),
    )
    const [saved] = await Promise.all([page.waitForEvent('download'), begin('CSV')])
    expect(saved.suggestedFilename()).toBe('organizations-incomplete.csv')
    expect(readFileSync((await saved.path())!, 'utf8')).toMatch(/\r\n,+x-1,+\r\n,+x-2,+\r\n$/)
    await dialog().getByText('has the first 2 of').waitFor()
    await dialog().getByRole('alert').getByText('The budget is spent').waitFor()
    await page.unrouteAll()
  },
  async 'page 50, and none beyond the end'() {
    const number = () => page.getByLabel('Page, 1 to 50')
    const current = () => page.locator('.pager [aria-current]', { hasText: '50' }).waitFor()
    await number().fill('50')
    await number().press('Enter')
    await current()
    await number().fill('999')
    await number().press('Enter')
    await page.getByText('There is no page 999').waitFor()
    await link('Go to page 50').click()
    await current()
    expect((await names()).length).toBe(pageSize)
  },
  async 'an organization, and back'() {
    await search('food bank')
    await asking(() => page.getByLabel('Order', { exact: true }).selectOption('Highest revenue'))
    await link(foodBank).click()
    for (const fact of facts) await page.getByText(fact).first().waitFor()
    const links = await page.locator('.detail a').evaluateAll((all) => all.map(({ href }) => href))
    const nonprofits = 'https://projects.propublica.org/nonprofits/organizations'
    expect(links).toContain(`${nonprofits}/${number}`)
    expect((await page.title()).startsWith(foodBank)).toBe(true)
    expect(await inNewBrowser((one) => one.locator('h1').textContent())).toBe(foodBank)
    await page.goBack()
    await page.locator('.cards').waitFor()
    expect(query()).toEqual({ q: 'food bank', sort: '-revenue' })
  },
  async 'a name as one types it, by keyboard'() {
    await box().focus()
    const last = new URLSearchParams({ q: 'rhode isl comm' })
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(`/suggest?${last}`)),
      page.keyboard.type('rhode isl comm'),
    ])
    await page.getByRole('option').first().waitFor()
    await until(() => query().q === 'rhode isl comm')
    await done() // results that are on their way are dim
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await page.keyboard.press('ArrowDown')
    expect(await box().getAttribute('aria-activedescendant')).toBe('suggestion-0')
    const first = await page.getByRole('option').first().locator('bdi').first().textContent()
    await page.keyboard.press('Enter')
    await page.locator('.detail').waitFor()
    expect(await heading()).toBe(first)
  },
  async 'Enter opens no suggestion below the mouse, nor one that came after the choice'() {
    let release = () => {}
    await page.route(/suggest\?q=zz/, async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q')!
      if (q === 'zzz') await new Promise<void>((resolve) => (release = resolve))
      await route.fulfill({
        json: { status: 'success', data: { suggestions: [{ id: q, name: q }] } },
      })
    })
    const option = (name: string) => page.getByRole('option', { name, exact: true })
    await box().fill('zz')
    await option('zz').hover()
    await Promise.all([page.waitForRequest(/q=zzz$/), box().press('z')])
    await box().press('ArrowDown')
    expect(await option('zz').getAttribute('aria-selected')).toBe('true')
    release()
    await option('zzz').hover()
    await box().press('Enter')
    await done()
    expect(query()).toEqual({ q: 'zzz' })
    await page.unrouteAll()
  },
  async 'a search by keyboard alone, from the top'() {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // skips to the content
    await page.keyboard.press('Tab')
    await page.keyboard.type('food bank')
    await page.keyboard.press('Enter')
    await isInFocus('h1:has-text("organization")')
    const first = page.locator('.cards a').first()
    for (let i = 0; i < 7 && !(await first.evaluate(isFocused)); i++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isInFocus('.detail h1')
  },
  async 'back to where one was, and on again'() {
    await search('food')
    await asking(() => link('Next').click())
    await isInFocus('h1')
    const last = page.locator('.cards a').last()
    const href = await last.getAttribute('href')
    await last.click()
    await isInFocus('.detail h1')
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await isInFocus(`.cards a[href="${href}"]`)
    expect(await page.evaluate('scrollY')).toBeGreaterThan(500)
    await page.goForward()
    await isInFocus('.detail h1')
    await link('Back to the results').click()
    await isInFocus(`.cards a[href="${href}"]`)
  },
  async 'a place that is none: another one is proposed, and the words are searched'() {
    await visit('?q=food&near=Providance')
    await page.getByText('“Providance” is not a known place').waitFor()
    await asking(() => link('Search near Providence').click())
    expect(query()).toEqual({ q: 'food', near: 'Providence' })
    await page.goBack()
    await asking(() => link('Search for the words “food Providance”').click())
    expect(query()).toEqual({ q: 'food Providance' })
  },
  async 'near a city, nearest first, within a distance'() {
    await openFilters()
    await page.getByLabel('City, ZIP code, or latitude,longitude').fill('Burlington, VT')
    await page.getByLabel('Distance').selectOption('10 mi')
    await asking(() => page.locator('.near button').click())
    await link('Remove within 10 mi of Burlington, VT').waitFor()
    const lines = await page.locator('.cards p:last-of-type').allTextContents()
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toContain(', VT')
  },
  async 'a table, sorted and with other columns'() {
    await button('Table').click()
    await page.locator('.results').waitFor()
    expect(await page.locator('th[aria-sort]').count()).toBe(0)
    await page.getByRole('option', { name: 'Largest' }).waitFor({ state: 'attached' })
    await asking(() => button('Revenue').click())
    await page.locator('th[aria-sort=descending]').waitFor()
    await asking(() => button('Revenue').click())
    await page.locator('th[aria-sort=ascending]').waitFor()
    await page.click('summary:text("Columns")')
    await page.getByLabel('Place').uncheck()
    await page.locator('th:text-is("Place")').waitFor({ state: 'detached' })
    expect(query()).toEqual({
      shape: 'table',
      sort: 'revenue',
      columns: 'name,activity,distance,founded,revenue,assets,shortlist',
    })
  },
  async 'several values of a facet, a range of one’s own, and a code of NTEE'() {
    const count = await filter('State or region', 'Rhode Island')
    expect(await found()).toBe(count)
    const both = count + (await filter('State or region', 'Vermont'))
    expect(await found()).toBe(both)
    await asking(() => link('Remove Vermont').click())
    await openFilters()
    await page.getByLabel('Revenue, from').fill('900000')
    await page.getByLabel('Revenue, to').fill('100000') // the wrong way round
    await asking(() => page.getByLabel('Revenue, to').press('Enter'))
    await link('Remove Revenue 100,000 to 900,000').waitFor()
    await openFilters()
    await page.getByLabel('NTEE code').fill('b')
    await asking(() => page.getByLabel('NTEE code').press('Enter'))
    expect(query()).toEqual({ region: 'RI', revenue: '100000..900000', activity_code: 'B' })
    const few = await found()
    await asking(() => link('Remove Revenue').click())
    expect(await found()).toBeGreaterThan(few)
    await filter('Revenue', '1 to 10 million')
    await filter('Revenue', '10 million and more') // joined
    expect(query()).toMatchObject({ revenue: '1000000..' })
    await link('Remove Revenue from 1,000,000').waitFor()
  },
  async 'a shortlist: shared, and downloaded'() {
    await search('food')
    const shown = await names()
    const buttons = page.locator('.cards').getByRole('button', { name: /shortlist/ })
    for (const i of [2, 0, 1]) await buttons.nth(i).click()
    await buttons.nth(1).click() // and away
    await link('Shortlist (2)').click()
    await page.getByRole('heading', { name: 'Shortlist of 2 organizations' }).waitFor()
    await page.locator('.cards').waitFor()
    const listed = [shown[2], shown[0]]
    expect(await names()).toEqual(listed)
    expect(await page.title()).toMatch(/^Shortlist ·/)
    const other = await inNewBrowser(async (one) => {
      await one.locator('.cards').waitFor()
      return (await one.locator('.cards h2').allTextContents()).join('|')
    })
    expect(other).toBe(listed.join('|'))
    const [saved] = await Promise.all([page.waitForEvent('download'), begin('CSV')])
    expect(saved.suggestedFilename()).toMatch(/^shortlist(-.*)?\.csv$/)
    const rows = readFileSync((await saved.path())!, 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(rows.length).toBe(3)
    await dialog().waitFor({ state: 'detached' })
    await button('Table').click()
    await page.locator('.results tbody tr').nth(1).waitFor()
    await link('Back to the results').click()
    await done()
    expect(query()).toMatchObject({ q: 'food', list: expect.stringContaining(',') })
    await link(shown[0]!).click()
    await isInFocus('.detail h1')
    await box().fill('hospital')
    await box().press('Enter')
    await page.locator('.cards').waitFor()
    expect(query()).toMatchObject({ q: 'hospital', list: expect.stringContaining(',') })
  },
  async 'three organizations next to each other'() {
    await search('hospital')
    const listed = await names()
    const shown = listed.slice(0, 3)
    const buttons = page.locator('.cards').getByRole('button', { name: /shortlist/ })
    for (const i of [0, 1, 2]) await buttons.nth(i).click()
    await link('Compare 3').waitFor()
    await link('Shortlist (3)').click()
    await page.getByRole('heading', { name: 'Shortlist of 3 organizations' }).waitFor()
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await link('Compare 3').click()
    const heads = page.locator('.comparing thead th a:first-child')
    await heads.nth(2).waitFor()
    expect(await heads.allTextContents()).toEqual(shown)
    expect(await page.title()).toMatch(/^Compare /)
    await page.locator('.comparing tr', { hasText: 'Field of work' }).waitFor()
    for (const section of ['About', 'Money', 'Place'])
      await page.locator('.comparing [scope=rowgroup][colspan="4"]', { hasText: section }).waitFor()
    const other = await inNewBrowser((one) => one.locator('.comparing').textContent())
    expect(other).toBe(await page.locator('.comparing').textContent())
    await page
      .locator('.comparing')
      .getByRole('link', { name: /^Remove / })
      .first()
      .click()
    await heads.nth(2).waitFor({ state: 'detached' })
    expect(await heads.allTextContents()).toEqual(shown.slice(1))
    await link('Back to the shortlist').click()
    await page.getByRole('heading', { name: 'Shortlist of 3 organizations' }).waitFor()
    await link('Back to the results').click()
    // of more than four, the reader chooses
    for (const i of [3, 4]) await buttons.nth(i).click()
    await link('Compare …').click()
    await link('Compare 4').waitFor()
    const choices = page.locator('.columns-choice').getByRole('checkbox')
    expect(await choices.nth(4).isDisabled()).toBe(true)
    await choices.nth(0).uncheck()
    await choices.nth(4).check()
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await link('Compare 4').click()
    await heads.nth(3).waitFor()
    expect(await heads.allTextContents()).toEqual(listed.slice(1, 5))
  },
  async 'an error, and once more'() {
    await search('food')
    await page.route('**/api/v1/organizations?q=broken*', (route) => route.abort(), { times: 3 })
    await search('broken')
    await page.getByRole('alert').waitFor()
    await openFilters() // those of the search before do not stay
    expect(await page.locator('.facets input[type=checkbox]').count()).toBe(0)
    await button('Try again').click()
    await page.locator('.cards').waitFor()
  },
  async 'the request behind a result, which finds the same'() {
    await searchNear()
    const shown = await names()
    await button('Show as API request').click()
    expect(await barriersOn(page, allImpacts)).toEqual([])
    const get = (await (await fetch((await dialogText('GET'))!)).json()) as Answer
    expect(listNames(get)).toEqual(shown)
    const body = /-d '([\s\S]*)'$/.exec((await dialogText('POST search'))!)![1]!
    expect(await barriersOn(page, allImpacts)).toEqual([])
    const [whole, seen] = await dialog().evaluate((one) => [one.scrollWidth, one.clientWidth])
    expect(whole).toBeLessThanOrEqual(seen!)
    const post = await here.stack.request
      .post('/api/v1/organizations/search')
      .set('X-API-Key', await here.stack.mintKey())
      .send(JSON.parse(body))
    expect(listNames(post.body)).toEqual(listNames(get))
    expect(post.body.data.total).toBe(get.data.total)
    for (const language of ['curl', 'TypeScript', 'Python'])
      expect(await dialogText(language)).toContain('KEY')
  },
}

interface Answer {
  data: { results: { name: string }[]; total: number }
}
const listNames = ({ data }: Answer) => data.results.map(({ name }) => toDisplayName(name))
const isFocused = (element: unknown) =>
  element ===
  (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement

/** What the API refuses the browser shows on its console. */
const refused = /^Failed to load resource: (?:the server responded|net::ERR_FAILED)/

/** Jobs for which a page on a phone looks or acts otherwise. */
const phoneJobs = [
  'a food bank near Providence, as one says it',
  'page 50, and none beyond the end',
  'an organization, and back',
  'a name as one types it, by keyboard',
  'near a city, nearest first, within a distance',
  'a table, sorted and with other columns',
  'a shortlist: shared, and downloaded',
  'three organizations next to each other',
  'the request behind a result, which finds the same',
]

describe.each([
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const)('$width pixels wide, $colorScheme', ({ colorScheme, ...viewport }) => {
  const isNarrow = viewport.width < 500
  beforeAll(async () => {
    isPhone = isNarrow
    const options = { colorScheme, viewport, isMobile: isPhone, hasTouch: isPhone }
    opened = await open(here.browser, here.stack.url, '/?q=', options)
    page = opened.page
    page.setDefaultTimeout(20_000)
  })
  afterAll(() => opened?.close())

  test.each(isNarrow ? phoneJobs : Object.keys(jobs))('%s', async (name) => {
    await page.context().clearCookies() // of a login
    await page.evaluate('localStorage.clear()')
    await visit('?q=')
    await done()
    await jobs[name]!()
    expect(await barriersOn(page, allImpacts)).toEqual([])
    if (isPhone) await page.setViewportSize({ ...viewport, width: 360 })
    expect(await overflows(page)).toBe(false)
    await page.setViewportSize(viewport)
  })

  test('nothing else was asked, shown on the console or kept', async () => {
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])',
    )
    expect({ ...misdeedsOf(opened, refused), kept }).toEqual({
      ...noMisdeeds,
      kept: '[{},{},"",{"from":"/?q="}]',
    })
  })
})

describe('where visitors need a login', () => {
  let closed: RunningStack
  beforeAll(async () => {
    const config = {
      'gateway.config.yml': (text: string) => text.replace('anonymous: true', 'anonymous: false'),
    }
    closed = await startStack({ config })
  })
  afterAll(() => closed?.stop())

  test('they sign in, and the address keeps the search', async () => {
    opened = await open(here.browser, closed.url, '/?q=food&shape=table')
    page = opened.page
    await fillSignIn(page, closed)
    await page.locator('.results').waitFor()
    expect(query()).toEqual({ q: 'food', shape: 'table' })
    // the sign-out holds all the same
    await page.route('**/auth/cookie/logout', (route) => route.abort())
    await page.click('text=Sign out')
    await page.waitForSelector('h1:text("Sign in")')
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await opened.close()
  })
})

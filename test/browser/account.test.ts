import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { until } from '../support/until.js'
import {
  allImpacts,
  barriersOn,
  demoPassword,
  fillSignIn,
  overflows,
  stackAndBrowser,
} from './browser.js'

/** The page /account in a browser, by keyboard alone where that is what a test is about. */

const here = stackAndBrowser(undefined, {
  complaints: /^Failed to load resource: the server responded with a status of 4\d\d/,
  stored: /^\[\{("[^"]+":"\d+")?\},\{\},""\]$/, // the id of the user at most
})
let page: Page

/** Answers of calls that the shipped gateway does not offer, or that need many requests first. */
type Answers = Record<string, (asked: URLSearchParams, body: unknown) => [number, unknown]>

async function openAccount(
  fragment = '',
  answers: Answers = {},
  options: BrowserContextOptions = {},
): Promise<void> {
  page = await here.visit('/docs/icon.svg', options)
  for (const [path, answer] of Object.entries(answers))
    await page.route(`**${path}*`, (route) => fulfil(route, answer))
  await page.goto(`${here.stack.url}/account${fragment}`, { waitUntil: 'networkidle' })
}

function fulfil(route: Route, answer: Answers[string]): Promise<void> {
  const request = route.request()
  const [status, content] = answer(new URL(request.url()).searchParams, request.postDataJSON())
  const body =
    status < 400 ? { status: 'success', data: content } : { status: 'error', ...refusal(content) }
  return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
}

const refusal = (content: unknown) => ({ error: content, meta: {} })

async function signIn(): Promise<void> {
  await fillSignIn(page, here.stack)
  await page.waitForSelector('#keys')
}

const isOfPassword = (request: { url(): string }) => request.url().endsWith('/auth/password')
const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
const nameField = () => page.getByRole('textbox', { name: 'Name', exact: true })

/** Tab until an element of this name has the focus, then Enter. */
async function press(name: string): Promise<void> {
  const focused = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'
  for (let tabs = 0; tabs < 80; tabs++) {
    if ((await page.evaluate(focused)) === name) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${name}`)
}

/** A dialog begins with its first field. */
const firstField = () => page.waitForSelector('dialog input:focus')

const usageRow = { requests: 120, cost: 640.5, errors: { RATE_LIMITED: 3 }, bytes: 1_500_000 }
const offered: Answers = {
  '/api/v1/auth/accounts': () => [200, { signUp: 'open', recovery: true }],
  '/api/v1/limits': () => [
    200,
    {
      plan: 'gold',
      scopes: ['organizations:read', 'api-keys:manage', 'grants:read'],
      limits: [
        {
          name: 'costs',
          unit: 'cost',
          by: 'owner',
          limit: 1000,
          windowSeconds: 2_592_000,
          remaining: 250,
          resetSeconds: 7200,
          calls: ['POST /api/v1/organizations/search', 'GET /api/v1/organizations'],
        },
      ],
    },
  ],
  '/api/v1/usage': (asked) => [
    200,
    { rows: [asked.get('by') === 'key' ? usageRow : { ...usageRow, hour: asked.get('from') }] },
  ],
}

describe('keys', () => {
  test('by keyboard alone: sign in, create, copy, narrow, rotate, revoke, sign out', async () => {
    await openAccount()
    for (const typed of ['demo@example.org', demoPassword(here.stack)]) {
      await page.keyboard.press('Tab')
      while ((await page.evaluate('document.activeElement.tagName')) !== 'INPUT')
        await page.keyboard.press('Tab')
      await page.keyboard.type(typed)
    }
    await page.keyboard.press('Enter')
    await page.waitForSelector('#keys')

    await press('Create key')
    await firstField()
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Enter')
    await press('Copy the key')
    await says('Copied')
    const key = (await page.evaluate('navigator.clipboard.readText()')) as string
    const asked = { headers: { 'X-API-Key': key } }
    const search = () => fetch(`${here.stack.url}/api/v1/organizations?q=water`, asked)
    expect((await search()).status).toBe(200)
    await press('I have stored it')
    expect(await page.content()).not.toContain(key)

    await press('Edit by keyboard')
    await firstField()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('renamed')
    await page.keyboard.press('Enter')
    await says('renamed')

    await press('Rotate renamed')
    await firstField()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await says('Store this key now.')
    await says('Show 1 revoked or expired key')
    expect((await search()).status).toBe(401)

    await press('Revoke renamed')
    await page.waitForSelector('dialog')
    await press('Revoke')
    await says('Show 2 revoked or expired keys')
    await press('Sign out')
    await says('You are signed out.')
  })

  test('a replaced key says when it ends and by which it is replaced', async () => {
    await openAccount()
    await signIn()
    await page.click('text=Create key')
    await nameField().fill('twin')
    await page.click('dialog [type=submit]')
    await page.click('text=I have stored it')
    await page.click('[aria-label="Rotate twin"]')
    await page.click('dialog [type=submit]')
    await page.click('text=I have stored it')
    const [successor, replaced] = ['Replaces', 'Replaced by'].map((says) =>
      page.locator('.rows li', { hasText: says }),
    )
    const prefixOf = (row: typeof replaced) => row!.locator('div > code').textContent()
    const [oldPrefix, newPrefix] = [await prefixOf(replaced), await prefixOf(successor)]
    expect(await successor!.textContent()).toContain(`Replaces ${oldPrefix}`)
    const text = await replaced!.textContent()
    expect(text).toContain(`Replaced by ${newPrefix}`)
    expect(text).toMatch(/Ends \w{3} \d+, \d{4}, \d+:\d\d [AP]M, in (24|23) hours/)
    expect(await page.getByLabel('Rotate twin').count()).toBe(1)
    await replaced!.getByLabel('Revoke twin').click()
    await page.locator('dialog', { hasText: oldPrefix! }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('what the service refuses is said at its field', async () => {
    await openAccount()
    await signIn()
    await page.click('text=Create key')
    await nameField().fill('x')
    await page.getByRole('checkbox').uncheck()
    await page.click('dialog [type=submit]')
    await page.locator('dialog .mistake').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Edit x', { exact: true }).count()).toBe(0)
  })
})

test('an invitation is accepted; its token leaves the address bar at once', async () => {
  const taken: unknown[] = []
  const person = { id: 7, email: 'new@example.org', name: 'New', role: 'user' }
  const accept: Answers[string] = (_, body) => {
    taken.push(body)
    return [200, person]
  }
  await openAccount('#invite=T0k-en', { ...offered, '/api/v1/auth/accept': accept })
  await page.waitForURL(`${here.stack.url}/account`)
  await page.getByLabel('Name', { exact: true }).fill('New')
  await page.getByLabel('New password', { exact: true }).fill('some four good words')
  expect(taken).toEqual([]) // nothing happens before the click
  await page.click('button:text-is("Create account")')
  await says('Your account is ready')
  expect(taken).toEqual([{ token: 'T0k-en', name: 'New', password: 'some four good words' }])
  await page.goBack()
  expect(page.url()).not.toContain('T0k-en')
})

describe('usage, limits and the account', () => {
  test('are shown where the gateway offers them', async () => {
    await openAccount('', offered)
    await signIn()
    await says('250 of 1,000 cost left')
    await says('per 30 days, for all your keys together')
    await says('POST /api/v1/organizations/search and 1 more')
    await says('Resets in 2 hours')
    expect(await page.getByRole('meter').getAttribute('value')).toBe('250')
    await says('1.5 MB')
    const cells = () => page.locator('.chart tbody td').allTextContents()
    expect(await cells()).toEqual(['120', ...Array(6).fill('0')])
    await page.click('.choice button:text-is("24 hours")')
    await page.click('.totals button:has-text("Query cost")')
    await until(() => page.evaluate('document.querySelectorAll(".chart tbody td").length === 24'))
    expect((await cells())[0]).toBe('640.5')
    await says('Signed in')
    await page.click('text=Create key')
    expect(await page.locator('dialog fieldset code').allTextContents()).toEqual([
      'organizations:read',
      'grants:read',
    ])
  })

  test('and hidden where it does not, as sign-up and recovery are', async () => {
    const none: Answers[string] = () => [404, { code: 'NOT_FOUND' }]
    await openAccount('', {
      '/api/v1/auth/accounts': none,
      '/api/v1/limits': none,
      '/api/v1/usage': none,
    })
    expect(await page.getByRole('button').allTextContents()).toEqual(['Show', 'Sign in'])
    await signIn()
    await page.waitForLoadState('networkidle')
    expect(await page.locator('h2').allTextContents()).toEqual(['API keys', 'Security'])
    expect(await page.getByText('Delete account').count()).toBe(0)
  })

  test('a late refusal of a login does not end the next one', async () => {
    await openAccount('', offered)
    await signIn()
    let refuse = () => {}
    await page.route('**/auth/password', (route) => {
      refuse = () => void fulfil(route, () => [401, { code: 'UNAUTHORIZED', message: 'x' }])
    })
    await page.getByLabel('Current password', { exact: true }).fill('x')
    await page.getByLabel('New password', { exact: true }).fill('x')
    await page.click('button:text-is("Change password")')
    await page.click('button:text-is("Sign out")')
    await signIn()
    await Promise.all([page.waitForEvent('requestfinished', isOfPassword), refuse()])
    await page.waitForTimeout(200) // a refusal that counted would show the sign-in
    expect(await page.locator('#keys').count()).toBe(1)
  })
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)(
  'in %s, %d pixels wide: no barrier, nothing to the side',
  async (colorScheme, width) => {
    await openAccount('', offered, { colorScheme, viewport: { width, height: 800 } })
    const check = async (what: string) => {
      expect([what, await barriersOn(page, allImpacts)]).toEqual([what, []])
      expect([what, await overflows(page)]).toEqual([what, false])
    }
    await check('sign-in')
    await page.click('text=Create an account')
    await check('sign-up')
    await page.click('text=Cancel')
    await signIn()
    await says('Signed in')
    await check('account')
    await page.click('text=Create key')
    await page.click('text=Restrict where it may be used')
    await nameField().fill('a name as long as names of keys may well become')
    await check('dialog')
    await page.click('dialog [type=submit]')
    await says('Store this key now.')
    await page.click('text=First request')
    await check('new key')
  },
)

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startService } from '../support/service.js'
import { root } from '../support/stack.js'
import {
  allImpacts,
  barriersOn,
  demoPassword,
  misdeedsOf,
  noMisdeeds,
  type Opened,
  open,
  overflows,
  stackAndBrowser,
} from './browser.js'

/** The workbench /try, used as people do. At the end of each test the page has broken no rule. */

const run = promisify(execFile)
const presets = JSON.parse(readFileSync(join(root, 'web/src/try/presets.json'), 'utf8')) as {
  title: string
}[]

const here = stackAndBrowser({ isOwn: true }) // its last test loads other organizations
let opened: Opened
let page: Page

async function openTry(options: BrowserContextOptions = {}, path = '/try'): Promise<void> {
  opened = await open(here.browser, here.stack.url, path, options)
  page = opened.page
}

/** What the API refuses the browser shows on its console. */
const refused = /^Failed to load resource: the server responded with a status of 40[014]/

afterEach(async () => {
  await opened.close()
  expect(misdeedsOf(opened, refused)).toEqual(noMisdeeds)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function fillSignIn(): Promise<void> {
  await page.getByLabel('E-mail').fill('demo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(here.stack))
  await page.keyboard.press('Enter')
  await page.locator('.user span').waitFor({ state: 'attached' })
}

async function signIn(): Promise<void> {
  await button('Sign in').click()
  await fillSignIn()
}

async function openSignedIn(options: BrowserContextOptions = {}): Promise<void> {
  await openTry(options)
  await signIn()
}

const editor = () => page.getByLabel('Request body')

async function write(text: string): Promise<void> {
  await editor().focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** The query that the page keeps for the tab. */
const kept = async () => JSON.parse(await page.evaluate('sessionStorage["try-draft"]'))
const bodyText = async () => (await kept()).text as string

const status = () => page.locator('.found header p')
const found = () =>
  status()
    .filter({ hasText: / found / })
    .waitFor()

async function search(text?: string): Promise<void> {
  if (text !== undefined) await write(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await found()
}

async function choose(title: string): Promise<void> {
  const asked = page.waitForResponse(/\/search$/)
  await page.locator('.tools').getByRole('button', { name: 'Examples' }).click()
  await page.locator('dialog').getByRole('button', { name: title, exact: true }).click()
  await asked
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.locator('.found[aria-busy=false]').waitFor()
  await found()
}

/** The answer that the page shows as a whole. */
const answer = async () => JSON.parse((await page.locator('.raw').textContent())!)

/** The request as the page copies it. */
async function copied(language: string): Promise<string> {
  await button('API request').click()
  await button(language).click()
  await button('Copy').click()
  await page.locator('dialog [role=status]', { hasText: 'Copied' }).waitFor()
  await button('Close').click()
  return page.evaluate('navigator.clipboard.readText()')
}

/** Runs a line as pasted into a shell. */
async function paste(line: string): Promise<{ data: unknown }> {
  const { stdout } = await run('bash', ['-euc', line], {
    env: { PATH: process.env.PATH, KEY: await here.stack.mintKey() },
  })
  return JSON.parse(stdout)
}

/** The titles of the examples that find nothing. */
async function examplesWithoutResult(): Promise<string[]> {
  const without: string[] = []
  for (const { title } of presets) {
    await choose(title)
    const { results, aggregations = {} } = (await answer()).data
    if (results.length === 0 && !/"doc_count": ?[1-9]/.test(JSON.stringify(aggregations)))
      without.push(title)
    expect(await page.locator('.hits tbody tr').count()).toBe(results.length)
    expect(await page.locator('.charts figure').count()).toBe(Object.keys(aggregations).length)
  }
  return without
}

describe('from the first click to a line for the shell', () => {
  test('Search asks for a sign-in first, then searches; curl gives the same answer', async () => {
    await openTry()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in first' }).waitFor()
    await fillSignIn()
    await found()
    expect(await page.locator('.user span').textContent()).toBe('demo@example.org')
    expect(await status().textContent()).toMatch(
      /^600 found · \d+ ms · cost [\d.]+ · [\d,]+ of 60,000 requests left$/,
    )
    await write(`{ "query": { "match": { "name": "women's $HOME \`id\` \\\\ \\"x\\"" } } }`)
    await search()
    const line = await copied('curl')
    expect(line).toContain('"X-API-Key: $KEY"')
    expect((await paste(line)).data).toEqual((await answer()).data)
    expect(await copied('Python')).toContain('json.loads(r"""{ "query"')
  })

  test('every example finds something, in the samples', async () => {
    await openSignedIn()
    expect(await examplesWithoutResult()).toEqual([])
  })

  test('an example says what it does, and is of the index that it needs', async () => {
    await openSignedIn()
    await choose('Near a point')
    await page.getByText('Ten kilometres around a point').waitFor()
    expect(await button('Map').getAttribute('aria-pressed')).toBe('true')
    expect((await kept()).index).toBe('map-serp*')
    const heads = await page.locator('.hits th').allTextContents()
    expect(heads.slice(0, 2)).toEqual(['Namename', 'Distance (km) ↑_geo_distance'])
    await write('{}')
    await page.getByText('Ten kilometres around a point').waitFor({ state: 'detached' })
  })
})

describe('query and results', () => {
  test('what is written by hand is sent as it is, and read in words', async () => {
    await openSignedIn()
    await button('Records').click()
    const own =
      '{ "query": { "match_all": {} },\n  "size": 3,\n  "sort": [{ "revenue": "desc" }, "id"] }'
    await write(own)
    const [sent] = await Promise.all([page.waitForRequest(/\/search$/), search()])
    expect(sent.postData()).toBe(`{"index":"organization-entity*","body":${own}}`)
    const heads = await page.locator('.hits th').allTextContents()
    expect(heads.slice(0, 2)).toEqual(['Namename', 'Revenue ↓revenue'])
    const [{ revenue, country }] = (await answer()).data.results
    const cell = await page.locator('.hits tbody td').nth(1).textContent()
    expect(cell).toBe((country === 'US' ? '$' : '') + revenue.toLocaleString('en-US'))
  })

  test('a bar of a chart filters, and Back takes the filter away', async () => {
    await openSignedIn()
    await choose('Facets')
    const chart = page.locator('.charts figure', { hasText: 'Forms' })
    const { buckets } = (await answer()).data.aggregations.forms
    expect(await chart.locator('td.number').allTextContents()).toEqual(
      buckets.map(({ doc_count }: { doc_count: number }) => String(doc_count)),
    )
    await chart.locator('button').first().click()
    await status()
      .filter({ hasText: new RegExp(`^${buckets[0].doc_count} found`) })
      .waitFor()
    const { query } = JSON.parse(await bodyText())
    expect(query.bool.filter.at(-1)).toEqual({ term: { 'legal_status.keyword': buckets[0].key } })
    await page.goBack()
    await status()
      .filter({ hasText: /^\d+ found/ })
      .waitFor()
    await page.locator('.found[aria-busy=false]').waitFor()
    expect(await bodyText()).not.toContain('legal_status.keyword": "')
  })

  test('sort values keep their digits, in what is shown and in what the page writes', async () => {
    await openSignedIn()
    const sort = '"sort": [{ "lacking": { "order": "desc", "unmapped_type": "long" } }, "id"]'
    const after = '"search_after": [-9223372036854775808, "org-0001"]'
    await search(`{ "query": { "match_all": {} }, ${sort}, ${after} }`)
    expect(await page.locator('.raw').textContent()).toContain('-9223372036854775808')
    expect(await page.locator('.hits').textContent()).toContain('-9223372036854775808')
    await button('Format').click()
    expect(await bodyText()).toContain('-9223372036854775808')
    await button('Undo').click()
    expect(await bodyText()).toContain(after)
  })

  test('pages of results follow each other, and beyond the last there is a way back', async () => {
    await openSignedIn()
    await search()
    const first = (await answer()).data.results
    const range = (text: RegExp) => page.locator('.pager p').filter({ hasText: text }).waitFor()
    await button('Next').click()
    await range(/^11 to 20 of 600$/)
    expect((await answer()).data.results).not.toEqual(first)
    await button('Previous').click()
    await range(/^1 to 10 of 600$/)
    expect((await answer()).data.results).toEqual(first)
    await search('{ "query": { "match_all": {} }, "from": 7000 }')
    await page.getByText('begins at hit 7,001, but there are 600').waitFor()
    await button('Go to the last page').click()
    await range(/^591 to 600 of 600$/)
  })

  test('of thousands of hits the first rows are shown', async () => {
    await openSignedIn()
    await search('{ "query": { "match_all": {} }, "size": 10000, "_source": ["name"] }')
    await page.getByText('; the table shows the first 500').waitFor()
    expect(await page.locator('.hits tbody tr').count()).toBe(500)
  })

  test('the cost is known before the search, and so are the fields', async () => {
    await openSignedIn()
    await page.locator('.cost', { hasText: /^Query cost [\d.]+ of at most 1,600/ }).waitFor()
    await button('Map').click()
    await page.locator('.fields summary').click()
    await page.getByLabel('Find a field').fill('locat')
    const fields = page.locator('.fields li')
    expect(await fields.locator('button').allTextContents()).toEqual([
      'location',
      'location_accuracy',
    ])
    expect(await fields.first().textContent()).toMatch(/geo_point · map.*"lat"/)
    await write('x')
    await fields.first().locator('button').click()
    expect(await bodyText()).toBe('x"location"')
  })

  test('what has a place is on the map, which leads to the rows; of a grid, its cells', async () => {
    await openSignedIn()
    await button('Map').click()
    await search('{ "query": { "match": { "name": "water" } }, "size": 50 }')
    const spots = page.locator('.map[aria-busy=false] :is(.dot, .cluster)')
    await spots.first().waitFor()
    const counts = (await spots.allTextContents()).map((text) => Number(text || 1))
    const { results } = (await answer()).data
    expect(counts.reduce((sum, count) => sum + count)).toBe(results.length)
    await page.locator('.map .dot').first().press('Enter')
    const link = page.locator('.map li a')
    const name = await link.textContent()
    const row = page.locator('.hits tr', { hasText: name! }).locator('.subject a')
    const href = await link.getAttribute('href')
    expect(await row.first().getAttribute('href')).toBe(href)
    await link.press('Enter')
    expect(await page.locator('.hits tr.on .subject').textContent()).toBe(name)
    await choose('Map grid')
    await page.locator('.map .dot[aria-label*=organizations]').first().waitFor()
    await page.goto(href!)
    expect(await page.locator('h1').textContent()).toBe(name)
  })

  test('where nothing is found: hints, and a search without the filter', async () => {
    await openSignedIn()
    const filter = '{ "term": { "state": "RI" } }'
    await search(`{ "query": { "bool": { "filter": [${filter}] } } }`)
    await page.locator('.hints', { hasText: 'did you mean region?' }).waitFor()
    await page.getByRole('button', { name: /^Search without/ }).click()
    await status()
      .filter({ hasText: /^600 found/ })
      .waitFor()
    expect(JSON.parse(await bodyText())).toEqual({ query: { match_all: {} } })
  })
})

describe('drafts and links', () => {
  test('a draft survives a reload, and a link restores the query in another browser', async () => {
    await openSignedIn()
    await button('Records').click()
    await search('{ "query": { "term": { "region": "RI" } } }')
    const link = page.url().slice(here.stack.url.length)
    const draft = '{ "query": { "term": { "region": "MA" } } }'
    await write(draft)
    await page.reload({ waitUntil: 'networkidle' })
    expect(await editor().textContent()).toContain('"MA"')
    await opened.close()
    await openTry({}, link)
    expect(await editor().textContent()).toContain('"RI"')
    expect(await button('Records').getAttribute('aria-pressed')).toBe('true')
  })

  test('neither key nor token is ever kept, nor part of an address or the history', async () => {
    await openTry()
    const addresses: string[] = []
    page.on('request', (sent) => addresses.push(sent.url()))
    const key = await here.stack.mintKey()
    await button('Sign in').click()
    await page.getByText('Use an API key instead').click()
    await page.getByLabel('API key', { exact: true }).fill(key)
    await button('Use this key').click()
    await page.locator('.user span', { hasText: key.slice(0, 12) }).waitFor()
    await choose('City and state')
    await button('Forget the key').click()
    const login = page.waitForResponse(/cookie\/login$/)
    await signIn()
    const { accessToken } = (await (await login).json()).data
    const [cookie] = await page.context().cookies()
    const refreshToken = cookie!.value
    await choose('Near a point')
    const everywhere = await page.evaluate(`(async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(),
      await caches.keys(), location.href, history.state, document.documentElement.outerHTML,
      performance.getEntries().map(({ name }) => name),
      (await navigator.serviceWorker.getRegistrations()).length
    ]))()`)
    for (const text of [everywhere as string, addresses.join(' ')]) {
      for (const secret of [key.slice(13), accessToken, refreshToken, demoPassword(here.stack)])
        expect(text).not.toContain(secret)
    }
    expect(Object.keys(JSON.parse(everywhere as string)[1])).toEqual(['try-draft'])
  })
})

describe('the session', () => {
  test('signing out ends it', async () => {
    await openTry()
    const login = page.waitForResponse(/cookie\/login$/)
    await signIn()
    const { accessToken } = (await (await login).json()).data
    await Promise.all([page.waitForResponse(/cookie\/logout$/), button('Sign out').click()])
    await button('Sign in').waitFor()
    const me = await here.stack.request
      .get('/api/v1/auth/me')
      .set('Authorization', `Bearer ${accessToken}`)
    expect(me.body.error.code).toBe('TOKEN_EXPIRED')
  })

  test('an access token that expires is renewed once, without notice', async () => {
    await openSignedIn()
    await page.locator('.cost').waitFor()
    let renewed = 0
    page.on('request', (sent) => {
      if (sent.url().endsWith('/auth/cookie/refresh')) renewed++
    })
    const error = { code: 'TOKEN_EXPIRED', message: 'x', details: {} }
    await page.route(/organizations/, (route) =>
      renewed > 0
        ? route.fallback()
        : route.fulfill({ status: 401, json: { status: 'error', error } }),
    )
    await choose('Facets')
    expect(renewed).toBe(1)
  })
})

test('a gateway that does not explain is asked once, and searched all the same', async () => {
  await openTry()
  let asked = 0
  const error = { code: 'NOT_FOUND', message: 'No such endpoint', details: {} }
  await page.route(/explain$/, (route) => {
    asked++
    return route.fulfill({ status: 404, json: { status: 'error', error } })
  })
  await Promise.all([page.waitForResponse(/explain$/), signIn()])
  await page.getByText('Query cost: shown with the answer').waitFor()
  await search('{ "query": { "match": { "name": "water" } } }')
  await page.waitForTimeout(600) // longer than the pause before a query is checked
  expect(asked).toBe(1)
})

test('below a path of a proxy the page finds its gateway', async () => {
  const before = '/directory'
  const proxy = await startService((req, res) => {
    if (!req.url!.startsWith(`${before}/`)) return void res.writeHead(404).end()
    const { method, headers } = req
    const path = here.stack.url + req.url!.slice(before.length)
    req.pipe(
      request(path, { method, headers }, (response) => {
        res.writeHead(response.statusCode!, response.headers)
        response.pipe(res)
      }),
    )
  })
  try {
    opened = await open(here.browser, proxy.url, `${before}/try`)
    page = opened.page
    await signIn()
    await page.reload() // the cookie has the path below that of the proxy
    await page.locator('.user', { hasText: 'demo@example.org' }).waitFor()
    await choose('Facets')
    const line = await copied('curl')
    expect(line).toContain(`${proxy.url}${before}/api/v1/organizations/search`)
    expect((await paste(line)).data).toEqual((await answer()).data)
    await page.click('nav a:text-is("API docs")')
    const call = page.locator('.opblock[id$="-fields"]')
    await call.locator('.opblock-summary-control').click()
    await call.locator('button.try-out__btn').click()
    const path = '/api/v1/organizations/fields'
    const [sent] = await Promise.all([
      page.waitForRequest((asked) => asked.url().endsWith(path)),
      call.locator('button.execute').click(),
    ])
    expect(sent.url()).toBe(proxy.url + before + path)
  } finally {
    await page.close()
    await proxy.close()
  }
})

describe('mistakes are shown where they are', () => {
  const marked = () => page.locator('.cm-lintRange-error').allTextContents()
  const mistakes = () => page.locator('.mistakes li')

  test('in the body, by line, before it is sent and after', async () => {
    await openSignedIn()
    await write(
      '{\n  "query": { "bool": { "filter": [\n    { "term": { "region": "RI" } },\n    { ' +
        '"mach": 1 }\n  ] } },\n  "size": "x"\n}',
    )
    await mistakes().first().waitFor()
    const told = [
      expect.stringMatching(/^line 4 query\.bool\.filter\[1\]\.mach: .*did you mean match/),
      expect.stringMatching(/^line 6 size: /),
    ]
    expect(await mistakes().allTextContents()).toEqual(told)
    expect((await marked()).join('')).toBe('"mach": 1"size": "x"')
    await page.getByText('shown when the body is valid').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const problem = page.locator('.found .notice.bad')
    expect(await problem.textContent()).toMatch(/VALIDATION_ERROR · request [\w-]+$/)
    await mistakes().nth(1).locator('button').click()
    expect(await page.evaluate('document.activeElement.shadowRoot !== null')).toBe(true)
    await search('{ "query": { "match_all": {} } }')
    await mistakes().first().waitFor({ state: 'detached' })
    expect(await marked()).toEqual([])
  })

  test('a sort by a text field, which only the engine knows, with dots in its name', async () => {
    await openSignedIn()
    await write('{ "query": { "match_all": {} },\n"sort": ["id",\n { "name.stem": "asc" }] }')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('.found .notice.bad').waitFor()
    await mistakes()
      .filter({ hasText: /^line 3/ })
      .first()
      .waitFor()
    expect((await marked()).join('')).toContain('name.stem')
  })

  test('a text that is not JSON, as one types', async () => {
    await openTry()
    await write('{\n  "query": { "match_all": {} },\n}')
    await mistakes()
      .filter({ hasText: /^line 3 Invalid JSON: expected double-quoted/ })
      .waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    expect(await page.locator('dialog').count()).toBe(0)
  })

  test('at the sign-in and the API key', async () => {
    await openTry()
    await button('Sign in').click()
    await page.getByLabel('E-mail').fill('demo@example.org')
    await page.getByLabel('Password', { exact: true }).fill('of somebody else')
    await page.keyboard.press('Enter')
    await page.locator('dialog', { hasText: 'E-mail or password is not valid' }).waitFor()
    await page.getByText('Use an API key instead').click()
    await page.getByLabel('API key', { exact: true }).fill('npd_wrong')
    await button('Use this key').click()
    await page.locator('dialog', { hasText: 'API key is not valid' }).waitFor()
  })
})

describe('for everyone', () => {
  /** Presses Tab until a part of the page has the focus, which must be visible. */
  async function tabTo(selector: string): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const [isThere, isSeen] = (await page.evaluate(`(() => {
        const outer = document.activeElement
        const at = outer.shadowRoot?.activeElement ?? outer
        const { outlineStyle } = getComputedStyle(at.closest('.cm-editor') ?? at)
        return [at.matches(${JSON.stringify(selector)}), outlineStyle !== 'none']
      })()`)) as [boolean, boolean]
      if (isThere) return expect({ selector, isSeen }).toEqual({ selector, isSeen: true })
    }
    throw new Error(`no Tab leads to ${selector}`)
  }

  test('without a mouse', async () => {
    await openTry()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('skip')
    await tabTo('.index button:nth-of-type(2)')
    await page.keyboard.press('Enter')
    await tabTo('.cm-content')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(
      '{"query":{"match":{"name":"rescue"}},"aggs":{"a":{"terms":{"field":"region"}}}}',
    )
    await page.keyboard.press('Control+Enter')
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('demo@example.org')
    await tabTo('[type=password]')
    await page.keyboard.type(demoPassword(here.stack))
    await page.keyboard.press('Enter')
    await page.locator('.hits', { hasText: /rescue/i }).waitFor()
    await tabTo('.charts button')
    await page.keyboard.press('Enter')
    await page.locator('.found[aria-busy=false]').waitFor()
    expect(await bodyText()).toContain('"term": { "region"')
    await tabTo('.hits')
    await tabTo('.response summary')
    await page.keyboard.press('Enter')
    await page.locator('.raw').waitFor()
  })

  test.each(['light', 'dark'] as const)('by axe-core, in %s', async (colorScheme) => {
    await openTry({ colorScheme })
    const barriers: Record<string, string[]> = {}
    const judge = async (state: string) => {
      const left = await barriersOn(page, allImpacts)
      if (left.length > 0) barriers[state] = left
    }
    await judge('start')
    await button('Sign in').click()
    await judge('sign-in')
    await fillSignIn()
    await choose('Statistics by state')
    await page.locator('.fields summary').click()
    await judge('chart and fields')
    await choose('Near a point')
    await page.locator('.response summary').click()
    await judge('table and response')
    await button('API request').click()
    await judge('request')
    await button('Close').click()
    await write('{ "query": { "mach": {} } }')
    await page.locator('.mistakes li').waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.locator('.found .notice.bad').waitFor()
    await judge('mistake')
    expect(barriers).toEqual({})
  })

  test('on a phone nothing is wider than the window', async () => {
    await openTry({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    expect(await overflows(page)).toBe(false)
    await signIn()
    for (const title of ['Near a point', 'Facets', 'The newest', 'Highlighted matches']) {
      await choose(title)
      expect({ title, overflows: await overflows(page) }).toEqual({ title, overflows: false })
    }
    await button('API request').click()
    expect(await overflows(page)).toBe(false)
  })
})

test('every example finds something, in real organizations', async () => {
  const { dataDir, engine } = here.stack
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    ...(engine && { ENGINE_PORT: new URL(engine.url).port }),
  }
  const file = 'directory/loader/example/irs-extract-200.csv'
  await run('npm', ['run', 'load', '--', file], { cwd: root, env, timeout: 300_000 })
  await openSignedIn()
  expect(await examplesWithoutResult()).toEqual([])
})

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startService } from '../support/service.js'
import { root } from '../support/stack.js'
import {
  barriersOn,
  demoPassword,
  type Opened,
  open,
  overflows,
  stackAndBrowser,
} from './browser.js'

/**
 * The page /try as people use it. Whatever is done on it, the page must have broken no rule of its
 * own at the end.
 */

const run = promisify(execFile)
const presets = JSON.parse(
  readFileSync(join(root, 'plugins/pages/public/try/presets.json'), 'utf8'),
) as {
  title: string
  index: string
}[]

const here = stackAndBrowser()
let opened: Opened
let page: Page

async function openTry(options: BrowserContextOptions = {}): Promise<void> {
  isRefused = false
  opened = await open(here.browser, here.stack.url, '/try', options)
  page = opened.page
}

/** What the API refuses the browser shows on its console. Tests that provoke it say so. */
let isRefused = false
const toldRefusal = /^Failed to load resource: the server responded with a status of 40[014]/

afterEach(async () => {
  const { violations, complaints, strangers } = opened
  await opened.close()
  expect({
    violations,
    strangers,
    complaints: complaints.filter((text) => !isRefused || !toldRefusal.test(text)),
  }).toEqual({
    violations: [],
    strangers: [],
    complaints: [],
  })
})

async function logIn(): Promise<void> {
  await page.fill('#email', 'demo@example.org')
  await page.fill('#password', demoPassword(here.stack))
  await page.click('#login button')
  await page.waitForSelector('#fields li')
}

const summary = () => page.locator('#summary').textContent()
/** Waits until a part of the page says something. */
const says = (selector: string, text: RegExp) =>
  page.locator(selector).filter({ hasText: text }).waitFor({ state: 'attached' })
const found = () => says('#summary', / found /)

async function choose(title: string): Promise<void> {
  await page.click(`#presets button:text-is("${title}")`)
  await found()
}

/** The answer that the page shows as a whole. */
const answer = async () => JSON.parse((await page.locator('#raw-text').textContent())!)
const bodyText = () => page.inputValue('#body')
const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>

/** Runs a line as pasted into a shell. */
async function paste(line: string): Promise<{ status: string; data: { keys?: unknown } }> {
  const { stdout } = await run('bash', ['-euc', line], {
    env: { PATH: process.env.PATH, KEY: await here.stack.mintKey() },
  })
  return JSON.parse(stdout)
}

describe('from the login to a line for the shell', () => {
  test('log in, preset, results, chart, and the copied curl line gives the same answer', async () => {
    await openTry()
    await logIn()
    expect(await page.locator('#who-text').textContent()).toBe('demo@example.org')
    await choose('Facets')
    expect(await page.isChecked('[value="organization-entity*"]')).toBe(true)
    expect(await summary()).toMatch(/^\d+ found · \d+ ms · price [\d.]+$/)
    await says('#budget', /^Rate limit: [\d,]+ of 60,000 requests left$/)
    const { aggregations } = (await answer()).data
    const rows = page.locator('.chart:has(figcaption:text-is("forms")) tbody tr')
    expect(await rows.locator('b').allTextContents()).toEqual(
      aggregations.forms.buckets.map(({ doc_count }: { doc_count: number }) => String(doc_count)),
    )
    const widths = await rows
      .locator('.bar-fill')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
    expect(widths[0]).toBeGreaterThan(widths.at(-1)!)
    await page.click('#curl')
    await page.waitForSelector('#copied:not([hidden])')
    expect((await paste(await copied())).data).toEqual((await answer()).data)
  })

  test('what is copied holds the credential only where that is asked for, and what is shown never', async () => {
    await openTry()
    await logIn()
    const shown = async () => (await page.locator('#copied-text').textContent())!
    await page.click('#curl')
    await page.waitForSelector('#copied:not([hidden])')
    expect(await copied()).toMatch(/Bearer v4\.public\.[\w-]{100,}/)
    expect(await shown()).toMatch(/Bearer v4\.public\.\S{0,4}…/)
    await page.uncheck('#with-credential')
    await page.fill(
      '#body',
      `{ "query": { "match": { "name": "women's $HOME \`id\` \\\\ \\"x\\"" } } }`,
    )
    await page.click('#curl')
    await says('#copied-text', /women/)
    expect(await copied()).toContain('"Authorization: Bearer $KEY"')
    expect(await shown()).toBe(await copied())
    await page.click('#run')
    await found()
    expect((await paste(await copied())).data).toEqual((await answer()).data)
    await page.click('#typescript')
    await says('#copied-title', /^TypeScript/)
    expect(await copied()).not.toContain('v4.public')
  })

  test.each(presets)('the preset $title finds something', async ({ title, index }) => {
    await openTry()
    await logIn()
    await choose(title)
    expect(await page.isChecked(`[value="${index}"]`)).toBe(true)
    const { results, aggregations = {} } = (await answer()).data
    expect(await page.locator('#table tbody tr').count()).toBe(results.length)
    expect(await page.locator('.chart').count()).toBeGreaterThanOrEqual(
      Object.keys(aggregations).length,
    )
    expect(results.length > 0 || /"doc_count":[1-9]/.test(JSON.stringify(aggregations))).toBe(true)
  })
})

describe('form and body', () => {
  test('the form writes the body', async () => {
    await openTry()
    await logIn()
    await page.check('[value="organization-entity*"]')
    await page.fill('#text', 'watr')
    await page.fill('#region', 'RI')
    await page.fill('#legal', 'association')
    await page.fill('#since', '1900')
    await page.fill('#until', '2020')
    await page.selectOption('#sort', 'founded_year desc')
    await page.selectOption('#count', 'region')
    await page.selectOption('#size', '20')
    await page.fill('#page', '2')
    await page.locator('#page').blur()
    expect(JSON.parse(await bodyText())).toEqual({
      query: {
        bool: {
          must: [
            {
              match: {
                'name.prefix': {
                  query: 'watr',
                  fuzziness: 'AUTO',
                  prefix_length: 1,
                  minimum_should_match: '2<75%',
                },
              },
            },
          ],
          should: [
            { match: { name: { query: 'watr', boost: 2 } } },
            { match: { 'name.stem': { query: 'watr', boost: 2 } } },
          ],
          filter: [
            { term: { region: 'RI' } },
            { term: { 'legal_status.keyword': 'association' } },
            { range: { founded_year: { gte: 1900, lte: 2020 } } },
          ],
        },
      },
      sort: [{ founded_year: { order: 'desc' } }, 'id'],
      from: 20,
      size: 20,
      aggs: { regions: { terms: { field: 'region', size: 15 } } },
    })
    await page.click('#simple button')
    await found()
  })

  test('what is written by hand is sent as it stands, and the form leaves it alone', async () => {
    await openTry()
    await logIn()
    const own =
      '{ "query": { "match_all": {} },\n  "size": 3, "_source": ["name"], "sort": ["id"] }'
    await page.fill('#body', own)
    const [request] = await Promise.all([page.waitForRequest(/\/search$/), page.click('#run')])
    expect(request.postData()).toBe(`{"index":"organization-serp*","body":${own}}`)
    await found()
    await page.fill('#region', 'RI')
    expect(JSON.parse(await bodyText())).toEqual({
      query: { bool: { filter: [{ term: { region: 'RI' } }] } },
      sort: ['id'],
      size: 3,
      _source: ['name'],
    })
    await page.press('#region', 'Backspace') // one thing is undone as one
    await page.click('#undo')
    expect(await bodyText()).toBe(own)
  })

  test('sort values keep their digits, in what is shown and when the form writes the body', async () => {
    await openTry()
    await logIn()
    const sort = '"sort": [{ "lacking": { "order": "desc", "unmapped_type": "long" } }, "id"]'
    const after = '"search_after": [-9223372036854775808, "org-0001"]'
    await page.fill('#body', `{ "query": { "match_all": {} }, ${sort}, ${after} }`)
    await page.selectOption('#count', 'region')
    expect(await page.inputValue('#body')).toContain('-9223372036854775808')
    await page.click('#run')
    await found()
    expect(await page.locator('#raw-text').textContent()).toContain('-9223372036854775808')
    expect(await page.locator('#table').textContent()).toContain('-9223372036854775808')
  })

  test('pages of results follow each other', async () => {
    await openTry()
    await logIn()
    await page.click('#run')
    await found()
    const first = (await answer()).data.results
    await page.click('#later')
    await says('#range', /^11 to 20 of /)
    expect((await answer()).data.results).not.toEqual(first)
    expect(await page.inputValue('#page')).toBe('2')
    await page.click('#earlier')
    await says('#range', /^1 to 10 of /)
    expect((await answer()).data.results).toEqual(first)
  })

  test('the price is told before anything is asked, and the fields of the index stand beside the body', async () => {
    await openTry()
    await logIn()
    await says('#price', /^Query cost [\d.]+ \(max 1,600\)$/)
    await page.check('[value="map-serp*"]')
    await page.fill('#fields-filter', 'locat')
    expect(await page.locator('#fields .field').allTextContents()).toEqual([
      'location',
      'location_accuracy',
    ])
    expect(await page.locator('#fields li >> nth=0').textContent()).toMatch(
      /geo_point · map.*"lat"/,
    )
    await page.fill('#body', '')
    await page.click('#fields .field >> nth=0')
    expect(await bodyText()).toBe('"location"')
  })
})

test('a gateway that does not tell prices beforehand is asked once, and searched all the same', async () => {
  await openTry()
  isRefused = true
  let asked = 0
  const error = { code: 'NOT_FOUND', message: 'No such endpoint', details: {} }
  await page.route(/explain$/, (route) => {
    asked++
    return route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: JSON.stringify({ status: 'error', error }),
    })
  })
  await logIn()
  await says('#price', /shown with the answer/)
  await Promise.all([page.waitForResponse(/explain$/), page.fill('#text', 'water')])
  await page.selectOption('#size', '20')
  await page.click('#run')
  await found()
  await says('#price', /^Query cost [\d.]+$/)
  await page.waitForTimeout(1000)
  expect(asked).toBeLessThanOrEqual(2) // the second one may have been under way
})

test('behind a proxy that puts a path before the gateway the page finds it beside itself', async () => {
  const before = '/directory'
  const proxy = await startService((req, res) => {
    if (!req.url!.startsWith(`${before}/`)) return void res.writeHead(404).end()
    const { method, headers } = req
    const onward = request(
      here.stack.url + req.url!.slice(before.length),
      { method, headers },
      (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      },
    )
    req.pipe(onward)
  })
  try {
    isRefused = false
    opened = await open(here.browser, proxy.url, `${before}/try`)
    page = opened.page
    await logIn()
    await choose('Facets')
    await page.click('#curl')
    await page.waitForSelector('#copied:not([hidden])')
    expect(await copied()).toContain(`${proxy.url}${before}/api/v1/organizations/search`)
    expect((await paste(await copied())).data).toEqual((await answer()).data)
  } finally {
    await page.close()
    await proxy.close()
  }
})

test('of thousands of hits the first rows are shown', async () => {
  await openTry()
  await logIn()
  await page.fill('#body', '{ "query": { "match_all": {} }, "size": 10000, "_source": ["name"] }')
  await page.click('#run')
  await found()
  expect(await page.locator('#table tbody tr').count()).toBe(500)
  await says('#range', /; the table shows the first 500$/)
})

describe('mistakes are told where they are', () => {
  const marked = () => page.locator('#marks mark').allTextContents()

  test('in the body, by line, before and after it is sent', async () => {
    await openTry()
    isRefused = true
    await logIn()
    const wrong =
      '{\n  "query": { "bool": { "filter": [\n    { "term": { "region": "RI" } },\n    { ' +
      '"mach": 1 }\n  ] } },\n  "size": "x"\n}'
    await page.fill('#body', wrong)
    await page.waitForSelector('#body-wrong li') // reported by explain
    expect(await marked()).toEqual(['"mach": 1', '"size": "x"'])
    await page.click('#run')
    await page.waitForSelector('#problem p')
    expect(await page.locator('#body-wrong li').allTextContents()).toEqual([
      expect.stringMatching(/^line 4 query\.bool\.filter\[1\]\.mach: .*did you mean match/),
      expect.stringMatching(/^line 6 size: /),
    ])
    expect(await marked()).toEqual(['"mach": 1', '"size": "x"'])
    expect(await page.getAttribute('#body', 'aria-invalid')).toBe('true')
    await page.click('#body-wrong button >> nth=1')
    expect(await page.evaluate('getSelection().toString() || document.activeElement.id')).toMatch(
      /body|size/,
    )
    await page.fill('#body', '{ "query": { "match_all": {} } }')
    await page.click('#run')
    await found()
    expect(await page.getAttribute('#body', 'aria-invalid')).toBe(null)
    expect(await marked()).toEqual([])
  })

  test('a sort by a text field, which only the engine knows, with dots in its name', async () => {
    await openTry()
    isRefused = true
    await logIn()
    await page.fill(
      '#body',
      '{ "query": { "match_all": {} },\n"sort": ["id",\n { "name.stem": "asc" }] }',
    )
    await page.click('#run')
    await page.waitForSelector('#problem p')
    expect(await marked()).toEqual([expect.stringContaining('name.stem')])
  })

  test('a text that is no JSON', async () => {
    await openTry()
    await logIn()
    await page.fill('#body', '{\n  "query": { "match_all": {} },\n}')
    await page.click('#run')
    expect(await page.locator('#body-wrong').textContent()).toMatch(
      /^line 3 Invalid JSON: expected a name in double quotes/,
    )
  })

  test('at the login, the pasted key and the name of a key', async () => {
    await openTry()
    isRefused = true
    await page.fill('#email', 'demo')
    await page.click('#login button')
    await page.waitForSelector('#email-wrong:not([hidden])')
    expect(await page.locator('#email-wrong').textContent()).toContain('must be an e-mail address')
    await page.fill('#email', 'demo@example.org')
    await page.fill('#password', 'of somebody else')
    await page.click('#login button')
    await page.waitForSelector('#sign-in-problem p')
    expect(await page.locator('#sign-in-problem').textContent()).toContain(
      'E-mail or password is not valid',
    )
    await page.fill('#pasted', 'npd_wrong')
    await page.click('#use-key button')
    await page.waitForSelector('#pasted-wrong:not([hidden])')
    expect(await page.locator('#pasted-wrong').textContent()).toBe('API key is not valid')
    await logIn()
    await page.click('#make-key button')
    await page.waitForSelector('#key-name-wrong:not([hidden])')
    expect(await page.evaluate('document.activeElement.id')).toBe('key-name')
    expect(await page.locator('#key-name-wrong').textContent()).toContain('name')
  })

  test('a search that found nothing is told why', async () => {
    await openTry()
    await logIn()
    await page.fill('#body', '{ "query": { "term": { "state": "RI" } } }')
    await page.click('#run')
    await page.waitForSelector('#hints li')
    expect(await page.locator('#hints').textContent()).toContain('did you mean region?')
  })
})

describe('credentials', () => {
  /** Whatever a page can keep, and where it has been. */
  const kept = () =>
    page.evaluate(`(async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(), await caches.keys(),
      location.href, history.state, history.length, performance.getEntries().map(({ name }) => name),
      (await navigator.serviceWorker.getRegistrations()).length
    ]))()`) as Promise<string>

  test('a key is made, searches, is listed and revoked', async () => {
    await openTry()
    await logIn()
    await page.fill('#key-name', 'a program of mine')
    await page.click('#make-key button')
    await page.waitForSelector('#fresh:not([hidden])')
    const key = (await page.locator('#fresh-key').textContent())!
    expect(key).toMatch(/^npd_\w{8}_\w{38}$/)
    expect(await page.locator('#keys-table').textContent()).toContain(key.slice(0, 12))
    await page.click('#fresh-copy')
    expect(await copied()).toBe(key)
    await page.click('#fresh-use')
    await says('#who-text', /^key npd_/)
    await choose('City and state')
    await page.click('#sign-out')
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(key.slice(13))
    await logIn()
    const row = page.locator('#keys-table tr:has-text("a program of mine")')
    await row.locator('button').click()
    expect(await row.locator('button').textContent()).toBe('Really revoke?')
    await row.locator('button').click()
    await row.locator('.revoked').waitFor()
    const search = () =>
      here.stack.request.post('/api/v1/organizations/search').set('X-API-Key', key).send({})
    let status = 0
    for (let tries = 0; tries < 50 && status !== 401; tries++) status = (await search()).status
    expect(status).toBe(401)
  })

  test('neither key nor token is ever kept, nor part of an address or the history', async () => {
    await openTry()
    const before = await kept()
    expect(JSON.parse(before).slice(0, 5)).toEqual([{}, {}, '', [], []])
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const key = await here.stack.mintKey()
    await page.fill('#pasted', key)
    await page.click('#use-key button')
    await page.waitForSelector('#fields li')
    await choose('Near a point')
    await page.click('#sign-out')
    await logIn()
    await choose('Facets')
    await page.click('#curl')
    const token = /v4\.public\.[\w-]+/.exec(await copied())![0]
    for (const text of [await kept(), addresses.join(' ')]) {
      expect(text).not.toContain(key.slice(13))
      expect(text).not.toContain(token.slice(20))
      expect(text).not.toContain(demoPassword(here.stack))
    }
    expect(JSON.parse(await kept()).slice(0, 5)).toEqual([{}, {}, '', [], []])
    expect([JSON.parse(await kept())[5], JSON.parse(await kept())[7]]).toEqual([
      `${here.stack.url}/try`,
      JSON.parse(before)[7],
    ])
    expect(await opened.page.context().storageState()).toEqual({ cookies: [], origins: [] })
    await page.reload({ waitUntil: 'networkidle' })
    await page.waitForSelector('#sign-in', { state: 'visible' })
    expect(await page.inputValue('#pasted')).toBe('')
    expect(await page.inputValue('#password')).toBe('')
  })

  test('logging out ends the session', async () => {
    await openTry()
    await logIn()
    await page.click('#curl')
    const token = /v4\.public\.[^']+/.exec(await copied())![0]
    await Promise.all([page.waitForResponse(/auth\/logout$/), page.click('#sign-out')])
    await page.waitForSelector('#sign-in', { state: 'visible' })
    const me = await here.stack.request
      .get('/api/v1/auth/me')
      .set('Authorization', `Bearer ${token}`)
    expect(me.body.error.code).toBe('TOKEN_EXPIRED')
  })

  test('an access token that runs out is renewed once, and nobody notices', async () => {
    await openTry()
    isRefused = true
    await logIn()
    await page.waitForSelector('#price-meter:not([hidden])')
    let refused = 0
    let renewed = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh')) renewed++
    })
    const error = {
      code: 'TOKEN_EXPIRED',
      message: 'Access token is invalid or expired.',
      details: {},
    }
    await page.route(/organizations/, (route) => {
      if (renewed > 0) return route.fallback()
      refused++
      return route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ status: 'error', error }),
      })
    })
    await choose('Facets')
    expect({ renewed, refused: refused > 0 }).toEqual({ renewed: 1, refused: true })
  })
})

describe('for everybody', () => {
  test('hits of the map stand on it', async () => {
    await openTry()
    await logIn()
    await page.check('[value="map-serp*"]')
    await page.fill('#text', 'water')
    await page.selectOption('#size', '50')
    await page.click('#simple button')
    await found()
    await page.waitForSelector('#map path.dot')
    const { results } = (await answer()).data
    expect(await page.locator('#map path.dot').count()).toBe(results.length)
    expect(await page.locator('#map path.land').count()).toBeGreaterThan(0)
    await page.locator('#map path.dot').first().dispatchEvent('click')
    expect(results.map(({ name }: { name: string }) => name)).toContain(
      await page.locator('.leaflet-popup-content b').textContent(),
    )
  })

  /** Presses Tab until a part of the page has the focus, which must be seen. */
  async function tabTo(selector: string): Promise<void> {
    for (let presses = 0; presses < 120; presses++) {
      await page.keyboard.press('Tab')
      const [isThere, isSeen] = (await page.evaluate(`(() => {
        const at = document.activeElement
        const { outlineStyle, outlineWidth } = getComputedStyle(at)
        const around = at.closest('.code') && getComputedStyle(at.closest('.code')).outlineStyle
        return [at.matches(${JSON.stringify(selector)}), (outlineStyle !== 'none' && outlineWidth !== '0px') || around === 'solid']
      })()`)) as [boolean, boolean]
      if (isThere) return expect({ selector, isSeen }).toEqual({ selector, isSeen: true })
    }
    throw new Error(`no Tab leads to ${selector}`)
  }

  test('without a mouse', async () => {
    await openTry()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('skip')
    await tabTo('#email')
    await page.keyboard.type('demo@example.org')
    await tabTo('#password')
    await page.keyboard.type(demoPassword(here.stack))
    await page.keyboard.press('Enter')
    await page.waitForSelector('#fields li')
    await tabTo('[name=family]')
    await page.keyboard.press('ArrowDown')
    expect(await page.isChecked('[value="organization-entity*"]')).toBe(true)
    await tabTo('#presets li:nth-child(9) button')
    await page.keyboard.press('Enter')
    await found()
    await tabTo('#text')
    await page.keyboard.type('water')
    await page.keyboard.press('Enter')
    await found()
    await tabTo('#body')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('{"query":{"match":{"name":"rescue"}}}')
    await page.keyboard.press('Control+Enter')
    await says('#table', /rescue/i)
    await tabTo('#run')
    await tabTo('#curl')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#copied:not([hidden])')
    await tabTo('#fields .field')
    await tabTo('#table')
    await tabTo('#raw summary')
    await page.keyboard.press('Enter')
    await tabTo('#key-name')
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Enter')
    await page.locator('#fresh-copy:focus').waitFor()
    await tabTo('[aria-label="Revoke by keyboard"]')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#keys-table tr:has-text("by keyboard") .revoked')
  })

  test.each(['light', 'dark'] as const)('by axe-core, in %s', async (colorScheme) => {
    await openTry({ colorScheme })
    isRefused = true
    const barriers: Record<string, string[]> = {}
    const judge = async (state: string) => {
      barriers[state] = await barriersOn(page)
    }
    await judge('start')
    await logIn()
    await page.fill('#key-name', `in ${colorScheme}`)
    await page.click('#make-key button')
    await page.waitForSelector('#fresh:not([hidden])')
    await choose('Statistics by state')
    await page.click('#curl')
    await judge('chart and key')
    await choose('Near a point')
    await page.click('#raw summary')
    await judge('map and table')
    await page.fill('#body', '{ "query": { "mach": {} } }')
    await page.click('#run')
    await page.waitForSelector('#problem p')
    await judge('mistake')
    expect(barriers).toEqual({ start: [], 'chart and key': [], 'map and table': [], mistake: [] })
  })

  test('on a phone nothing is wider than the window', async () => {
    await openTry({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    expect(await overflows(page)).toBe(false)
    await logIn()
    for (const title of ['Near a point', 'Facets', 'The newest', 'What was found, marked']) {
      await choose(title)
      expect({ title, overflows: await overflows(page) }).toEqual({ title, overflows: false })
    }
    await page.fill('#key-name', 'a name that is rather long, and goes on')
    await page.click('#make-key button')
    await page.waitForSelector('#fresh:not([hidden])')
    await page.click('#curl')
    expect(await overflows(page)).toBe(false)
  })
})

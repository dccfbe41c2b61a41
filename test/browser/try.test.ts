import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startService } from '../support/service.js'
import { root } from '../support/stack.js'
import { until } from '../support/until.js'
import {
  allImpacts,
  barriersOn,
  demoPassword,
  fillSignIn,
  overflows,
  stackAndBrowser,
} from './browser.js'

/** The workbench /try, used as people do. At the end of each test the page has broken no rule. */

const run = promisify(execFile)
const here = stackAndBrowser(undefined, {
  complaints: /^Failed to load resource: the server responded with a status of 40[014]/,
})
let page: Page

async function openTry(options: BrowserContextOptions = {}, path = '/try'): Promise<void> {
  page = await here.visit(path, options)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function signIn(hasForm = false): Promise<void> {
  if (!hasForm) await button('Sign in').click()
  await fillSignIn(page, here.stack)
  await page.locator('.user span').waitFor({ state: 'attached' })
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
const draft = async () => JSON.parse(await page.evaluate('sessionStorage["try-draft"]'))

const status = () => page.locator('.found header p')
const found = (text: RegExp = / found /) => status().filter({ hasText: text }).waitFor()

async function search(text?: string): Promise<void> {
  if (text !== undefined) await write(text)
  const answered = page.waitForResponse(/\/search$/)
  await button('Search').click()
  await answered
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

/** Runs a program that the page copied. It has no types of its own, so Node runs it as it is. */
async function runProgram(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-programs-'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const project = join(root, 'packages/client/tsconfig.json')
  try {
    await run(process.execPath, [compiler, '-p', project, '--outDir', folder])
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const file = join(folder, 'program.js')
    writeFileSync(file, text.replace("'nonprofit-directory-client'", "'./index.js'"))
    const env = { PATH: process.env.PATH, KEY: await here.stack.mintKey() }
    return (await run(process.execPath, [file], { env })).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('Search asks for a sign-in first, then searches; the copied requests find the same', async () => {
  await openTry()
  await button('Search').click()
  await page.getByRole('heading', { name: 'Sign in first' }).waitFor()
  await signIn(true)
  await found()
  expect(await page.locator('.user span').textContent()).toBe('demo@example.org')
  expect(await status().textContent()).toMatch(
    /^600 found · \d+ ms · cost [\d.]+ · [\d,]+ of 60,000 requests left$/,
  )
  await search(`{ "query": { "match": { "name": "women's $HOME \`id\` \\\\ \\"x\\"" } } }`)
  const line = await copied('curl')
  expect(line).toContain('"X-API-Key: $KEY"')
  const { data } = await answer()
  expect((await paste(line)).data).toEqual(data)
  expect(await runProgram(await copied('TypeScript'))).toMatch(new RegExp(`^${data.total} \\[`))
  expect(await copied('Python')).toContain('json.loads(r"""{ "query"')
})

describe('query and results', () => {
  test('what is written is sent as it is, and sort values keep their digits', async () => {
    await openSignedIn()
    await button('Records').click()
    const sort = '"sort": [{ "lacking": { "order": "desc", "unmapped_type": "long" } }, "id"]'
    const after = '"search_after": [-9223372036854775808, "org-0001"]'
    const text = `{ "query": { "match_all": {} },\n ${sort}, ${after} }`
    const [sent] = await Promise.all([page.waitForRequest(/\/search$/), search(text)])
    expect(sent.postData()).toBe(`{"index":"organization-entity*","body":${text}}`)
    expect(await page.locator('.hits').textContent()).toContain('-9223372036854775808')
    expect(await page.locator('.raw').textContent()).toContain('-9223372036854775808')
    await button('Format').click()
    expect((await draft()).text).toContain('"search_after": ["-9223372036854775808", "org-0001"]')
    await button('Undo').click()
    expect((await draft()).text).toBe(text)
  })

  test('of thousands of hits the first rows are shown', async () => {
    await openSignedIn()
    await search('{ "query": { "match_all": {} }, "size": 10000, "_source": ["name"] }')
    await page.getByText('The table shows the first 500 hits.').waitFor()
    expect(await page.locator('.hits tbody tr').count()).toBe(500)
  })

  test('the cost is known before the search, and so are the fields', async () => {
    await openSignedIn()
    await page.locator('.cost', { hasText: /^Query cost [\d.]+ of at most 1,600/ }).waitFor()
    await button('Map').click()
    await page.locator('.fields summary').click()
    await page.getByLabel('Find a field').fill('locat')
    const fields = page.locator('.fields li')
    const names = ['location', 'location_accuracy']
    expect(await fields.locator('button').allTextContents()).toEqual(names)
    expect(await fields.first().textContent()).toMatch(/geo_point · map.*"lat"/)
    await write('x')
    await fields.first().locator('button').click()
    expect((await draft()).text).toBe('x"location"')
  })

  test('where nothing is found, hints say why', async () => {
    await openSignedIn()
    await search('{ "query": { "term": { "state": "RI" } } }')
    await page.locator('.hints', { hasText: 'did you mean region?' }).waitFor()
    await page.getByText('Nothing matches this query.').waitFor()
  })
})

describe('drafts and links', () => {
  test('a draft survives a reload, and a link restores the query in another browser', async () => {
    await openSignedIn()
    await button('Records').click()
    await search('{ "query": { "term": { "region": "RI" } } }')
    const link = page.url().slice(here.stack.url.length)
    await search('{ "query": { "match_all": {} } }')
    await page.goBack()
    await until(async () => (await draft()).text.includes('"RI"'))
    await write('{ "query": { "term": { "region": "MA" } } }')
    await page.reload({ waitUntil: 'networkidle' })
    expect(await editor().textContent()).toContain('"MA"')
    await here.opened!.close()
    await openTry({}, link)
    expect(await editor().textContent()).toContain('"RI"')
    expect(await button('Records').getAttribute('aria-pressed')).toBe('true')
  })

  test('an API key is never kept, nor part of an address or the history', async () => {
    await openTry()
    const addresses: string[] = []
    page.on('request', (sent) => addresses.push(sent.url()))
    const key = await here.stack.mintKey()
    await button('Sign in').click()
    await page.getByText('Use an API key instead').click()
    await page.getByLabel('API key', { exact: true }).fill(key)
    await button('Use this key').click()
    await page.locator('.user span', { hasText: key.slice(0, 12) }).waitFor()
    await search()
    const everywhere = await page.evaluate(`(async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(),
      await caches.keys(), location.href, history.state, document.documentElement.outerHTML,
      performance.getEntries().map(({ name }) => name),
      (await navigator.serviceWorker.getRegistrations()).length
    ]))()`)
    expect(everywhere + addresses.join(' ')).not.toContain(key.slice(13))
    expect(Object.keys(JSON.parse(everywhere as string)[1])).toEqual(['try-draft'])
    await button('Forget the key').click()
    await button('Sign in').waitFor()
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
    page = await here.visit(`${before}/try`, {}, proxy.url)
    await signIn()
    await page.reload() // the cookie has the path below that of the proxy
    await page.locator('.user', { hasText: 'demo@example.org' }).waitFor()
    await search()
    const line = await copied('curl')
    expect(line).toContain(`${proxy.url}${before}/api/v1/organizations/search`)
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
    await button('Search').click()
    const problem = page.locator('.found .notice.bad')
    expect(await problem.textContent()).toMatch(/VALIDATION_ERROR · request [\w-]+$/)
    await mistakes().nth(1).locator('button').click()
    expect(await page.evaluate('document.activeElement.shadowRoot !== null')).toBe(true)
    // a mistake that only the engine knows
    await write('{ "query": { "match_all": {} },\n"sort": ["id",\n { "name.stem": "asc" }] }')
    await button('Search').click()
    const third = mistakes().filter({ hasText: /^line 3/ })
    await third.first().waitFor()
    expect((await marked()).join('')).toContain('name.stem')
    await search('{ "query": { "match_all": {} } }')
    await mistakes().first().waitFor({ state: 'detached' })
    expect(await marked()).toEqual([])
  })

  test('a text that is not JSON, and an API key that is none', async () => {
    await openTry()
    await write('{\n  "query": { "match_all": {} },\n}')
    const syntax = mistakes().filter({ hasText: /^line 3 Invalid JSON: expected double-quoted/ })
    await syntax.waitFor()
    await button('Search').click()
    expect(await page.locator('dialog').count()).toBe(0)
    await button('Sign in').click()
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
    await page.keyboard.type('{"query":{"match":{"name":"rescue"}}}')
    await page.keyboard.press('Control+Enter')
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('demo@example.org')
    await tabTo('[type=password]')
    await page.keyboard.type(demoPassword(here.stack))
    await page.keyboard.press('Enter')
    await page.locator('.hits', { hasText: /rescue/i }).waitFor()
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
    await signIn(true)
    await search('{ "query": { "match": { "name": "water" } } }')
    await page.locator('.fields summary').click()
    await page.locator('.response summary').click()
    await judge('fields, table and response')
    await button('API request').click()
    await judge('request')
    await button('Close').click()
    await write('{ "query": { "mach": {} } }')
    await page.locator('.mistakes li').waitFor()
    await button('Search').click()
    await page.locator('.found .notice.bad').waitFor()
    await judge('mistake')
    expect(barriers).toEqual({})
  })

  test('on a phone nothing is wider than the window', async () => {
    await openTry({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    expect(await overflows(page)).toBe(false)
    await signIn()
    await search()
    expect(await overflows(page)).toBe(false)
    await button('API request').click()
    expect(await overflows(page)).toBe(false)
  })
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type RunningStack, type StackOptions, startStack } from '../support/stack.js'

/** What a page did that none of ours may do. */
export interface Misdeeds {
  /** Violations of the Content-Security-Policy. */
  violations: string[]
  /** Errors and warnings on the console, and exceptions that no one caught. */
  complaints: string[]
  /** Requests to other hosts. */
  strangers: string[]
}

/** A page in a window of its own, and what it has done wrong so far. */
export interface Opened extends Misdeeds {
  page: Page
  close(): Promise<void>
}

export const noMisdeeds: Misdeeds = { violations: [], complaints: [], strangers: [] }

/** What a page did wrong, without the refusals that a test provokes and its console shows. */
export function misdeedsOf(opened: Opened, refused: RegExp): Misdeeds {
  const { violations, complaints, strangers } = opened
  return { violations, strangers, complaints: complaints.filter((text) => !refused.test(text)) }
}

/** What all tests of a file share, and the page that the running one has opened. */
export interface Here {
  stack: RunningStack
  browser: Browser
  opened: Opened | undefined
  /** Opens a path of the stack, or of another gateway. */
  visit(path: string, options?: BrowserContextOptions, url?: string): Promise<Page>
}

/** What pages may do: none of the others have done anything wrong at the end of their test. */
export interface Allowed {
  /** Complaints: refusals that tests provoke and the console shows. */
  complaints?: RegExp
  /** `[local storage, session storage, cookies]` as JSON; without it nobody looks. */
  stored?: RegExp
}

/** Starts both before the first test of a file, and judges the page after each. */
export function stackAndBrowser(options: StackOptions = {}, allowed: Allowed = {}): Here {
  const here = {} as Here
  here.visit = async (path, sized, url = here.stack.url) => {
    here.opened = await open(here.browser, url, path, sized)
    return here.opened.page
  }
  beforeAll(async () => {
    here.stack = await startStack(options)
    here.browser = await launchBrowser()
  })
  afterEach(async () => {
    const { opened } = here
    here.opened = undefined
    if (opened) await judge(opened, allowed)
  })
  afterAll(async () => {
    await here.browser?.close()
    await here.stack?.stop()
  })
  return here
}

/** Debian's chromium, or what CHROME_PATH names. A container's root has no sandbox. */
function launchBrowser(): Promise<Browser> {
  const executablePath =
    process.env.CHROME_PATH ??
    execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' })
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: executablePath.trim(), args, timeout: 120_000 })
}

async function judge(opened: Opened, allowed: Allowed): Promise<void> {
  const storage = '[{ ...localStorage }, { ...sessionStorage }, document.cookie]'
  const stored = allowed.stored && (await opened.page.evaluate(`JSON.stringify(${storage})`))
  await opened.close()
  expect({ ...misdeedsOf(opened, allowed.complaints ?? /^$/), stored }).toEqual({
    ...noMisdeeds,
    stored: allowed.stored && expect.stringMatching(allowed.stored),
  })
}

/** Opens a path of a gateway. */
export async function open(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const misdeeds: Misdeeds = { violations: [], complaints: [], strangers: [] }
  await context.exposeFunction('tellViolation', (text: string) => misdeeds.violations.push(text))
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => " +
      "tellViolation(event.violatedDirective + ' ' + event.blockedURI))",
  )
  const page = await context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) misdeeds.complaints.push(message.text())
  })
  page.on('pageerror', (error) => misdeeds.complaints.push(String(error.stack)))
  page.on('request', (request) => {
    const asked = new URL(request.url())
    if (asked.protocol !== 'data:' && asked.origin !== url) misdeeds.strangers.push(request.url())
  })
  await page.goto(url + path, { waitUntil: 'networkidle' })
  async function close(): Promise<void> {
    // of requests that are still on their way; a test may have closed the page itself
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
  return { page, ...misdeeds, close }
}

/** What the demo user logs in with. */
export function demoPassword({ dataDir }: RunningStack): string {
  return readFileSync(`${dataDir}/demo`, 'utf8').trim()
}

/** Fills in and sends the form of the login that a page shows, as the demo user. */
export async function fillSignIn(page: Page, stack: RunningStack): Promise<void> {
  await page.getByLabel('E-mail').fill('demo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(stack))
  await page.keyboard.press('Enter')
}

/**
 * Mistakes of a page that keep people out, by axe-core: rule, how bad, and where.
 * @param within Selector of the part to look at.
 */
export async function barriersOn(
  page: Page,
  impacts: readonly string[] = ['serious', 'critical'],
  within = 'html',
): Promise<string[]> {
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
  const asked = `${JSON.stringify(within)}, { resultTypes: ['violations'] }`
  const run = `axe.run(${asked}).then(({ violations }) => violations)`
  const found = (await page.evaluate(run)) as {
    id: string
    impact: string
    nodes: { html: string; failureSummary: string }[]
  }[]
  return found
    .filter(({ impact }) => impacts.includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
}

/** All that axe-core finds, small or not. */
export const allImpacts = ['minor', 'moderate', 'serious', 'critical']

/** Whether the page is wider than its window. */
export async function overflows(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) as boolean
}

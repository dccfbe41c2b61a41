import type { Browser, Locator, Page } from 'playwright-core'
import { amount } from './amount.js'
import { launchBrowser } from './browser.js'
import { spread } from './latencies.js'

/**
 * The directory in a browser: how long its first view takes, with nothing cached and the CPU slowed
 * SLOWED times (4), until results are shown and keys are taken; and how long suggestions take after
 * a key, at full speed. `npm run build && node dist/bench/pages.js URL [NAME]` of a gateway whose
 * visitors need no login (docs/questions.md); NAME is the beginning of one that it has. ROUNDS
 * (15); chromium on the PATH, or CHROME_PATH.
 */

const [url, typed = 'rhode isl comm'] = process.argv.slice(2)
if (!url) throw new Error('name the URL of the gateway')
const rounds = amount('ROUNDS', 15)
const slowed = amount('SLOWED', 4)

/** Notes in the page when results are shown, when a key is pressed, and when suggestions change. */
const watch = `
  Object.assign(window, { keyAt: 0, resultsAt: 0, suggestionsAt: 0 })
  addEventListener('keydown', () => { keyAt = performance.now() }, true)
  new MutationObserver((changes) => {
    if (document.querySelector('.cards')) resultsAt ||= performance.now()
    if (changes.some(({ target }) => target.closest?.('#suggestions')))
      suggestionsAt = performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })`

const browser = await launchBrowser()
try {
  await inNewWindow(browser, firstView) // the gateway reads its files
  const views: number[] = []
  for (let i = 0; i < rounds; i++) views.push(await inNewWindow(browser, firstView))
  console.log(`first view, CPU slowed ${slowed} times: ${spread(views)}`)
  const suggestions: number[] = []
  for (let i = 0; i < rounds; i++)
    suggestions.push(...(await inNewWindow(browser, suggestionsAsTyped)))
  console.log(`${suggestions.length} suggestions after a key: ${spread(suggestions)}`)
} finally {
  await browser.close()
}

async function inNewWindow<Result>(
  from: Browser,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await from.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    return await look(await context.newPage())
  } finally {
    await context.close()
  }
}

function box(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search organizations' })
}

/** @returns Milliseconds from the navigation. */
async function firstView(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await page.addInitScript(watch)
  await page.goto(url!)
  await page.locator('.cards').waitFor()
  await box(page).press('r')
  if ((await box(page).inputValue()) !== 'r') throw new Error('the search box takes no key')
  return (await page.evaluate('resultsAt')) as number
}

/**
 * @returns Milliseconds from each key until other suggestions are shown, where there are others.
 */
async function suggestionsAsTyped(page: Page): Promise<number[]> {
  await page.addInitScript(watch)
  await page.goto(url!)
  await page.locator('.cards').waitFor()
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const times: number[] = []
  for (const [i, key] of [...typed].entries()) {
    const text = typed.slice(0, i + 1)
    if (i === 0 || key === ' ') {
      await box(page).press(key) // asks for nothing
      continue
    }
    const answer = page.waitForResponse((response) => isAnswerTo(text, response.url()))
    await Promise.all([answer, box(page).press(key)])
    await suggestions.getByRole('option').first().waitFor()
    await page.waitForTimeout(100) // they are drawn
    const time = (await page.evaluate('suggestionsAt - keyAt')) as number
    if (time > 0) times.push(time)
  }
  return times
}

function isAnswerTo(text: string, address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  return pathname.endsWith('/suggest') && searchParams.get('q') === text
}

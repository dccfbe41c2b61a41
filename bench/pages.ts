import { execFileSync } from 'node:child_process'
import { type Browser, chromium, type Page } from 'playwright-core'
import { amount } from './amount.js'
import { spread } from './latencies.js'

/**
 * The directory in a browser: how long its first view takes, with nothing cached and the CPU slowed
 * SLOWED times (4), until results are shown and the search box takes a key; and how long suggestions
 * take after a key, at full speed. `npm run build && node dist/bench/pages.js URL` of a gateway whose
 * visitors need no login (docs/questions.md). ROUNDS (15); chromium on the PATH, or CHROME_PATH.
 */

const typed = 'rhode isl comm'
const [url] = process.argv.slice(2)
if (!url) throw new Error('name the URL of the gateway')
const rounds = amount('ROUNDS', 15)
const slowed = amount('SLOWED', 4)

const executablePath =
  process.env.CHROME_PATH ??
  execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim()
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // a container's root has none
const browser = await chromium.launch({ executablePath, args })
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

const box = (page: Page) => page.getByRole('combobox', { name: 'Search organizations' })

/** @returns Milliseconds from the navigation. */
async function firstView(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await page.goto(url!, { waitUntil: 'commit' })
  await page.locator('.cards').waitFor()
  await box(page).press('r')
  return (await page.evaluate('performance.now()')) as number
}

/** @returns Milliseconds from each key that is answered until its suggestions are shown. */
async function suggestionsAsTyped(page: Page): Promise<number[]> {
  await page.goto(url!)
  await page.locator('.cards').waitFor()
  const times: number[] = []
  for (const [i, key] of [...typed].entries()) {
    const text = typed.slice(0, i + 1)
    if (i === 0 || key === ' ') {
      await box(page).press(key) // asks for nothing
      continue
    }
    const pressedAt = performance.now()
    const answer = page.waitForResponse((response) => isAnswerTo(text, response.url()))
    await Promise.all([answer, box(page).press(key)])
    await page.getByRole('option').first().waitFor()
    times.push(performance.now() - pressedAt)
  }
  return times
}

function isAnswerTo(text: string, address: string): boolean {
  const { pathname, searchParams } = new URL(address)
  return pathname.endsWith('/suggest') && searchParams.get('q') === text
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type HeldEngine, startHeldEngine } from '../support/held-engine.js'
import { until } from '../support/until.js'
import { allImpacts, barriersOn, overflows, stackAndBrowser } from './browser.js'

/** The page for operators at `/` of the admin listener, of a gateway with two workers. */

let engine: HeldEngine
const options = {
  env: { WORKERS: '2' },
  // a busy machine must not end the search that the test cancels
  config: {
    'gateway.config.yml': (text: string) => text.replaceAll('timeoutMs: 10000', 'timeoutMs: 90000'),
  },
  engine: '',
}
beforeAll(async () => {
  engine = await startHeldEngine()
  options.engine = engine.url
})
const here = stackAndBrowser(options, {
  complaints: /^Failed to load resource: the server responded with a status of 4\d\d/,
})
let key: string
beforeAll(async () => {
  key = await here.stack.mintKey()
})
afterAll(() => engine.close())

async function openPage(sized: BrowserContextOptions = {}): Promise<Page> {
  const { adminUrl } = here.stack.gateway
  const page = await here.visit('/healthz', sized, adminUrl)
  await page.goto(adminUrl) // it never stops reading, so the network is never idle
  await page.getByRole('heading', { name: 'Pipelines' }).waitFor()
  await page.getByText('Signing key').or(page.getByText('It shows nothing')).waitFor()
  return page
}

async function search(): Promise<{ status: number; reason: string; id: string }> {
  const answer = await fetch(`${here.stack.url}/api/v1/organizations/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ index: 'map-serp', body: { query: { match_all: {} } } }),
  })
  const { error } = (await answer.json()) as { error?: { details: { reason: string } } }
  const id = answer.headers.get('x-request-id')!
  return { status: answer.status, reason: error?.details.reason ?? '', id }
}

test('by keyboard alone: a running search is found, and cancelled with the secret', async () => {
  engine.holds = true
  const answer = search()
  await until(() => engine.asked.length === 1)
  const page = await openPage()
  const focused = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'
  const press = async (name: RegExp) => {
    for (let tabs = 0; tabs < 80; tabs++) {
      await page.keyboard.press('Tab')
      if (name.test(await page.evaluate<string>(focused))) return page.keyboard.press('Enter')
    }
    throw new Error(`no Tab leads to ${name}`)
  }
  await press(/^Cancel the search /)
  await page.getByLabel('Operator secret', { exact: true }).focus()
  await page.keyboard.type('another')
  await page.keyboard.press('Enter')
  await page.getByText('The secret is not accepted').waitFor()
  await page.getByLabel('Operator secret', { exact: true }).fill(here.stack.secret())
  await page.keyboard.press('Enter')
  await page.getByText(/^The search \S+ was cancelled\.$/).waitFor()
  expect(await answer).toMatchObject({ status: 503, reason: 'cancelled' })
  await page.getByText('Under way: 0').waitFor()
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe(
    '[{},{}]',
  )
  engine.holds = false
})

/** A reload starts processes: a busy machine takes its time. */
const long = { timeout: 200_000 }

test('files are compared, reloaded and gone back from; the history tells what was', async () => {
  const file = join(here.stack.configDir, 'gateway.config.yml')
  const text = readFileSync(file, 'utf8')
  const page = await openPage()
  const history = page.getByRole('region', { name: 'Configuration' })
  const said = page.locator('main [role=status]').first()
  const act = async (button: RegExp, submit: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.locator('dialog').waitFor()
    const field = page.getByLabel('Operator secret', { exact: true })
    if (await field.isVisible()) await field.fill(here.stack.secret())
    await page.locator('dialog').getByRole('button', { name: submit, exact: true }).click()
  }
  writeFileSync(file, text.replace('windowSeconds: 60', 'windowSecond: 60'))
  await act(/^Reload configuration$/, 'Reload')
  await page.locator('dialog').getByText('did you mean "windowSeconds"').first().waitFor(long)
  await page.keyboard.press('Escape')
  writeFileSync(file, text.replaceAll('timeoutMs: 90000', 'timeoutMs: 9000'))
  await act(/^Compare with the files$/, 'Compare')
  await said.getByText(/^Configuration \w+ would replace \w+\.$/).waitFor(long)
  await said
    .getByText(/timeoutMs/)
    .first()
    .waitFor()
  expect(await history.locator('.chip').allTextContents()).toEqual(['refused'])
  await act(/^Reload configuration$/, 'Reload')
  await said.getByText(/^Configuration \w+ is in force\.$/).waitFor(long)
  await history
    .getByText(/timeoutMs/)
    .first()
    .waitFor()
  await act(/^Go back to \w+$/, 'Go back')
  await said.getByText('The files say something else', { exact: false }).waitFor(long)
  await history.getByText('by the operator, back to what was before').waitFor()
  const inForce = expect.stringMatching(/^in force as \w+$/)
  expect(await history.locator('.chip').allTextContents()).toEqual([inForce, inForce, 'refused'])
  expect(await barriersOn(page, allImpacts)).toEqual([])
}, 600_000)

interface Status {
  engine: { nodes: object[] }
  authServices: object[]
}

/** As `/status` shows it in bad times. */
function inTrouble(status: Status): object {
  const fault = 'does not answer'
  const ill = (nodes: object[]) => nodes.map((node) => ({ ...node, healthy: false, fault }))
  const long = 'cost limit "costs" lets a search take longer than its deadline '.repeat(3)
  return {
    ...status,
    alerts: [
      {
        ...{ alert: 'DirectoryEngineHangs', summary: 'The engine hangs', command: 'curl -s x' },
        since: '2026-12-24T00:00:00.000Z',
      },
    ],
    reportAgeSeconds: 41,
    engine: { ...status.engine, nodes: ill(status.engine.nodes), advice: long },
    authServices: ill(status.authServices),
    certificate: { state: 'ending', validTo: '2026-12-24T00:00:00.000Z' },
    limitsNearEnd: [
      {
        ...{ name: 'requests-per-owner', by: 'owner', unit: 'requests', key: '12' },
        ...{ limit: 600, remaining: 3, resetSeconds: 41 },
      },
    ],
  }
}

test.each([
  ['light', 1366],
  ['dark', 390],
] as const)(
  '%s, %d pixels wide: no barriers, no sideways scrolling, faults with their cause',
  async (colorScheme, width) => {
    const { id } = await search()
    const page = await openPage({ colorScheme, viewport: { width, height: 844 } })
    await page.getByLabel('Request id').fill(id)
    await page.getByRole('button', { name: 'Find in the log' }).click()
    await page.getByText(/, search-rules \d/).waitFor()
    expect(await barriersOn(page, allImpacts)).toEqual([])
    await page.route('**/status', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: inTrouble(await answer.json()) })
    })
    await page.route('**/auth-metrics', (route) =>
      route.fulfill({ json: { services: [{ url: 'http://auth', fault: 'does not answer' }] } }),
    )
    await page.getByText(/^The engine hangs, since .* First: curl -s x, then docs/).waitFor()
    await page.getByText('as they were 41 seconds ago').waitFor()
    await page.getByText('3 of 600 requests left').waitFor()
    await page.getByText('No metrics: it does not answer.').waitFor()
    expect(await barriersOn(page, allImpacts)).toEqual([])
    expect(await overflows(page)).toBe(false)
  },
)

test('paused, it reads nothing; a gateway that is gone is said, and what was read stays', async () => {
  const page = await openPage()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.waitForTimeout(500) // what was on its way
  let readings = 0
  page.on('request', () => readings++)
  await page.waitForTimeout(6000)
  expect(readings).toBe(0)
  await page.route('**/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('alert').getByText('The gateway does not answer').first().waitFor()
  await page.getByRole('heading', { name: 'Pipelines' }).waitFor()
  here.opened!.complaints.length = 0 // the aborted calls
})

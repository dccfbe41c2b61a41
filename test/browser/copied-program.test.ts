import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { root } from '../support/stack.js'
import { demoPassword, open, stackAndBrowser } from './browser.js'

/**
 * What /try copies as TypeScript: every preset as a program that the compiler takes, one of them
 * run.
 */

const run = promisify(execFile)
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'directory-programs-'))
const options = {
  compilerOptions: {
    ...{
      target: 'ES2023',
      module: 'NodeNext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
    },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  },
  include: ['*.ts'],
}

const here = stackAndBrowser()

beforeAll(async () => {
  const client = join(folder, 'node_modules/nonprofit-directory-client')
  mkdirSync(client, { recursive: true })
  cpSync(join(root, 'packages/client/package.json'), join(client, 'package.json'))
  await run(process.execPath, [
    compiler,
    '-p',
    join(root, 'packages/client/tsconfig.json'),
    '--outDir',
    join(client, 'dist'),
  ])
  for (const name of ['@elastic', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

/** The program that the page copies for the query in the editor. */
async function program(page: Page): Promise<string> {
  await page.click('.tools button:text-is("API request")')
  await page.click('dialog button:text-is("TypeScript")')
  await page.click('dialog button:text-is("Copy")')
  await page.locator('dialog [role=status]', { hasText: 'Copied' }).waitFor()
  await page.click('dialog button:text-is("Close")')
  return (await page.evaluate('navigator.clipboard.readText()')) as string
}

test('the examples as programs compile, and one prints what the page shows', async () => {
  const { page, close } = await open(here.browser, here.stack.url, '/try')
  await page.click('button:text-is("Sign in")')
  await page.getByLabel('E-mail').fill('demo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword(here.stack))
  await page.keyboard.press('Enter')
  await page.locator('.user span').waitFor()
  const titles = await page.locator('.presets button').allTextContents()
  expect(titles.length).toBe(15)
  for (const [i, title] of titles.entries()) {
    await page.click('.tools button:text-is("Examples")')
    const answered = page.waitForResponse(/\/search$/)
    await page.click(`dialog button:text-is("${title}")`)
    await answered
    await page.locator('dialog').waitFor({ state: 'detached' })
    writeFileSync(join(folder, `preset-${i}.ts`), await program(page))
  }
  await page.getByLabel('Request body').focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(
    '{ "query": { "term": { "region": "RI" } }, "size": 3, "_source": ["name"] }',
  )
  await Promise.all([page.waitForResponse(/\/search$/), page.keyboard.press('Control+Enter')])
  await page.locator('.found[aria-busy=false] .hits tbody tr:nth-child(3)').waitFor()
  writeFileSync(join(folder, 'region.ts'), await program(page))
  const { data } = JSON.parse((await page.locator('.raw').textContent())!)
  await close()

  const compiled = await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout }) => ({
    stdout,
  }))
  expect(compiled.stdout).toBe('')
  // It holds no types of its own, so that Node runs it as it is
  cpSync(join(folder, 'region.ts'), join(folder, 'region.mjs'))
  const env = { PATH: process.env.PATH, KEY: await here.stack.mintKey() }
  const { stdout } = await run(process.execPath, [join(folder, 'region.mjs')], { env })
  expect(stdout.startsWith(`${data.total} [`)).toBe(true)
  for (const { name } of data.results) expect(stdout).toContain(name)
  expect(data.results.length).toBe(3)
})

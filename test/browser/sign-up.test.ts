import type { Page } from 'playwright-core'
import { allOpen, mailSettings } from '../support/accounts.js'
import { type SmtpDouble, startSmtp } from '../support/smtp.js'
import type { StackOptions } from '../support/stack.js'
import { stackAndBrowser } from './browser.js'

/** A person who finds the page /account: from the sign-up to the first hit, and to the end. */

let smtp: SmtpDouble
const options: StackOptions = { config: { 'auth-service.config.yml': allOpen } }
beforeAll(async () => {
  smtp = await startSmtp()
  options.env = mailSettings(smtp)
})
const here = stackAndBrowser(options, {
  complaints: /^Failed to load resource: the server responded with a status of 4\d\d/,
})
let page: Page
afterAll(() => smtp?.close())

const email = 'new@example.org'
const says = (text: string) => page.getByText(text).first().waitFor()
const field = (label: string) => page.getByLabel(label, { exact: true })

/** Opens the link of the next mail with one to the person, as a mail program does. */
async function openMail(): Promise<void> {
  const { purpose, token } = await smtp.mailTo(email)
  if (token === '') return openMail() // it tells of a new key
  await page.goto('about:blank')
  await page.goto(`${here.stack.url}/account#${purpose}=${token}`)
  await page.waitForURL(`${here.stack.url}/account`) // the token leaves the address
}

async function signIn(password: string): Promise<void> {
  await field('E-mail').fill(email)
  await field('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForSelector('#keys')
}

test('sign up, confirm, first key, first hit; forget the password; delete the account', async () => {
  page = await here.visit('/account')
  await page.click('text=Create an account')
  await field('Name').fill('New Person')
  await field('E-mail').fill(email)
  await field('New password').fill('four unrelated words here')
  await page.click('button:text-is("Create account")')
  await says(`Open the link that was sent to ${email}`)
  await openMail()
  await field('Password').fill('four unrelated words here')
  await page.click('button:text-is("Confirm")')
  await says('Your e-mail address is confirmed.')
  await signIn('four unrelated words here')

  await page.click('text=Create key')
  await field('Name').fill('first')
  await page.click('text=Restrict where it may be used')
  await field('IP addresses or networks').fill('127.0.0.0/8\n203.0.113.7')
  await page.click('dialog [type=submit]')
  await says('Store this key now.')
  await says('only 203.0.113.7')
  const key = (await page.locator('.secret code').first().textContent())!
  const answer = await fetch(`${here.stack.url}/api/v1/organizations?q=water`, {
    headers: { 'X-API-Key': key },
  })
  expect(answer.status).toBe(200)

  await page.click('text=Sign out')
  await page.click('text=Forgot your password?')
  await field('E-mail').fill(email)
  await page.click('text=Send the link')
  await says(`If ${email} has an account`)
  await openMail()
  await says('Its API keys remain valid')
  await field('New password').fill('other unrelated words now')
  await page.click('button:text-is("Change password")')
  await says('Your password is changed.')
  await signIn('other unrelated words now')

  await page.click('button:text-is("Delete account")')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('wrong')
  await page.click('text=Delete my account')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  const typed = page.getByRole('dialog').getByLabel('Password', { exact: true })
  await typed.fill('other unrelated words now')
  await page.click('text=Delete my account')
  await says('Your account is deleted.')
})

test('a link that was used already says so', async () => {
  page = await here.visit('/account#verify=used0123456789used0123456789used')
  await field('Password').fill('four unrelated words here')
  await page.click('button:text-is("Confirm")')
  const alert = page.getByRole('alert')
  await alert.waitFor()
  expect(await alert.textContent()).toMatch(/token.*VALIDATION_ERROR · request [\w-]+$/)
})

test.each([
  ['Create an account', '#sign-up'],
  ['Forgot your password?', '#recover'],
])('from the sign-in of the directory: %s', async (text, fragment) => {
  page = await here.visit('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const link = page.getByRole('dialog').getByRole('link', { name: text })
  expect(await link.getAttribute('href')).toBe(`${here.stack.url}/account${fragment}`)
  await link.click()
  await page.getByRole('heading', { name: text }).waitFor()
})

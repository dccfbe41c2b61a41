import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DirectoryClient } from '../../../client/src/index.js'
import { type RunningStack, startStack } from '../../support/stack.js'

/**
 * Searches in flight while their access token expires. A second expiry is far enough away for a
 * slow machine.
 */

const accessSeconds = 8
const query = { index: 'organization-serp', body: { query: { match_all: {} }, size: 1 } } as const

let stack: RunningStack
beforeAll(async () => {
  const short = (text: string) =>
    text.replace('accessSeconds: 3600', `accessSeconds: ${accessSeconds}`)
  stack = await startStack({ config: { 'auth-service.config.yml': short } })
}, 60_000)
afterAll(() => stack?.stop())

type LoggedIn = Awaited<ReturnType<typeof loggedIn>>

/** A client, and how many renewals it has asked for. */
async function loggedIn(believedSeconds: number) {
  let renewals = 0
  const counting: typeof fetch = async (url, init) => {
    if (String(url).endsWith('/refresh')) renewals++
    const answer = await fetch(url, init)
    // what the login shows of the token's life, and what it believes of it
    return String(url).endsWith('/login')
      ? new Response(
          (await answer.text()).replace(
            `"expiresIn":${accessSeconds}`,
            `"expiresIn":${believedSeconds}`,
          ),
        )
      : answer
  }
  const retry = { attempts: 20, totalMs: 120_000 } // of a busy machine's OVERLOADED
  const directory = new DirectoryClient({
    baseUrl: stack.url,
    fetch: counting,
    retry,
    timeoutMs: 120_000,
  })
  const password = readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim()
  await directory.login({ email: 'demo@example.org', password })
  return { directory, renewals: () => renewals }
}

/**
 * This many searches in flight until a second after the expiry, and until the client has renewed
 * its token, which takes a busy machine longer: how many were answered, and what failed.
 */
async function keepSearching({ directory, renewals }: LoggedIn, inFlight: number) {
  const end = performance.now() + (accessSeconds + 1) * 1000
  const failures: string[] = []
  let answered = 0
  const one = async () => {
    while (performance.now() < end || renewals() === 0) {
      try {
        await directory.search(query)
        answered++
      } catch (error) {
        failures.push(String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return { answered, failures }
}

test('300 searches in flight across the expiry of their token: no failure, and one renewal', async () => {
  const [knowing, mistaken] = await Promise.all([loggedIn(accessSeconds), loggedIn(3600)])
  const [first, second] = await Promise.all([
    keepSearching(knowing, 300), // renews it ahead of the expiry
    keepSearching(mistaken, 50), // learns of it from TOKEN_EXPIRED
  ])
  expect([first.failures, second.failures]).toEqual([[], []])
  expect([knowing.renewals(), mistaken.renewals()]).toEqual([1, 1])
  // what the door saw, by its log: each refresh that was answered, and the searches that came too
  // late with the old token
  await stack.stop()
  const lines = stack.output().split('\n')
  const seen = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  expect(seen(/"endpoint":"session"/)).toBe(2)
  expect(seen(/"code":"TOKEN_EXPIRED"/)).toBeGreaterThan(0)
  console.info(
    `client: ${first.answered} and ${second.answered} searches, 0 failures, one renewal each`,
  )
}, 300_000)

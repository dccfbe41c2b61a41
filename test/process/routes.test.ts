import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../http/gateway/project.js'
import { configCopy, root, startStack, testEnvironment } from '../support/stack.js'

/** What `npm run routes` says of each route, held against the gateway that serves it. */

/** The number of an organization that there is. */
const sample = '32-6868679'

interface Row {
  method: string
  path: string
  credential: string
}

async function routesOf(dataDir: string, configDir: string): Promise<Row[]> {
  const env = testEnvironment(dataDir, configDir)
  const { code, stdout, stderr } = await run('gateway/check/routes.js', [], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^METHOD +PATH +CREDENTIAL +PIPELINE +POLICIES +UPSTREAM\n/)
  expect(stdout).toMatch(
    /^POST +\/api\/v1\/auth\/login +no login +login +envelope > .* > upstream +auth$/m,
  )
  const [, ...rows] = stdout.trim().split('\n')
  expect(rows.pop()).toMatch(/^open to visitors: GET /)
  return rows.map((row) => {
    const [method, path, credential] = row.split(/ {2,}/)
    return { method: method!, path: path!, credential: credential! }
  })
}

test('the routes as shipped are served as the table says', async () => {
  const stack = await startStack()
  const { url, dataDir, configDir } = stack
  const rows = await routesOf(dataDir, configDir)
  expect(rows.length).toBeGreaterThan(20)
  const pages = rows.filter(({ path }) => ['/', '/docs', '/try', '/account'].includes(path))
  // visitors may come without one to the directory, which takes credentials too
  const least = pages.map(({ credential }) => credential.split(', ').at(-1))
  expect(least).toEqual(Array(4).fill('no login'))
  const answers = await Promise.all(
    rows.map(async ({ method, path, credential }) => {
      const target = path.replace(':id', sample).replace(/(\w+)\/\*/, (_, page) => fileOf(page))
      const sent =
        method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const answer = await fetch(url + target, { method, redirect: 'manual', ...sent })
      return [method, path, credential, await resultOf(answer)] as const
    }),
  )
  for (const [method, path, credential, result] of answers) {
    const expected = switchedOff[`${method} ${path}`] ?? expectedOf(credential)
    expect([method, path, result]).toEqual([method, path, expected])
  }
  const { body } = await stack.request.get('/api/v1/openapi.json')
  const documented = Object.keys(body.paths).filter((path) => !/^\/(api|\.well-known)\//.test(path))
  expect(documented).not.toEqual([])
  await stack.stop()
})

/**
 * What is off as shipped, refused before any credential: by `accounts` of the auth service, and
 * what lacks a contact.
 */
const switchedOff: Readonly<Record<string, string>> = {
  'GET /.well-known/security.txt': '404',
  'POST /api/v1/auth/delete': '404',
  'POST /api/v1/auth/register': '404',
  'POST /api/v1/auth/verify': '404',
  'POST /api/v1/auth/recover': '404',
  'POST /api/v1/auth/reset': '404',
  'POST /api/v1/auth/accept': '404',
}

/** A file of a page; those of the build have a digest in their names. */
function fileOf(page: string): string {
  const folder = page === 'directory' ? 'directory/web' : 'web'
  const hashed = readdirSync(join(root, 'dist', folder, 'assets'))
  return `${page}/${hashed.find((name) => new RegExp(`^${page}-.*\\.js$`).test(name)) ?? `${page}.js`}`
}

/** `401` for lack of a credential, `404` for no such path, or `served`. */
async function resultOf(answer: Response): Promise<string> {
  const { headers } = answer
  if (!headers.get('content-type')?.startsWith('application/json')) return 'served'
  const { error } = (await answer.json()) as { error?: { code: string } }
  const refusals: Record<string, string> = { AUTHENTICATION_REQUIRED: '401', NOT_FOUND: '404' }
  return refusals[error?.code ?? ''] ?? 'served'
}

/** What a request without a credential gets; it may well be refused for its body. */
function expectedOf(credential: string): string {
  return credential.endsWith('no login') ? 'served' : '401'
}

test('a wide route before narrower ones is named with its place, and nothing else is', async () => {
  const wide = '  wide: { host: "*", paths: /api/v1/*, methods: [GET, POST] }\n'
  const configDir = configCopy({
    'gateway.config.yml': (text) =>
      text.replace('apiEndpoints:\n', (line) => line + wide).replace('[login]', '[login, wide]'),
  })
  const env = testEnvironment('/nowhere', configDir)
  const { code, stdout, stderr } = await run('gateway/check/routes.js', [], env)
  rmSync(configDir, { recursive: true })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    /^\S+gateway\.config\.yml:\d+:22 \/api\/v1\/\* takes all requests of POST \/api\/v1\/auth\/login, .* and \d+ more: put the more specific one first\n$/,
  )
})

import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningStack, root, startStack, testEnvironment } from '../support/stack.js'
import { run } from './gateway/project.js'

/** What `npm run routes` says of each route, held against the gateway that serves it. */

interface Row {
  method: string
  path: string
  credential: string
}

async function routesOf(
  dataDir: string,
  configDir: string,
  env: NodeJS.ProcessEnv,
): Promise<Row[]> {
  const { stdout } = await run(
    'gateway/cli.js',
    ['routes'],
    testEnvironment(dataDir, configDir, env),
  )
  const rows = stdout.trim().split('\n').slice(1)
  return rows.map((row) => {
    const [method, path, credential] = row.split(/ {2,}/)
    return { method: method!, path: path!, credential: credential! }
  })
}

let stack: RunningStack | undefined
afterEach(() => stack?.stop())

test.each<[NodeJS.ProcessEnv, string]>([
  [{}, 'no login'],
  [{ PUBLIC_PAGES: 'false' }, 'off'],
])('with %j', async (env, ofPages) => {
  stack = await startStack({ env })
  const { url, dataDir, configDir } = stack
  const rows = await routesOf(dataDir, configDir, env)
  expect(rows.length).toBeGreaterThan(20)
  const pages = rows.filter(({ path }) => ['/', '/docs', '/try', '/account'].includes(path))
  expect(pages.map(({ credential }) => credential)).toEqual(Array(4).fill(ofPages))
  const answers = await Promise.all(
    rows.map(async ({ method, path, credential }) => {
      const target = path
        .replace(':id', randomUUID())
        .replace(/(\w+)\/\*/, (_, page) => fileOf(page))
      const accept = ofPages === 'off' ? 'text/html, */*;q=0.8' : '*/*'
      const sent =
        method === 'GET'
          ? { headers: { accept } }
          : { body: '{}', headers: { 'content-type': 'application/json' } }
      const answer = await fetch(url + target, { method, redirect: 'manual', ...sent })
      return [method, path, credential, await resultOf(answer)] as const
    }),
  )
  for (const [method, path, credential, result] of answers) {
    const expected = switchedOff[`${method} ${path}`] ?? expectedOf(credential)
    expect([method, path, result]).toEqual([method, path, expected])
  }
  const { body } = await stack.request.get('/api/v1/openapi.json')
  const documented = Object.keys(body.paths).filter((path) => !path.startsWith('/api/'))
  expect(documented.length > 0).toBe(ofPages !== 'off')
})

/** What `accounts` of the auth service switches off as shipped: refused before any credential. */
const switchedOff: Readonly<Record<string, string>> = {
  'POST /api/v1/auth/delete': '404',
  'POST /api/v1/auth/register': '404',
  'POST /api/v1/auth/verify': '404',
  'POST /api/v1/auth/recover': '404',
  'POST /api/v1/auth/reset': '404',
  'POST /api/v1/auth/accept': '404',
}

/** A file of a page; those of web/ have a digest in their names. */
function fileOf(page: string): string {
  const hashed = readdirSync(join(root, 'dist/web/assets'))
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
  if (credential === 'off') return '404'
  return credential === 'no login' ? 'served' : '401'
}

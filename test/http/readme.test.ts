import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningStack, startStack } from '../support/stack.js'

const root = join(__dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim())
const run = promisify(execFile)

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

/** Runs shell lines as a reader would, in one shell, against the test's stack instead of the default ports and folder. */
async function paste(lines: string): Promise<{ stdout: string; all: string }> {
  const text = lines.replaceAll('http://127.0.0.1:8080', stack.url).replaceAll('data/demo', join(stack.dataDir, 'demo'))
  const port = (url: string) => new URL(url).port
  const env = {
    ...process.env,
    PORT: port(stack.url),
    DATA_DIR: stack.dataDir,
    ...(stack.engine && { ENGINE_PORT: port(stack.engine.url) }), // else ELASTICSEARCH_URL is set, by test:engine
    AUTH_INTERNAL_PORT: port(stack.auth.internalUrl),
  }
  const { stdout, stderr } = await run('bash', ['-euc', text], { cwd: root, env, timeout: 120_000 })
  return { stdout, all: stdout + stderr }
}

/** How each block of the README is proven. Every block must be here: a new command needs its row. */
const proofs: Record<string, () => Promise<void>> = {
  'npm ci && npm start': async () => {
    // npm ci is what CI runs on a clean clone; npm start with its banner is start.test.ts
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm ci/m)
    expect(readFileSync(join(__dirname, 'start.test.ts'), 'utf8')).toContain("launch('npm', ['start']")
  },
  'npm ci && npm test': async () => expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/ npm test/),
  'npm run demo': async () => {
    const { all: output } = await paste('npm run demo')
    expect(output).toContain('"version": "v9"')
    expect(output).not.toMatch(/npd_\w{8}_\w{38}/)
  },
  'npm run load -- loader/example/irs-extract-200.csv': async () => {
    const { all: output } = await paste('npm run load -- loader/example/irs-extract-200.csv')
    expect(output).toMatch(/\b200 organizations loaded, 0 rows refused\b/)
    const found = await stack.request
      .post('/api/v1/organizations/search')
      .set('X-API-Key', await stack.mintKey())
      .send({ index: 'organization-serp*', body: { query: { match: { name: 'brookings institution' } }, size: 1 } })
    expect(found.body.data.results).toMatchObject([{ id: 'us-530196577', name: 'BROOKINGS INSTITUTION', region: 'DC' }])
  },
  'npm run check': async () => expect((await paste('npm run check')).all).toMatch(/^ok/m),
  'npm run routes': async () =>
    expect((await paste('npm run routes')).all).toMatch(/POST +\/api\/v1\/organizations\/search/),
  'npm run users -- list\nnpm run keys -- list': async () => {
    expect((await paste('npm run users -- list\nnpm run keys -- list')).all).toContain('demo@example.org')
  },
  'npm run build\nnpm run start:auth\nnpm run start:gateway': async () => {
    await paste('npm run build')
    // start:auth and start:gateway run these files; start.test.ts starts them alone
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    for (const part of ['auth', 'gateway']) {
      const file = /node (\S+)$/.exec(scripts[`start:${part}`])?.[1]
      expect(existsSync(join(root, file ?? 'missing'))).toBe(true)
    }
  },
  // It takes many minutes and a JDK, and runs this very suite: CI runs it
  'npm run test:engine': async () =>
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^suite engine npm run --silent test:engine/m),
  'docker compose up': async () => expect(existsSync(join(root, 'docker-compose.yml'))).toBe(true),
}

const quickStart = blocks.filter((block) => block.includes('curl'))

test('the quick start, pasted line by line into one shell, ends with organizations', async () => {
  expect(quickStart).toHaveLength(3)
  const answer = JSON.parse((await paste(quickStart.join('\n'))).stdout)
  expect(answer).toMatchObject({ status: 'success', data: { index: 'organization-serp*', version: 'v9' } })
  expect(answer.data.results).toHaveLength(2)
})

test.each(blocks.filter((block) => !quickStart.includes(block)))('%s', async (block) => {
  const proof = proofs[block]
  if (!proof) throw new Error('this block of the README has no proof in readme.test.ts')
  await proof()
})

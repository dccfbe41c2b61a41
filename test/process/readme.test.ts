import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { freePort } from '../support/free-port.js'
import { withJq } from '../support/jq.js'
import { launch } from '../support/launch.js'
import { type RunningStack, startStack, testEnvironment } from '../support/stack.js'

const root = join(__dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const readme = read('README.md')

const blocksOf = (name: string) =>
  [...read(name).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.trim())

/** The pages whose shell blocks are run here. */
const blocks = ['README.md', 'docs/operating.md', 'CONTRIBUTING.md'].flatMap(blocksOf)
const run = promisify(execFile)
const compose = blocks.find((block) => block.startsWith('docker compose'))!

const firstSearch = blocks.find((block) => block.includes('organizations?q='))!

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({ env: { ENGINE_SAMPLE: '' } }) // what a newcomer has
})
afterAll(() => stack?.stop())

/**
 * Runs shell lines as a reader would, in one shell, against the test's stack instead of the default
 * ports and folder.
 */
async function paste(lines: string): Promise<{ stdout: string; all: string }> {
  const text = withJq(lines.replaceAll('http://127.0.0.1:8080', stack.url))
  const port = (url: string) => new URL(url).port
  const env = {
    ...process.env,
    PORT: port(stack.url),
    DATA_DIR: stack.dataDir,
    // else ELASTICSEARCH_URL is set, by test:engine
    ...(stack.engine && { ENGINE_PORT: port(stack.engine.url) }),
    AUTH_INTERNAL_PORT: port(stack.auth.internalUrl),
  }
  const { stdout, stderr } = await run('bash', ['-euc', text], { cwd: root, env, timeout: 120_000 })
  return { stdout, all: stdout + stderr }
}

/**
 * How each block of these pages is proven. Every block must be here: a new command needs its row.
 */
const proofs: Record<string, () => Promise<void>> = {
  // .ci/run begins with the one, start.test.ts runs the other
  'npm ci && npm start': async () => {},
  [firstSearch]: async () => {
    const { data } = JSON.parse((await paste(firstSearch)).stdout)
    expect(data.results).toHaveLength(2)
  },
  'npm run check\nnpm run routes': async () => {
    expect((await paste('npm run check')).all).toMatch(/^ok/m)
    expect((await paste('npm run routes')).all).toMatch(/POST +\/api\/v1\/organizations\/search/)
  },
  'npm run users -- list\nnpm run keys -- list': async () => {
    expect((await paste('npm run users -- list\nnpm run keys -- list')).all).toContain(
      'demo@example.org',
    )
  },
  [compose]: async () => {
    const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'))
    for (const [, name] of compose.matchAll(/ run --rm (\w+)/g))
      expect(Object.keys(services)).toContain(name)
    expect(existsSync(join(root, 'directory/loader/example/irs-extract.csv'))).toBe(true)
  },
}

const quickStart = blocks.filter((block) => /\$KEY|run --silent key/.test(block))
const alone = blocks.filter((block) => block.includes('npm run start:'))

test('the quick start, pasted into one shell, ends with organizations', async () => {
  expect(quickStart).toHaveLength(2)
  const answer = JSON.parse((await paste(quickStart.join('\n'))).stdout)
  expect(answer).toMatchObject({
    status: 'success',
    data: { index: 'organization-serp*', version: 'v9' },
  })
  expect(answer.data.results).toHaveLength(2)
  const [, shown] = /```json\n([\s\S]*?)```/.exec(readme)!
  const { data } = JSON.parse(shown!)
  expect(answer.data).toMatchObject({ ...data, results: expect.anything() })
  const names = answer.data.results.map(
    ({ id, name, _score }: { id: string; name: string; _score: number }) => ({
      ...{ id, name, _score: Number(_score.toFixed(2)) },
    }),
  )
  expect(names).toEqual(data.results)
})

interface Example {
  q?: string
  path?: string
  in: string[]
  finds: string
}

const examples = parse(read('test/process/examples.yml')) as Example[]

test.each(examples)(
  '%j',
  async ({ q, path = `/api/v1/organizations?q=${q}`, in: files, finds }) => {
    const shown = q ?? path
    for (const file of files) {
      const text = read(file).replaceAll('+', ' ').replace(/\s+/g, ' ').toLowerCase()
      expect([file, text.includes(shown.toLowerCase())]).toEqual([file, true])
    }
    const answer = await fetch(stack.url + path, { headers: { accept: 'application/json' } })
    expect(JSON.stringify(await answer.json())).toContain(JSON.stringify(finds).slice(1, -1))
  },
)

test('every example of /docs finds organizations', async () => {
  const { paths } = (await stack.request.get('/api/v1/openapi.json')).body
  const found: [string, number][] = []
  const search = paths['/api/v1/organizations/search'].post
  for (const { summary, value } of Object.values<{ summary: string; value: object }>(
    search.requestBody.content['application/json'].examples,
  )) {
    const sent = stack.request.post('/api/v1/organizations/search')
    const { body } = await sent.set('X-API-Key', await stack.mintKey()).send(value)
    found.push([summary, body.data.total])
  }
  const { parameters } = paths['/api/v1/organizations'].get
  for (const { name, in: place, example } of parameters) {
    if (place !== 'query' || example === undefined || name === 'changed_since') continue
    const { body } = await stack.request.get('/api/v1/organizations').query({ [name]: example })
    found.push([name, body.data.total])
  }
  expect(found.length).toBeGreaterThan(8)
  expect(found.filter(([, total]) => total === 0)).toEqual([])
})

test('every example of the home page finds organizations', async () => {
  const asked = await fetch(stack.url, { headers: { accept: 'text/html' } })
  const links = [...(await asked.text()).matchAll(/href="\.(\/\?q=[^"&][^"]*)"/g)]
  expect(links.length).toBeGreaterThan(3)
  for (const [, link] of links) {
    const address = stack.url + link!.replaceAll('&amp;', '&')
    const answer = await fetch(address.replace('/?', '/api/v1/organizations?'))
    const { data } = (await answer.json()) as { data: { total: number } }
    expect([link, data.total > 0]).toEqual([link, true])
  }
})

test('npm run key prints a fresh key, and nothing else', async () => {
  const twice = 'npm run --silent key\nnpm run --silent key'
  const { stdout } = await paste(twice)
  expect(stdout).toMatch(/^(npd_\w{8}_\w{38})\n(?!\1)npd_\w{8}_\w{38}\n$/)
})

test.each([
  ['without npm start', 'export PORT=9', /nothing answers at \S+:9 \(\w+\)\. Run `npm start` in/],
  ['in another folder', 'export DATA_DIR=/nowhere', /cannot read \/nowhere\/demo .*same DATA_DIR/],
  [
    'with the password of another start',
    'export BOOTSTRAP_EMAIL=demo@example.org BOOTSTRAP_PASSWORD=x',
    /HTTP 401 AUTHENTICATION_REQUIRED: E-mail or password is not valid/,
  ],
])('npm run key says what to do %s', async (_, before, error) => {
  const { stdout, all } = await paste(`${before}\nnpm run --silent key || echo "code $?"`)
  expect(stdout).toBe('code 1\n')
  expect(all).toMatch(error)
})

test('docs/getting-started.md runs from top to bottom, by either way to a key', async () => {
  const [byHand, byLogin, ...calls] = blocksOf('docs/getting-started.md')
  const password = readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim()
  const ways = [
    byHand!.replace('your API key', await stack.mintKey()),
    byLogin!.replace('you@example.org', 'demo@example.org').replace('your password', password),
  ]
  for (const way of ways) {
    const { stdout } = await paste([way, ...calls.map((call) => `${call}\necho`)].join('\n'))
    const [found, one, searched, limits, ...others] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(others).toEqual([])
    expect(found.data.results.length).toBeGreaterThan(0)
    expect(one.data.organization.id).toBe('us-050258954')
    expect(searched.data.results).toHaveLength(2)
    expect(limits.status).toBe('success')
  }
})

test('npm run demo shows the same calls, without secrets', async () => {
  expect(readme).toContain('`npm run demo`')
  const { all: output } = await paste('npm run demo')
  expect(output).toContain('"version": "v9"')
  expect(output).not.toMatch(/npd_\w{8}_\w{38}/)
})

test('the parts start alone, each block in a terminal of its own', async () => {
  const [auth, gateway, ...others] = alone
  expect(others).toEqual([])
  const [port, authPort, internalPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...testEnvironment(mkdtempSync(join(tmpdir(), 'directory-alone-')), join(root, 'config')),
    PORT: String(port),
    AUTH_PORT: String(authPort),
    AUTH_INTERNAL_PORT: String(internalPort),
  }
  const service = launch('bash', ['-c', auth!], env)
  await service.said(/auth service ready/)
  const text = gateway!.replace(
    'http://127.0.0.1:9200',
    stack.engine?.url ?? process.env.TEST_ENGINE_URL!,
  )
  const front = launch('bash', ['-c', text], env)
  await front.said(/gateway ready/)
  const [, email, password] = /EMAIL=(\S+) BOOTSTRAP_PASSWORD='(.+)'/.exec(auth!)!
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  for (const { child, closed } of [service, front]) {
    process.kill(-child.pid!)
    await closed
  }
})

test.each(blocks.filter((block) => ![...quickStart, ...alone].includes(block)))(
  '%s',
  async (block) => {
    const proof = proofs[block]
    if (!proof) throw new Error('this block has no proof in readme.test.ts')
    await proof()
  },
)

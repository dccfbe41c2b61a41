import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { built, end, readyMessage, root, testEnvironment } from '../../support/stack.js'

/**
 * The Dockerfile, followed without Docker: what it copies builds, and what the image holds runs.
 */
const folder = mkdtempSync(join(tmpdir(), 'directory-image-'))
const [build, image] = ['build', 'image'].map((name) => join(folder, name)) as [string, string]
const started: ChildProcess[] = []
afterAll(async () => {
  await Promise.all(started.map(end))
  rmSync(folder, { recursive: true, force: true })
})

const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1)

/** Copies as a stage does. Packages are not installed again: they come from here. */
function follow(stage: string, into: string): void {
  for (const [, isFrom, names] of stage.matchAll(/^COPY (--from=build )?(.*)$/gm)) {
    const parts = names!.split(' ')
    const to = parts.pop()!
    for (const name of parts.map((part) => part.replace(/^\/app\//, ''))) {
      if (name === 'node_modules') continue
      const place = to.endsWith('/') ? join(into, to, name) : join(into, to)
      mkdirSync(dirname(place), { recursive: true })
      cpSync(join(isFrom ? build : root, name), place, { recursive: true })
    }
  }
  symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'))
}

test('it builds from what it copies, and both parts run from what it holds', async () => {
  expect(stages).toHaveLength(2)
  mkdirSync(build)
  mkdirSync(image)
  follow(stages[0]!, build)
  const { scripts } = JSON.parse(readFileSync(join(build, 'package.json'), 'utf8'))
  expect(stages[0]).toMatch(/^RUN npm run build/m)
  const PATH = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(
    ':',
  )
  // it makes anew what is not of the same sources: all pages are, if it copies them whole
  cpSync(built, join(build, 'dist'), { recursive: true })
  execFileSync('sh', ['-c', scripts.build], {
    cwd: build,
    stdio: 'pipe',
    env: { ...process.env, PATH },
  })
  follow(stages[1]!, image)
  expect(existsSync(join(image, 'dev/build.js'))).toBe(true) // `npm run users` begins with it

  const start = async (script: string, env: NodeJS.ProcessEnv) => {
    const settings = testEnvironment(join(folder, 'data'), join(image, 'config'), {
      NODE_ENV: 'production',
      ...env,
    })
    const child = fork(join(image, script), {
      cwd: image,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    started.push(child)
    let text = ''
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => (text += chunk))
    return readyMessage<{ url: string; internalUrl: string; adminUrl: string }>(child, () => text)
  }
  const auth = await start('dist/auth-service/main.js', {
    BOOTSTRAP_EMAIL: 'admin@example.org',
    BOOTSTRAP_PASSWORD: 'marble-otter-canyon',
  })
  const gateway = await start('dist/gateway/main.js', {
    AUTH_SERVICE_URL: auth.url,
    AUTH_INTERNAL_URL: auth.internalUrl,
    ELASTICSEARCH_URL: 'http://127.0.0.1:9',
    PUBLIC_PAGES: 'false',
  })
  const login = await fetch(`${gateway.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.org', password: 'marble-otter-canyon' }),
  })
  expect([login.status, (await fetch(`${gateway.adminUrl}/readyz`)).status]).toEqual([200, 200])
}, 180_000)

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import {
  built,
  end,
  readyMessage,
  root,
  startScript,
  testEnvironment,
} from '../../support/stack.js'

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

const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => new RegExp(`^${line.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`))

/** Copies as a stage does. Packages are not installed again: they come from here. */
function follow(stage: string, into: string): void {
  for (const [, isFrom, names] of stage.matchAll(/^COPY (--from=build )?(.*)$/gm)) {
    const parts = names!.split(' ')
    const to = parts.pop()!
    for (const name of parts.map((part) => part.replace(/^\/app\//, ''))) {
      if (name === 'node_modules') continue
      const from = join(isFrom ? build : root, name)
      const place = statSync(from).isDirectory() ? to : `${to}${basename(name)}`
      const filter = (file: string) =>
        isFrom !== undefined || !ignored.some((pattern) => pattern.test(relative(root, file)))
      cpSync(from, join(into, place), { recursive: true, filter })
    }
  }
  rmSync(join(into, 'node_modules'), { recursive: true, force: true })
  symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'))
}

/** All but those of packages. */
const filesOf = (place: string): string[] =>
  readdirSync(place, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesOf(join(place, entry.name))
      : [relative(image, join(place, entry.name))],
  )

/** What HEALTHCHECK runs, with other ports. @returns its exit code. */
async function health(ports: Record<string, string>): Promise<number | null> {
  const [, command = ''] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(stages[1]!) ?? []
  const args = JSON.parse(command.replace(/80\d\d/g, (port) => ports[port] ?? '9')) as string[]
  const child = spawn(process.execPath, args.slice(1), { stdio: 'ignore' })
  const [code] = await once(child, 'close')
  return code
}

test('its labels and its base say what it is', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const bases = stages.map((stage) => stage.split(/\s/)[0]!)
  expect(new Set(bases).size).toBe(1)
  expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-/)
  expect(stages[1]).toContain(`image.version="${version}"`)
  expect(stages[1]).toContain(`image.base.name="docker.io/library/${bases[0]}"`)
  expect(stages[1]).toMatch(/^USER node$/m)
})

test('it builds from what it copies, and both parts run from what it holds', async () => {
  expect(stages).toHaveLength(2)
  mkdirSync(build)
  mkdirSync(image)
  follow(stages[0]!, build)
  const PATH = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH].join(
    ':',
  )
  // it makes anew what is not of the same sources: all pages are, if it copies them whole
  cpSync(built, join(build, 'dist'), { recursive: true })
  const [, pack] = /^RUN (npm run pack[\s\S]*?[^\\])$/m.exec(stages[0]!)!
  execFileSync('sh', ['-c', pack!], { cwd: build, stdio: 'pipe', env: { ...process.env, PATH } })
  follow(stages[1]!, image)
  const held = filesOf(image)
  expect(held).toEqual(expect.arrayContaining(['LICENSE', 'THIRD-PARTY.md', 'sbom.cdx.json']))
  expect(held.filter((name) => /^(dist\/)?(dev|bench|test|packages\/e)/.test(name))).toEqual([])

  const start = async (script: string, env: NodeJS.ProcessEnv) => {
    const settings = testEnvironment(join(folder, 'data'), join(image, 'config'), {
      NODE_ENV: 'production',
      ...env,
    })
    const { child, output } = startScript(join(image, script), settings, { cwd: image })
    started.push(child)
    return readyMessage<{ url: string; internalUrl: string; adminUrl: string }>(child, output)
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

  expect(await health({ 8081: new URL(gateway.adminUrl).port })).toBe(0)
  expect(await health({ 8084: new URL(auth.internalUrl).port })).toBe(0)
  expect(await health({})).toBe(1)
  expect(filesOf(image)).toEqual(held) // its root may be read-only
})

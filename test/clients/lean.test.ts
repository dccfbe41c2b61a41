import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningStack, startStack } from '../support/stack.js'
import { said, testWith } from './programs.js'

/**
 * Clients that generators make of the lean OpenAPI document, in which bodies of searches are free:
 * generated, compiled, and used from the login to an organization. The generators are installed
 * into a temporary folder.
 */

const folder = mkdtempSync(join(tmpdir(), 'directory-lean-'))
const within = (...names: string[]) => join(folder, ...names)
const generator = 'org.openapitools:openapi-generator-cli:7.25.0'

let stack: RunningStack
let expected: unknown
/** Why a generator cannot be tried: it could not be installed. */
let missing: Record<'npm' | 'mvn', string | undefined>

beforeAll(async () => {
  cpSync(join(__dirname, 'lean'), folder, { recursive: true })
  const copied = [`-Dartifact=${generator}`, `-DoutputDirectory=${folder}`]
  const [npm, mvn, running] = await Promise.all([
    failureOf('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
    failureOf('mvn', ['-q', '-B', 'dependency:copy', ...copied, '-Dmdep.stripVersion=true']),
    startStack(),
  ])
  stack = running
  missing = { npm, mvn }
  const document = await fetch(`${stack.url}/api/v1/openapi.json?queries=free`)
  writeFileSync(within('openapi.json'), await document.text())
  expected = await plainly()
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true })
})

const failureOf = (program: string, args: string[]): Promise<string | undefined> =>
  said(folder, program, args).then(
    () => undefined,
    (error: Error) => error.message.split('\n', 1)[0],
  )

/** Whether a generator is installed; else says why it is not. */
function isInstalled(name: string, by: keyof typeof missing): boolean {
  const reason = missing[by]
  if (reason !== undefined) process.stdout.write(`${name} was not tried: ${reason}\n`)
  return reason === undefined
}

/** What each client prints, of plain requests. */
async function plainly(): Promise<object> {
  const headers = { 'x-api-key': await stack.mintKey() }
  const body = { query: { match: { name: 'water' } }, size: 2 }
  const search = stack.request.post('/api/v1/organizations/search').set(headers)
  const found = (await search.send({ index: 'organization-serp*', body })).body.data
  const one = await stack.request.get('/api/v1/organizations/32-6868679').set(headers)
  const names = found.results.map(({ name }: { name: string }) => name)
  return { total: found.total, names, name: one.body.data.organization.name }
}

async function uses(program: string, args: string[]): Promise<void> {
  const { stdout } = await said(folder, program, args, {
    BASE_URL: stack.url,
    EMAIL: 'demo@example.org',
    PASSWORD: readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim(),
  })
  expect(JSON.parse(stdout)).toEqual(expected)
}

const compiled = [
  ...['--strict', '--noUncheckedIndexedAccess', '--target', 'ES2022', '--outDir', 'out'],
  ...['--module', 'CommonJS', '--moduleResolution', 'Node10', '--lib', 'ES2022,DOM,DOM.Iterable'],
]

/** Compiles a consumer in TypeScript with the client that it imports, and runs it. */
async function usesTyped(name: string): Promise<void> {
  await said(folder, 'npx', ['--no-install', 'tsc', ...compiled, `${name}.ts`])
  await uses(process.execPath, [within('out', `${name}.js`)])
}

const typed: [name: string, args: string[]][] = [
  ['hey-api', ['openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api']],
  ['orval', ['orval', '--client', 'fetch', '-i', 'openapi.json', '-o', 'generated/orval/api.ts']],
]
test.each(typed)(
  '%s',
  async (name, args) => {
    if (!isInstalled(name, 'npm')) return
    await said(folder, 'npx', ['--no-install', ...args])
    await usesTyped(name)
  },
  180_000,
)

const withJava = testWith({ java: 'a JDK 17 or later', javac: 'a JDK', mvn: 'Maven' })
withJava(
  'openapi-generator, java',
  async () => {
    if (!isInstalled('java', 'mvn')) return
    const options = ['-i', 'openapi.json', '-g', 'java', '--library', 'native']
    const jar = ['-jar', 'openapi-generator-cli.jar', 'generate', ...options]
    await said(folder, 'java', [...jar, '-o', 'generated/java'])
    const project = within('generated', 'java')
    const copied = ['-DincludeScope=compile', '-DoutputDirectory=lib']
    await said(project, 'mvn', ['-q', '-B', 'dependency:copy-dependencies', ...copied])
    const sources = '$(find src/main -name "*.java") ../../Consumer.java'
    await said(project, 'sh', ['-c', `javac -nowarn -d out -cp 'lib/*' ${sources}`])
    await uses('java', ['-cp', `${project}/out:${project}/lib/*`, 'Consumer'])
  },
  300_000,
)

const withGo = testWith({
  go: 'https://go.dev',
  'oapi-codegen': 'go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
})
withGo(
  'oapi-codegen',
  async () => {
    for (const name of ['go.mod', 'go.sum']) cpSync(join(__dirname, name), within(name))
    const options = ['-package', 'main', '-generate', 'types,client', '-o', 'api.go']
    await said(folder, 'oapi-codegen', [...options, 'openapi.json'])
    await said(folder, 'go', ['build', '-o', 'consumer', '.'])
    await uses(within('consumer'), [])
  },
  180_000,
)

import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withJq } from '../../support/jq.js'
import { type RunningStack, startStack } from '../../support/stack.js'

/**
 * The client as consumers have it: packed, installed from its file into an empty folder without a
 * network, compiled and run.
 */

const root = join(__dirname, '../../..')
const run = promisify(execFile)
const clients = readFileSync(join(root, 'docs/clients.md'), 'utf8')
const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8')
const compilerOptions = {
  ...{ target: 'ES2022', module: 'NodeNext', lib: ['ES2022', 'DOM'], types: [] },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
}

let stack: RunningStack
/** A project with the client alone, and one that has the types of Elasticsearch besides. */
let plain: string
let typed: string

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-client-'))
  const cwd = join(root, 'packages/client')
  await run('npm', ['run', 'build'], { cwd })
  await run('npm', ['pack', '--pack-destination', folder], { cwd })
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!)
  ;[stack, plain, typed] = await Promise.all([newcomer(), project(tarball), project(tarball)])
  mkdirSync(join(typed, 'node_modules/@elastic'))
  symlinkSync(
    join(root, 'node_modules/@elastic/elasticsearch'),
    join(typed, 'node_modules/@elastic/elasticsearch'),
  )
})
afterAll(() => stack?.stop())

/** The docs show what a newcomer has. */
const newcomer = () => startStack({ env: { ENGINE_SAMPLE: '' } })

async function project(tarball: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-consumer-'))
  writeFileSync(
    join(folder, 'package.json'),
    '{ "name": "consumer", "private": true, "type": "module" }',
  )
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
  return folder
}

/** Compiles one file of a project. What the compiler says, nothing when all is well. */
async function compile(
  folder: string,
  name: string,
  text: string,
  skipLibCheck: boolean,
): Promise<string> {
  writeFileSync(join(folder, `${name}.ts`), text)
  const options = { ...compilerOptions, skipLibCheck }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: [`${name}.ts`] }),
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const said = await run(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  )
  return said.stdout
}

const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block]) => block!,
  )

/** As a reader would have it: the address and the password of its own stack. */
const ours = (text: string) =>
  text
    .replaceAll('http://127.0.0.1:8080', stack.url)
    .replaceAll(
      'the password in data/demo',
      readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim(),
    )
    .replaceAll('data/demo', join(stack.dataDir, 'demo'))

/** Compiles with and without the types of Elasticsearch, and runs. */
async function compiledAndRun(name: string, text: string): Promise<string> {
  expect(await compile(plain, name, text, false)).toBe('')
  expect(await compile(typed, name, text, true)).toBe('')
  const { stdout, stderr } = await run(process.execPath, [`${name}.js`], {
    cwd: plain,
    timeout: 60_000,
  })
  expect(stderr).toBe('')
  return stdout
}

test('it is one package without any other, and holds no word of Node’s own modules', () => {
  const installed = readdirSync(join(plain, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['nonprofit-directory-client'])
  const folder = join(plain, 'node_modules/nonprofit-directory-client')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  )
  expect(files).toEqual(
    expect.arrayContaining(['package.json', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
  )
  expect(
    files.filter((name) => !/^(?:README\.md|package\.json|dist\/[\w-]+\.(?:js|d\.ts))$/.test(name)),
  ).toEqual([])
  for (const name of files.filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(text).not.toMatch(/node:|\brequire\s*\(|\bprocess\.|\bBuffer\b|__dirname/)
    expect(text.match(/\bfrom '[^.]/g)).toBeNull()
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts' } },
  })
  expect(manifest.dependencies).toBeUndefined()
})

test('the compiler judges queries, answers and errors', async () => {
  const text = `
import { ApiError, DirectoryClient } from 'nonprofit-directory-client'
const directory = new DirectoryClient({ baseUrl: 'http://127.0.0.1:1' })
const query = { match_all: {} }
export async function calls() {
  const { results } = await directory.search<{ city: string }>({ index: 'map-serp', body: { query } })
  results[0]?.city.toUpperCase()
  // @ts-expect-error no such member
  results[0]?.town
  // @ts-expect-error no such clause
  await directory.search({ index: 'map-serp', body: { query: { mtach: { name: 'x' } } } })
  // @ts-expect-error no such key
  await directory.search({ index: 'map-serp', body: { query, sizes: 1 } })
  // @ts-expect-error no query
  await directory.search({ index: 'map-serp', body: { size: 1 } })
  // @ts-expect-error no such family of indices
  await directory.search({ index: 'directory-auth', body: { query } })
  // @ts-expect-error where a page begins is for the client to say
  directory.searchAll({ index: 'map-serp', body: { query, from: 10 } })
  // @ts-expect-error no such option
  new DirectoryClient({ baseUrl: '', password: 'x' })
}
export const codeOf = (error: unknown): string => (error instanceof ApiError && error.code === 'RATE_LIMITED' ? 'later' : '')
`
  expect(await compile(typed, 'judged', text, true)).toBe('')
})

test('the example of its README compiles and runs', async () => {
  const [example = '', ...others] = blocks(readme, 'ts')
  expect(others).toEqual([])
  const said = await compiledAndRun('readme', ours(example))
  expect(said).toContain('logged in as Demo User\n')
  expect(said).toMatch(/^\d+ found, cost \d+/m)
  expect(said).toMatch(/^the oldest since 1990: \w/m)
  expect(said).toMatch(/^true \d+(\.\d)? query\.wildcard$/m)
  expect(said).toMatch(/^400 \{$[\s\S]*size/m)
})

test('docs/clients.md: the lines of curl run as they stand', async () => {
  const { stdout } = await run('bash', [
    '-euo',
    'pipefail',
    '-c',
    withJq(ours(blocks(clients, 'sh').join('\n'))),
  ])
  expect(stdout.match(/"_sort":/g)).toHaveLength(1000)
  expect(stdout).toContain('"name":"from curl, renamed"')
  expect(stdout).toContain('did you mean match?')
  expect(stdout).toMatch(/VALIDATION_ERROR.*size/)
})

test('docs/clients.md: the Python runs as it stands', async () => {
  const hasRequests = await run('python3', ['-c', 'import requests']).then(
    () => true,
    () => false,
  )
  if (!hasRequests) {
    process.stdout.write('the Python of docs/clients.md is not tried: it needs requests\n')
    return
  }
  // in a file: an error of a command shows all that is in its line
  const file = join(plain, 'clients.py')
  writeFileSync(file, ours(blocks(clients, 'python').join('\n')))
  const { stdout } = await run('python3', [file])
  expect(stdout).toMatch(/^1000 names$/m)
  expect(stdout).toMatch(/^False \{'body':/m)
  expect(stdout).toMatch(/^VALIDATION_ERROR: /m)
})

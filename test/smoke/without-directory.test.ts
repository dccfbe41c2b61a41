import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../support/stack.js'

/** The gateway knows no organization: a copy without directory/ builds, and its tests pass. */

const run = promisify(execFile)
/** What judges the shipped product, which stands on both houses, or pages that Vite has built. */
const ofProduct =
  /^test\/unit\/(bench|deploy|dev|docs|imports|policy-names|settings|upgrading|web|plugins\/pages)\b/
/** Words of a test that reads the organizations' own YAML, tables or documents. */
const readsDirectory = /directory\/|config\/gateway\.config|configCopy|stack\.js|doc-configuration/

let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'without-directory-'))
  const { stdout } = await run('git', ['ls-files'], { cwd: root, maxBuffer: 1 << 26 })
  const kept = stdout.split('\n').filter((file) => file && !file.startsWith('directory/'))
  for (const file of kept.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  edit('config/system.config.yml', (text) => text.replace(/^.*\/\.\.\/directory\/.*\n/gm, ''))
  edit('tsconfig.json', (text) =>
    text.replace(/"(directory|dev|bench)",?\s*/g, '').replace(/,\s*\]/, ']'),
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
}

test('it builds', async () => {
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], {
    cwd: folder,
  })
})

test('the tests of the gateway pass, and those of examples/books', async () => {
  const tests = gatewayTests()
  console.log(`${tests.length} files of unit tests know neither the directory nor its YAML`)
  expect(tests.length).toBeGreaterThan(100)
  const jest = (project: string, files: readonly string[]) =>
    run(
      process.execPath,
      [
        'node_modules/jest/bin/jest.js',
        `--selectProjects=${project}`,
        '--runTestsByPath',
        ...files,
      ],
      { cwd: folder, maxBuffer: 1 << 26, env: { ...process.env, TEST_DIST: join(folder, 'dist') } },
    )
  await jest('unit', tests)
  await provideDocument()
  await jest('http', ['test/http/books.test.ts'])
}, 1_200_000)

/** Unit tests of the gateway, with their helpers free of the directory. */
function gatewayTests(): string[] {
  const files = readdirSync(join(folder, 'test/unit'), { recursive: true, encoding: 'utf8' })
  return files
    .map((name) => join('test/unit', name))
    .filter((file) => file.endsWith('.test.ts') && !ofProduct.test(file) && isFree(file))
}

/** Whether neither a test nor a helper that it imports reads the directory. */
function isFree(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true
  seen.add(file)
  const text = readFileSync(join(folder, file), 'utf8')
  if (readsDirectory.test(text)) return false
  const helpers = [...text.matchAll(/from '(\.{1,2}\/[^']+)\.js'/g)]
    .map(([, name]) => normalize(join(dirname(file), `${name}.ts`)))
    .filter((helper) => helper.startsWith('test/'))
  return helpers.every((helper) => isFree(helper, seen))
}

/**
 * The helpers of HTTP tests compare answers with the document of the shipped calls, which dev/ makes:
 * here it is that of the whole product.
 */
async function provideDocument(): Promise<void> {
  const document = join(folder, 'openapi.json')
  await run(process.execPath, ['dist/dev/openapi.js', document], { cwd: root })
  mkdirSync(join(folder, 'dist/dev'))
  writeFileSync(
    join(folder, 'dist/dev/openapi.js'),
    `import { copyFileSync } from 'node:fs'\ncopyFileSync(${JSON.stringify(document)}, process.argv[2])\n`,
  )
}

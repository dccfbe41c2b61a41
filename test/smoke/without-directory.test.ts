import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../support/stack.js'

/** The gateway knows no organization: a copy without directory/ builds, and serves books. */

const run = promisify(execFile)
let folder: string
let kept: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'without-directory-'))
  const { stdout } = await run('git', ['ls-files'], { cwd: root, maxBuffer: 1 << 26 })
  kept = stdout.split('\n').filter((file) => file && !file.startsWith('directory/'))
  for (const file of kept.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  edit('config/system.config.yml', (text) => text.replace(/^.*\/\.\.\/directory\/.*\n/gm, ''))
  edit('tsconfig.json', (text) =>
    text.replace(/"(directory|dev|bench|test\/\w+)",?\s*/g, '').replace(/,\s*\]/, ']'),
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
  const sources = kept.filter((file) => /^(?!dev|bench|test).*\.ts$/.test(file))
  const bundle = `import { bundlePrograms } from './dev/programs.js'
    await bundlePrograms(${JSON.stringify(sources)})`
  await run(process.execPath, ['--input-type=module', '-e', bundle], { cwd: folder })
})

test('its HTTP test, that of examples/books, passes', async () => {
  await provideDocument()
  const jest = ['node_modules/jest/bin/jest.js', '--selectProjects=http', '--runTestsByPath']
  await run(process.execPath, [...jest, 'test/http/books.test.ts'], {
    cwd: folder,
    maxBuffer: 1 << 26,
    env: { ...process.env, TEST_DIST: join(folder, 'dist') },
  })
}, 1_200_000)

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

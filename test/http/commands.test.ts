import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root, startStack, testEnvironment } from '../support/stack.js'

/** The commands of package.json. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: object
}
const written = ['docs', 'config', 'README.md', 'plugins/pages/public']

/** When each file was written that a command may write. */
function times(): string[] {
  const files = written.flatMap((name) => {
    const path = join(root, name)
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
  })
  return files.map((file) => `${file} ${statSync(file).mtimeMs}`)
}

// test:engine compiles into dist/ first, where other tests start their processes from; typecheck
// checks the types of everything first
const untried = ['test:engine', 'typecheck']
test.each(Object.keys(scripts).filter((name) => !untried.includes(name)))(
  'npm run %s -- --help says what it does, and does nothing',
  async (name) => {
    const before = times()
    const dataDir = join(mkdtempSync(join(tmpdir(), 'directory-help-')), 'data')
    const env = testEnvironment(dataDir, join(root, 'config'))
    const child = spawn('npm', ['run', '--silent', name, '--', '--help'], { cwd: root, env })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // tsc and Biome begin otherwise
    expect(stdout).toMatch(/^(?:usage: |npm run |tsc: |test:\w+ is skipped: )|Usage: /im)
    if (stdout.startsWith('usage: '))
      expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect(times()).toEqual(before)
    expect(existsSync(dataDir)).toBe(false)
  },
)

test('npm run demo refuses an option that it does not know', async () => {
  const env = testEnvironment('/nowhere', join(root, 'config'))
  const child = spawn(process.execPath, ['dist/dev/demo.js', '--hlep'], { cwd: root, env })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Unknown option '--hlep'/)
})

test('npm start -- --help lists options and environment', async () => {
  const child = spawn(process.execPath, ['dist/dev/start.js', '--help'], { cwd: root })
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  for (const name of ['--open', 'PORT', 'ELASTICSEARCH_URL', 'DATA_DIR', 'LOG_LEVEL'])
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'))
})

test('npm run test:engine -- --help does nothing but compile', () => {
  const source = readFileSync(join(root, 'test/engine/run.ts'), 'utf8')
  expect(source).toMatch(/async function main\(.*\n {2}answerHelp\(/)
})

test('npm run demo whose output is not read to its end says nothing else', async () => {
  const stack = await startStack()
  try {
    const env = {
      ...testEnvironment(stack.dataDir, stack.configDir),
      PORT: new URL(stack.url).port,
    }
    const child = spawn('bash', ['-c', 'npm run --silent demo | head -n 1'], { cwd: root, env })
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect({ stdout, stderr }).toEqual({ stdout: '# 1. log in\n', stderr: '' })
  } finally {
    await stack.stop()
  }
})

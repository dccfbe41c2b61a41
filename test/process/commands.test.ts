import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { outcomeOf, root, startStack, testEnvironment } from '../support/stack.js'

/** The commands of package.json. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const written = ['docs', 'config', 'README.md', 'directory/plugins/public']

/** When each file was written that a command may write. */
function times(): string[] {
  const files = written.flatMap((name) => {
    const path = join(root, name)
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
  })
  return files.map((file) => `${file} ${statSync(file).mtimeMs}`)
}

/** What a script of ours runs behind the build, which npm and readers of this file know already. */
const ours = Object.entries(scripts).flatMap(([name, script]) => {
  const command = /\bnode (dist\/\S+\.js.*|dev\/(?:build|quick)\.js)$/.exec(script)?.[1]
  return command === undefined || name === 'test:engine'
    ? []
    : [[name, command.split(' ')] as const]
})

test('npm run NAME -- --help says what each does, and does nothing', async () => {
  expect(ours.length).toBeGreaterThan(15)
  const before = times()
  const dataDir = join(mkdtempSync(join(tmpdir(), 'directory-help-')), 'data')
  const env = testEnvironment(dataDir, join(root, 'config'))
  for (const [name, command] of ours) {
    const child = spawn(process.execPath, [...command, '--help'], { cwd: root, env })
    const { code, out, err } = await outcomeOf(child)
    expect({ name, code, err }).toEqual({ name, code: 0, err: '' })
    expect(out).toMatch(/^(?:usage: |npm run )/)
    if (out.startsWith('usage: '))
      expect(out.split('\n').filter((line) => line.length > 100)).toEqual([])
    if (name === 'start') {
      for (const word of ['--open', 'PORT', 'ELASTICSEARCH_URL', 'DATA_DIR', 'LOG_LEVEL'])
        expect(out).toMatch(new RegExp(`^  ${word} +\\S`, 'm'))
    }
  }
  expect(times()).toEqual(before)
  expect(existsSync(dataDir)).toBe(false)
})

test.each(['demo', 'start'])('npm run %s refuses an option that it does not know', async (name) => {
  const env = testEnvironment('/nowhere', join(root, 'config'))
  const child = spawn(process.execPath, [`dist/dev/${name}.js`, '--hlep'], { cwd: root, env })
  const { code, out, err } = await outcomeOf(child)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^Unknown option '--hlep'/)
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

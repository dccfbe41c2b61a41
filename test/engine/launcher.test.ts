import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../support/is-alive.js'
import { built } from '../support/stack.js'
import { until } from '../support/until.js'
import { findJava } from './node/java.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'directory-launcher-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A folder that looks like a JDK, as far as the search for one looks. */
function makeJdk(name: string, version: string, commands = ['javac']): string {
  const home = join(folder, name)
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'release'), `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`)
  for (const command of commands) writeFileSync(join(home, 'bin', command), '', { mode: 0o755 })
  return home
}

describe('the search for Java', () => {
  const noJdk = 'no JDK of version 21 or later was found (set JAVA_HOME)'
  let maven: string
  beforeEach(() => {
    maven = join(folder, 'mvn')
    writeFileSync(maven, '', { mode: 0o755 })
  })
  const find = (env: NodeJS.ProcessEnv = {}) =>
    findJava({ PATH: `/nowhere:${folder}`, ...env }, folder)

  test('takes the newest', () => {
    makeJdk('a', '21.0.2')
    const home = makeJdk('b', '25')
    makeJdk('c', '17.0.15')
    expect(find()).toEqual({ home, maven })
  })
  test('takes JAVA_HOME first, if it is new enough', () => {
    const home = makeJdk('a', '21')
    makeJdk('b', '25')
    expect(find({ JAVA_HOME: home })).toEqual({ home, maven })
    expect(find({ JAVA_HOME: makeJdk('old', '11.0.1') })).toEqual({
      home: join(folder, 'b'),
      maven,
    })
  })
  test.each([
    ['nothing', () => {}],
    ['an old one', () => makeJdk('a', '17.0.15')],
    ['a runtime without a compiler', () => makeJdk('a', '25', ['java'])],
  ])('%s is not enough', (_name, make) => {
    make()
    expect(find()).toBe(noJdk)
  })
  test('Maven is needed too', () => {
    makeJdk('a', '25')
    expect(find({ PATH: '/nowhere' })).toBe('Maven (mvn) was not found in PATH')
  })
})

test('without Maven the run ends in peace, with the reason in one line', async () => {
  const run = promisify(execFile)(process.execPath, [join(built, 'test/engine/run.js')], {
    env: { PATH: '/nowhere' },
  })
  expect((await run).stdout).toMatch(
    /^test:engine is skipped: ELASTICSEARCH_URL is not set, and .+\n$/,
  )
})

test('a node never outlives the process that started it', async () => {
  const script = `import { ElasticsearchNode } from '${built}/test/engine/node/node.js'
    const node = await new ElasticsearchNode().start()
    console.log(node.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: folder }, // the node's home goes with it
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(String((await once(child.stdout, 'data'))[0]))
  expect(isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  await until(() => !isAlive(pid))
})

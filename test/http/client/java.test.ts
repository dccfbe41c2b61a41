import { execFile, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cert, key } from '../../support/certificate.js'
import { type RunningStack, root, startStack } from '../../support/stack.js'

/**
 * Java's HttpClient and `curl --http2` with their defaults: both ask for h2c with requests over
 * plain HTTP.
 */

const run = promisify(execFile)
const program = join(root, 'test/support/java/Directory.java')
const jdks = homesOfJdks('/usr/lib/jvm')
const hasCurl = /\bHTTP2\b/.test(spawnSync('curl', ['--version']).stdout?.toString() ?? '')
if (jdks.length === 0) say('the program in Java is skipped: no JDK was found (set JAVA_HOME)')
if (!hasCurl) say('curl --http2 is skipped: there is no curl that knows HTTP/2')

let folder: string
let plain: RunningStack
let secure: RunningStack
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'directory-java-'))
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
  writeFileSync(files.TLS_CERT, cert)
  writeFileSync(files.TLS_KEY, key)
  ;[plain, secure] = await Promise.all([startStack(), startStack({ env: files })])
})
afterAll(async () => {
  await Promise.all([plain?.stop(), secure?.stop()])
  rmSync(folder, { recursive: true })
})

/** JAVA_HOME, and what lies where systems install JDKs: each once, those alone that can compile. */
function homesOfJdks(installed: string): string[] {
  const found = existsSync(installed)
    ? readdirSync(installed).map((name) => join(installed, name))
    : []
  const homes = [process.env.JAVA_HOME, ...found].filter(
    (home) => home && existsSync(join(home, 'bin/javac')),
  )
  return [...new Set(homes.map((home) => realpathSync(home!)))]
}

function say(text: string): void {
  process.stderr.write(`java.test.ts: ${text}\n`)
}

/**
 * What the program prints when all of it succeeds: login, key, and three times a search and a list
 * of fields.
 */
const answers = ['200', '201', ...Array.from({ length: 6 }, () => '200')].map(
  (status) => `HTTP_1_1 ${status}`,
)

const passwordOf = ({ dataDir }: RunningStack) => readFileSync(join(dataDir, 'demo'), 'utf8').trim()

/** A way to a server that counts the connections which are made through it. */
async function counted(url: string) {
  const { hostname, port, protocol } = new URL(url)
  let connections = 0
  const server = createServer((caller) => {
    connections++
    const callee = connect(Number(port), hostname)
    caller.pipe(callee).pipe(caller)
    for (const socket of [caller, callee]) {
      socket
        .on('error', () => undefined)
        .once('close', () => [caller, callee].map((one) => one.destroy()))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `${protocol}//127.0.0.1:${own}`,
    connections: () => connections,
    close: () => server.close(),
  }
}

if (jdks.length > 0) {
  describe.each(jdks)('the program in Java, by %s', (home) => {
    test.each([
      ['plain HTTP', () => plain, false],
      ['TLS', () => secure, true],
    ])(
      'logs in, makes a key and searches over %s, on one connection',
      async (_, stackOf, isSecure) => {
        const stack = stackOf()
        const way = await counted(stack.url)
        const trusted = isSecure ? [join(folder, 'cert.pem')] : []
        const args = [program, way.url, 'demo@example.org', passwordOf(stack), ...trusted]
        const { stdout } = await run(join(home, 'bin/java'), args)
        way.close()
        expect(stdout.trim().split('\n')).toEqual(answers)
        expect(way.connections()).toBe(1)
      },
      120_000,
    ) // it compiles first
  })
}

if (hasCurl) {
  test.each([
    ['plain HTTP', () => plain],
    ['TLS', () => secure],
  ])('curl --http2 logs in over %s, twice on one connection', async (_, stackOf) => {
    const stack = stackOf()
    const body = JSON.stringify({ email: 'demo@example.org', password: passwordOf(stack) })
    const one = [
      '-sk',
      '--http2',
      '-H',
      'Content-Type: application/json',
      '-d',
      body,
      '-o',
      '/dev/null',
    ]
    const written = [
      '-w',
      '%{http_version} %{response_code} %{num_connects}\\n',
      `${stack.url}/api/v1/auth/login`,
    ]
    const { stdout } = await run('curl', [...one, ...written, '--next', ...one, ...written])
    expect(stdout).toBe('1.1 200 1\n1.1 200 0\n')
  })

  test('curl with this gateway as its proxy is answered', async () => {
    const args = [
      '-s',
      '-x',
      plain.url,
      '-H',
      'Accept: application/json',
      `${plain.url}/api/v1/openapi.json`,
    ]
    expect(JSON.parse((await run('curl', args, { maxBuffer: 2 ** 24 })).stdout).openapi).toMatch(
      /^3\.1/,
    )
  })
}

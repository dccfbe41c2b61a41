import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startAuthService } from '../support/auth-service.js'
import { type BrokenFile, broken, brokenFiles, needsStart } from '../support/broken-files.js'
import { launch } from '../support/launch.js'
import { startService } from '../support/service.js'
import { configCopy, testEnvironment } from '../support/stack.js'
import { makeProject, pipelineOf, run, startHost } from './gateway/project.js'

const dataDir = join('/', 'nowhere', 'directory-data')
const environment = (configDir: string, env: NodeJS.ProcessEnv = {}) =>
  // no engine, even in test:engine
  testEnvironment(dataDir, configDir, { ELASTICSEARCH_URL: '', ...env })
const check = (args: string[] = [], configDir = 'config', env: NodeJS.ProcessEnv = {}) =>
  run('check/main.js', args, environment(configDir, env))

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
/** A copy of the shipped files with one of them replaced. */
function copyWith(file: string, text: string): string {
  const folder = configCopy()
  folders.push(folder)
  writeFileSync(join(folder, file), text)
  return folder
}
const edited = (edit: (text: string) => string) =>
  copyWith('gateway.config.yml', edit(readFileSync('config/gateway.config.yml', 'utf8')))

describe('the shipped files', () => {
  test('are right, on a clean clone, and nothing is left behind', async () => {
    const { code, stdout, stderr } = await check()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^note: ELASTICSEARCH_URL is not set.*\nscope organizations:read: roles user, admin\nok {2}routes: \d+, pipelines: \d+, upstreams: \d+, .* s\)\n$/,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('in production need an engine, and warn of keys in URLs alone', async () => {
    const production = { NODE_ENV: 'production' }
    const { code, stderr } = await check([], 'config', production)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^config\/gateway\.config\.yml:\d+:\d+ {2}error {2}variable-missing {2}ELASTICSEARCH_URL has no /,
    )
    const good = await check([], 'config', {
      ...production,
      ELASTICSEARCH_URL: 'https://es.example.org:9200',
    })
    expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok /m) })
    expect(good.stderr).toMatch(
      /^config\/gateway\.config\.yml:\d+:15 {2}warning {2}api-key-in-query .*\n.*\n.*\n1 warning\n$/,
    )
  })
})

test('a cost limit beyond the deadline of the engine that answers is a warning', async () => {
  const fields = { employees: { long: { searchable: true, aggregatable: true } } }
  const slow = { took: 60_000, hits: { total: { value: 1_900_000 } } }
  const engine = await startService((req, res) => {
    const answer = req.url!.includes('/_search') ? slow : { fields }
    res.writeHead(200, { 'X-Elastic-Product': 'Elasticsearch' }).end(JSON.stringify(answer))
  })
  const { code, stdout } = await check(['--format', 'json'], 'config', {
    ELASTICSEARCH_URL: engine.url,
  })
  await engine.close()
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; severity: string }[] }
  expect(findings.filter(({ rule }) => rule === 'cost-limit')).toMatchObject([
    { severity: 'warning' },
  ])
  expect(code).toBe(0)
})

test.each([
  ['MAX_CONNECTIONS', '0'],
  ['TRUSTED_PROXIES', '1'],
  ['LOG_LEVEL', 'loud'],
  ['DATA_DIR', '/dev/null/x'],
])('a wrong %s, which both starts refuse, is told once', async (name, value) => {
  const { code, stdout } = await check(['--format', 'json'], 'config', { [name]: value })
  const { findings } = JSON.parse(stdout) as { findings: { message: string; remedy: string }[] }
  expect([
    code,
    findings.filter(({ message, remedy }) => `${message} ${remedy}`.includes(name)).length,
  ]).toEqual([1, 1])
})

describe('a broken file', () => {
  /**
   * Those that only a start finds, and one of each of the other ways; the unit test of the same
   * name tries all.
   */
  const ways = ['yaml-duplicate-key', 'engine-access', 'scope-not-granted']
  const isFirst = ({ rule, file }: BrokenFile, i: number) =>
    i === brokenFiles.findIndex((other) => other.rule === rule && other.file === file)
  const prepared = brokenFiles
    .filter((change, i) => needsStart(change) || (ways.includes(change.rule) && isFirst(change, i)))
    .map((change) => {
      const { text, line, column } = broken(change)
      return { ...change, line, column, configDir: copyWith(change.file, text) }
    })

  test.concurrent.each(prepared)(
    '$file: $name',
    async ({ file, configDir, env, line, column, rule, says }) => {
      const { code, stdout } = await check(['--format', 'json'], configDir, env)
      const { findings } = JSON.parse(stdout) as { findings: Record<string, unknown>[] }
      const [message, remedy] = says.map((part) => expect.stringContaining(part))
      const place = { file: join(configDir, file), line, column, endColumn: expect.any(Number) }
      expect(findings.filter(({ setting }) => setting === undefined)).toEqual([
        { ...place, severity: 'error', rule, message, remedy },
      ])
      expect(code).toBe(1)
      expect(stdout).not.toContain('hunter2')
    },
  )

  const refused = prepared.filter(({ rule }) =>
    ['set-up-failed', 'scope-not-granted'].includes(rule),
  )
  test.each(refused)('stops npm start: $name', async ({ configDir, env, says }) => {
    const settings = environment(configDir, { DATA_DIR: join(configDir, 'data'), ...env })
    const { code, output } = await launch(process.execPath, ['dist/dev/start.js'], settings).closed
    expect(code).toBe(1)
    expect(output).toContain(says[0])
  })
})

describe('warnings', () => {
  const settings = {
    ADMIN_HOST: '0.0.0.0',
    OPERATOR_SECRET: 'changeme'.repeat(5),
    SERVICE_SECRET: 's'.repeat(40),
    ELASTICSEARCH_URL: 'http://es.example.org:9200',
    ELASTICSEARCH_USERNAME: 'reader',
    ELASTICSEARCH_PASSWORD: 'changeme',
  }

  test('stop nothing, and each has its rule and its place', async () => {
    const folder = edited((text) =>
      text
        .replace('# mode: enforce', 'mode: report')
        .replace('# unsafe: [] # DANGER: constructs', 'unsafe: [script] # constructs')
        .replace('limit: 300,', 'limit: 3000,'),
    )
    const { code, stdout } = await check(['--format', 'json'], folder, settings)
    const { findings, ...counts } = JSON.parse(stdout) as {
      findings: { rule: string; setting?: string; line?: number }[]
    }
    expect(findings.map(({ rule, setting }) => setting ?? rule)).toEqual([
      'login-unlimited',
      'secret-default',
      'engine-without-tls',
      'secret-default',
      'search-report-only',
      'search-unsafe',
      'ADMIN_HOST',
      'OPERATOR_SECRET',
    ])
    expect({ code, counts }).toEqual({ code: 0, counts: { errors: 0, warnings: 8 } })
  })

  test('are logged by the starts that see them; --print in JSON has the configuration beside them', async () => {
    const folder = edited((text) => text.replace('# mode: enforce', 'mode: report'))
    const away = 'http://127.0.0.1:1'
    const env = environment(folder, {
      ...settings,
      ELASTICSEARCH_URL: away,
      AUTH_INTERNAL_URL: away,
    })
    const { stdout } = await run('check/main.js', ['--format', 'json', '--print'], env)
    const told = JSON.parse(stdout) as { findings: { rule: string }[]; configuration: object }
    expect(told.findings.map(({ rule }) => rule)).toContain('admin-not-on-loopback')
    const host = await startHost(env)
    await host.stop()
    const logged = host.output().matchAll(/^\{"level":"warn".*"rule":"([\w-]+)"/gm)
    expect([...logged].map(([, rule]) => rule).sort()).toEqual(
      told.findings.map(({ rule }) => rule).sort(),
    )
    expect(Object.keys(told.configuration)).toEqual([
      'gateway.config.yml',
      'auth-service.config.yml',
      'system.config.yml',
    ])
    expect(host.output()).not.toContain('changeme')
  })

  test('the auth service warns of its operator secret too', async () => {
    const auth = await startAuthService({ env: { OPERATOR_SECRET: settings.OPERATOR_SECRET } })
    await auth.stop()
    expect(auth.output()).toMatch(
      /"setting":"OPERATOR_SECRET".*"rule":"secret-default"|"rule":"secret-default".*"setting"/,
    )
  })
})

describe('an engine that answers is compared with docs/elasticsearch.md', () => {
  const found = { hits: { total: { value: 1_900_000 } } }
  const nodes = [{ name: 'a', 'node.role': 'dim', 'heap.max': '536870912', 'disk.avail': '0' }]
  const master = { ...nodes[0], name: 'b', 'node.role': 'm' }
  const indices = [{ index: 'map-serp-1', pri: '5', rep: '0', 'pri.store.size': '1000' }]
  let isMonitored = true
  const engine = createServer((req, res) => {
    const path = req.url!.split('?')[0]!
    const table = /^\/_cat\/(nodes$|indices\/)/.exec(path)?.[1]
    res.writeHead(table && !isMonitored ? 403 : 200, { 'x-elastic-product': 'Elasticsearch' })
    const rows = table === 'nodes' ? [...nodes, master] : indices
    res.end(JSON.stringify(table ? rows : path.endsWith('_search') ? found : {}))
  })
  beforeAll(() => new Promise<void>((done) => engine.listen(0, '127.0.0.1', done)))
  afterAll(() => engine.close())
  const checked = async (env: NodeJS.ProcessEnv) => {
    const { code, stdout } = await check(['--format', 'json'], 'config', env)
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] }
    return [code, ...findings.map(({ rule }) => rule)]
  }

  test('with the privilege monitor or without; another one is a note', async () => {
    const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
    expect(await checked({ ELASTICSEARCH_URL: url })).toEqual([
      ...[0, 'engine-heap', 'engine-disk', 'engine-shards'],
    ])
    isMonitored = false
    expect(await checked({ ELASTICSEARCH_URL: url })).toEqual([0])
    const { stdout } = await check([], 'config', { ELASTICSEARCH_URL: 'http://127.0.0.1:1' })
    expect(stdout).toMatch(/^note: the engine did not answer, so nothing was compared with it$/m)
  })

  test('one that no pipeline searches is not asked', async () => {
    const { env, folder, remove } = makeProject(pipelineOf('{ text: Hello }'))
    cpSync('config/auth-service.config.yml', join(folder, 'auth-service.config.yml'))
    const unsearched = { ...env, ELASTICSEARCH_URL: 'http://127.0.0.1:1' }
    const { code, stdout } = await run('check/main.js', [], unsearched)
    remove()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ok /m)
    expect(stdout).not.toContain('the engine')
  })
})

test('an error is told even where its rule is silenced', async () => {
  const folder = edited((text) =>
    text.replace('limit: 300,', 'limit: none, # check-ignore: wrong-type\n           '),
  )
  const { code, stdout } = await check(['--format', 'json', '--print'], folder)
  const { errors, configuration } = JSON.parse(stdout)
  expect({ code, errors, configuration }).toEqual({ code: 1, errors: 1, configuration: undefined })
})

test('a field that only the searches, not a question, deny is a warning at its place in the file', async () => {
  const searches = '              maxCost: 1600 # maximum query cost: docs/query-cost.md\n'
  const folder = edited((text) =>
    text.replace(searches, `${searches}              fields: { deny: [revenue] }\n`),
  )
  const { code, stdout } = await check(['--format', 'json'], folder)
  const { findings } = JSON.parse(stdout) as { findings: Record<string, string | number>[] }
  expect(code).toBe(0)
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['question-field']))
  const file = join(folder, 'questions/organizations.yml')
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = findings.filter((one) => one.file === file)
  for (const { line, severity, message, remedy } of at) {
    expect(lines[Number(line) - 1]).toMatch(/revenue|sort: \$sort/) // of its choices, at the hole
    expect({ severity, message, remedy }).toEqual({
      severity: 'warning',
      message: expect.stringContaining('the field is not allowed'),
      remedy: 'deny it in the rules of the question too, or remove it from the file',
    })
  }
  writeFileSync(file, lines.join('\n').replace('  - revenue', '$& # check-ignore: question-field'))
  const silenced = await check(['--format', 'json'], folder)
  const left = (JSON.parse(silenced.stdout) as { findings: typeof findings }).findings
  expect(left).toHaveLength(findings.length - 1)
  const [shown] = at.filter(({ line }) => lines[Number(line) - 1] === '  - revenue')
  expect(shown).toMatchObject({ column: 5 })
})

describe('the report', () => {
  test.each([
    [
      'in a line that is shown',
      'serviceSecret: $' + '{SERVICE_SECRET}',
      'serviceSecret: hunter2',
      'serviceSecret: \\*{7}',
    ],
    [
      'in a line that is no YAML',
      'slots: 128',
      'slots: 128, password: hunter2',
      'slots: 128, password: \\*{7}',
    ],
    [
      'in a URL',
      'url: $' + '{AUTH_SERVICE_URL}',
      'url: "ftp://u:hunter2@far"',
      'url: "ftp://\\*{9}@far"',
    ],
  ])('hides a secret %s', async (_, from, to, shown) => {
    const { code, stdout, stderr } = await check(
      [],
      edited((text) => text.replace(from, to)),
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).not.toContain('hunter2')
    expect(stderr).toMatch(new RegExp(shown))
  })

  test('names file by file, then the settings', async () => {
    const folder = edited((text) =>
      text.replace('- authorize:', '- authorise:').replace('limit: 300', 'limit: none'),
    )
    const { stderr } = await check([], folder, {
      SERVICE_SECRET: '',
      OPERATOR_SECRET: 'hunter2',
      AUTH_STORE: 'x',
    })
    expect(stderr).not.toContain('hunter2')
    expect(
      stderr
        .replaceAll(folder, '')
        .split('\n')
        .filter((line) => !/^ *\d+ \| /.test(line)),
    ).toEqual([
      expect.stringMatching(
        /^\/gateway\.config\.yml:\d+:36 {2}error {2}wrong-type {2}"limit" must be integer or object$/,
      ),
      `      | ${' '.repeat(35)}^^^^^  Maximum per window: a number, or one for each plan, ` +
        'such as { default: 600, gold: 6000 }, where default applies to plans that are not ' +
        'listed. Write digits alone, without a unit',
      expect.stringMatching(
        /^\/gateway\.config\.yml:\d+:9 {2}error {2}unknown-policy {2}unknown policy "authorise"$/,
      ),
      `      | ${' '.repeat(8)}^^^^^^^^^  did you mean "authorize"?`,
      'AUTH_STORE  error  setting  AUTH_STORE must be lowdb or elasticsearch',
      '      README, "Configuration", lists the settings',
      expect.stringMatching(
        /^OPERATOR_SECRET {2}error {2}setting {2}OPERATOR_SECRET has fewer than 32 characters: /,
      ),
      '      README, "Configuration", lists the settings',
      '4 errors',
      '',
    ])
  })

  test.each([
    [
      'an address of Redis that is none',
      { RATE_LIMIT_STORE: 'redis', REDIS_URL: 'redis://:hunter2#@localhost' },
      'REDIS_URL must',
    ],
    ['one port for two', { PORT: '9090', AUTH_PORT: '9090' }, 'AUTH_PORT is 9090, as PORT is'],
    [
      'a certificate that is none',
      { TLS_CERT: 'package.json', TLS_KEY: 'package.json' },
      'TLS_CERT and TLS_KEY must name',
    ],
    ['half a store', { AUTH_STORE: 'elasticsearch' }, 'AUTH_ELASTICSEARCH_URL is not set'],
  ])('of %s', async (_, settings, says) => {
    const { code, stdout, stderr } = await check([], 'config', settings)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(says)
    expect(stderr).not.toContain('hunter2')
  })
})

test('it finds what only the set-up of a step finds', async () => {
  const { env, folder, remove } = makeProject(pipelineOf('{ text: impossible }'))
  writeFileSync(join(folder, 'auth-service.config.yml'), '')
  const { code, stderr } = await run('check/main.js', [], env)
  remove()
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /:9:16 {2}error {2}set-up-failed {2}"echo" cannot be set up\n.*\n.*\^ {2}text must be possible\n1 error\n$/,
  )
})

test('--print shows the configuration as it works, without its secrets', async () => {
  const secrets = {
    SERVICE_SECRET: 'a-word-of-many-letters-and-more-yet',
    ELASTICSEARCH_API_KEY: 'aHVudGVyMg==',
  }
  const { code, stdout, stderr } = await check(['--print'], 'config', secrets)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^gateway\.config\.yml:\n {2}apiEndpoints:/)
  expect(stdout).toContain('contentTypes:\n                  - application/json\n') // a default
  expect(stdout).toContain('nodes: http://127.0.0.1:0\n') // a variable
  expect(stdout).toMatch(/serviceSecret: "\*{3}"\n/)
  expect(stdout).toMatch(
    /\nauth-service\.config\.yml:\n {2}tokens:\n {4}issuer: nonprofit-directory\n/,
  )
  for (const secret of Object.values(secrets)) expect(stdout).not.toContain(secret)
})

test.each([[['--help']], [['-h']]])('%j tells how it is used', async (args) => {
  expect(await check(args)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^usage: npm run check/),
    stderr: '',
  })
})

test.each([[['more']], [['--format', 'xml']]])('%j is answered with the usage', async (args) => {
  expect(await check(args)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^usage: npm run check/),
  })
})

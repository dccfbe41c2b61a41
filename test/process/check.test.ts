import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCommand } from '../../gateway/check/command.js'
import { makeProject, pipelineOf, run } from '../http/gateway/project.js'
import { broken, brokenFiles, needsStart } from '../support/broken-files.js'
import { captured } from '../support/captured.js'
import { ofElasticsearch } from '../support/fault-engine.js'
import { startService } from '../support/service.js'
import { configCopy, testEnvironment } from '../support/stack.js'

const dataDir = join('/', 'nowhere', 'directory-data')
const environment = (configDir: string, env: NodeJS.ProcessEnv = {}) =>
  // no engine, even in test:engine
  testEnvironment(dataDir, configDir, { ELASTICSEARCH_URL: '', ...env })
const check = (args: string[] = [], configDir = 'config', env: NodeJS.ProcessEnv = {}) =>
  run('gateway/check/main.js', args, environment(configDir, env))

const away = 'http://127.0.0.1:1'

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
    const { code, stdout, stderr } = await check(['--strict'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^note: ELASTICSEARCH_URL is not set.*\n\d+ policy tests passed in \d+ ms\n(?:note: Node .*\n)?scope organizations:read: roles user, admin\nopen to visitors: .*\nok {2}routes: \d+, pipelines: \d+, upstreams: \d+, .* s\)\n$/,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('in production need an engine, and warn of keys in URLs and open limits alone', async () => {
    const production = { NODE_ENV: 'production' }
    const place = /^config\/gateway\.config\.yml:\d+:\d+ {2}warning {2}(\S+) /gm
    // without it all else is checked
    const { code, stdout, stderr } = await check([], 'config', production)
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^\d+ policy tests passed/m),
    })
    expect(stderr).toMatch(
      /^ELASTICSEARCH_URL {2}error {2}variable-missing {2}ELASTICSEARCH_URL has no value\n {6}set it /m,
    )
    expect([...stderr.matchAll(place)].map(([, rule]) => rule)).toEqual(['api-key-in-query'])
    expect(stderr).toMatch(/\n1 error, 1 warning\n$/)
    const good = await check(['--strict'], 'config', {
      ...production,
      ELASTICSEARCH_URL: 'https://127.0.0.1:1',
    })
    expect(good).toMatchObject({ code: 1, stdout: expect.stringMatching(/^ok /m) })
    expect(good.stdout).toMatch(
      /^note: the engine at https:\S+ does not answer, so nothing was compared with it$/m,
    )
    expect([...good.stderr.matchAll(place)].map(([, rule]) => rule)).toEqual(['api-key-in-query'])
    expect(good.stderr).toMatch(/\n1 warning\n$/)
  })
})

interface Report {
  errors: number
  warnings: number
  findings: {
    rule: string
    setting?: string
    file?: string
    line?: number
    column?: number
    endColumn?: number
    severity: string
    message: string
    remedy: string
  }[]
  configuration?: object
}
async function report(args: string[], configDir = 'config', env: NodeJS.ProcessEnv = {}) {
  const { code, stdout } = await check(['--format', 'json', ...args], configDir, env)
  expect(stdout).not.toContain('hunter2')
  return { code, ...(JSON.parse(stdout) as Report) }
}

test('an engine that answers is compared with the rules, as far as its privileges go', async () => {
  const fields = { employees: { long: { searchable: true, aggregatable: true } } }
  const found = { took: 1, hits: { total: { value: 1_900_000 } } }
  const properties = {
    name: { type: 'text', fields: { meaning: { type: 'semantic_text' } } },
    address: { properties: { town: { type: 'alias', path: 'city' }, city: { type: 'keyword' } } },
  }
  const runtime = { age: { type: 'long', script: { source: 'hunter2' } } }
  const mappings = { 'map-serp-1': { mappings: { dynamic: 'runtime', runtime, properties } } }
  let showsMappings = true
  const engine = await startService((req, res) => {
    const path = req.url!.split('?')[0]!
    const isMapping = path.endsWith('_mapping')
    res.writeHead(isMapping && !showsMappings ? 403 : 200, ofElasticsearch)
    const nodes = { a: { roles: ['data'], os: { allocated_processors: 8 } } }
    const answer = isMapping ? mappings : path.endsWith('_search') ? found : { fields, nodes }
    res.end(JSON.stringify(answer))
  })
  const ask = async () => {
    const { code, errors, findings } = await report([], 'config', { ELASTICSEARCH_URL: engine.url })
    expect({ code, errors }).toEqual({ code: 0, errors: 0 })
    return findings
  }
  expect((await ask()).map(({ rule, message }) => [rule, message])).toEqual(
    [
      ['name.meaning', 'semantic_text'],
      ['address.town', 'alias'],
      ['age', 'runtime'],
      ['*', 'runtime'],
    ].map(([field, type]) => [
      'engine-field',
      `callers can search ${field}, a field of the type ${type}`,
    ]),
  )
  showsMappings = false
  expect(await ask()).toEqual([])
  const maxCost = /^ {14}maxCost: 1600.*\n/m
  const ofTemplates = /^ {16}maxCost: 2000.*\n/m
  const folder = edited((text) =>
    text.replace(ofTemplates, '$&                filter: { match_all: {} }\n').replace(
      maxCost,
      `$&              fields: { deny: [employes, employees.x, "em*"] }
              filter: { bool: { must_not: { term: { employeess: 1 } }, must: [
                { exists: { field: employee } }, { term: { employees: 1 } }] } }
              plans: { anonymous: { filter: { range: { emploees: { gt: 1 } } } } }
`,
    ),
  )
  const { findings } = await report([], folder, { ELASTICSEARCH_URL: engine.url })
  const lines = readFileSync(join(folder, 'gateway.config.yml'), 'utf8').split('\n')
  const shown = findings.map(({ rule, line, column, endColumn, remedy }) => [
    rule,
    lines[line! - 1]!.slice(column! - 1, endColumn! - 1),
    remedy,
  ])
  const meant = 'did you mean "employees"?'
  expect(shown.filter(([rule]) => rule === 'field-unknown')).toEqual([
    ['field-unknown', 'employes', meant],
    ['field-unknown', 'employees.x', meant],
    ['field-unknown', 'employeess', meant],
    ['field-unknown', 'field', meant], // the key of "employee"
    ['field-unknown', 'emploees', meant],
  ])
  const { stdout } = await check([], 'config', { ELASTICSEARCH_URL: engine.url })
  expect(stdout).toMatch(
    /^slots: auto: 8 processors of data nodes, for this gateway alone: 9 in each worker$/m,
  )
  await engine.close()
})

test('one that no pipeline searches is not asked', async () => {
  const { env, folder, remove } = makeProject(pipelineOf('{ text: Hello }'))
  cpSync('config/auth-service.config.yml', join(folder, 'auth-service.config.yml'))
  const { code, stdout } = await run('gateway/check/main.js', [], {
    ...env,
    ELASTICSEARCH_URL: away,
  })
  remove()
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ok /m)
  expect(stdout).not.toContain('the engine')
})

describe('a broken file', () => {
  /** Those that only a start finds; the others: test/unit/gateway/check/broken-files.test.ts. */
  const prepared = brokenFiles.filter(needsStart).map((change) => {
    const { text, line, column } = broken(change)
    return { ...change, line, column, configDir: copyWith(change.file, text) }
  })

  test.each(prepared)('$file: $name', async (change) => {
    const { file, configDir, env, line, column, rule, says } = change
    const { code, findings } = await report([], configDir, env)
    const [message, remedy] = says.map((part) => expect.stringContaining(part))
    const place = { file: join(configDir, file), line, column, endColumn: expect.any(Number) }
    expect(findings.filter(({ setting }) => setting === undefined)).toEqual([
      { ...place, severity: 'error', rule, message, remedy },
    ])
    expect(code).toBe(1)
  })
})

test('warnings stop nothing, each with its rule and place; --print has the configuration as it works, without secrets', async () => {
  const folder = edited((text) =>
    text
      .replace('# unsafe: [] # DANGER: constructs', 'unsafe: [script] # constructs')
      .replace('REQUESTS_PER_MINUTE:-600', 'REQUESTS_PER_MINUTE:-6000')
      .replace('LOGINS_PER_MINUTE:-30', 'LOGINS_PER_MINUTE:-3000')
      .replace(
        'forwardCredentials: true }',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
        'forwardCredentials: true, headers: { request: { set: { X-Service-Token: "${TOKEN}" } } } }',
      ),
  )
  writeFileSync(join(folder, 'token'), 'hunter2')
  const settings = {
    ADMIN_HOST: '0.0.0.0',
    OPERATOR_SECRET: 'changeme'.repeat(5),
    SERVICE_SECRET: 's'.repeat(40),
    ELASTICSEARCH_URL: 'http://es.example.org:9200',
    ELASTICSEARCH_USERNAME: 'reader',
    ELASTICSEARCH_PASSWORD: 'changeme',
    TOKEN_FILE: join(folder, 'token'),
  }
  const { code, findings, configuration, errors } = await report(['--print'], folder, settings)
  expect(findings.map(({ rule, setting }) => setting ?? rule)).toEqual([
    'login-unlimited',
    'secret-default',
    'engine-without-tls',
    'secret-default',
    'search-unsafe',
    'ADMIN_HOST',
    'OPERATOR_SECRET',
  ])
  expect({ code, errors }).toEqual({ code: 0, errors: 0 })
  expect(Object.keys(configuration!)).toEqual([
    'gateway.config.yml',
    'auth-service.config.yml',
    'system.config.yml',
  ])
  const printed = JSON.stringify(configuration)
  expect(printed).toContain('"contentTypes":["application/json"]') // a default
  expect(printed).toContain('"nodes":"http://es.example.org:9200"') // a variable
  expect(printed).toContain('"serviceSecret":"***"')
  expect(printed).toContain('"X-Service-Token":"***"')
  expect(printed).not.toMatch(/changeme|s{40}/)
})

describe('the report', () => {
  /* of what a start would refuse before it reads a file: in process */
  const settingsOnly = async (settings: NodeJS.ProcessEnv) => {
    const env = jest.replaceProperty(process, 'env', environment('config', settings))
    const { code, out } = await captured(() => checkCommand(['--format', 'json']))
    env.restore()
    expect(out).not.toContain('hunter2')
    return { code, findings: (JSON.parse(out) as Report).findings }
  }

  test.each([
    ['MAX_CONNECTIONS', '0'],
    ['TLS_CERT', 'package.json'],
  ])('tells a wrong %s, which both starts refuse, once', async (name, value) => {
    const pair = name === 'TLS_CERT' ? { TLS_KEY: value } : {}
    const { code, findings } = await settingsOnly({ ...pair, [name]: value })
    const its = findings.filter(({ message, remedy }) => `${message} ${remedy}`.includes(name))
    expect([code, its.length]).toEqual([1, 1])
  })

  test('tells settings that contradict each other', async () => {
    const settings = { PORT: '9090', AUTH_PORT: '9090', AUTH_STORE: 'elasticsearch' }
    const { code, stdout, stderr } = await check([], 'config', {
      ...settings,
      DATA_DIR: '/dev/null/x',
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('AUTH_PORT is 9090, as PORT is')
    expect(stderr).toContain('AUTH_ELASTICSEARCH_URL is not set')
    expect(stderr.split('DATA_DIR must name a folder')).toHaveLength(2)
  })
})

test.each<[string[], number, string, string]>([
  [['-h'], 0, 'usage: npm run check', ''],
  [['--againts', 'running'], 2, '', "Unknown option '--againts'\nusage: npm run check"],
  [['--format', 'xml'], 2, '', '--format must be text, json or markdown'],
])('%j is answered with exit code %i and the usage', async (args, code, out, err) => {
  const told = await captured(() => checkCommand(args))
  const begins = (text: string) => (text === '' ? '' : expect.stringMatching(`^${text}`))
  expect(told).toEqual({ code, out: begins(out), err: begins(err) })
})

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { until } from '../../support/until.js'
import { makeProject, type Project, pipelineOf, run, startHost } from './project.js'

const projects: Project[] = []
function project(gateway: string, extra?: Record<string, string>): Project {
  const made = makeProject(gateway, extra)
  projects.push(made)
  return made
}
afterAll(() => {
  for (const { remove } of projects) remove()
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
describe('the start', () => {
  test('runs the pipelines of the YAML, conditions included, with a lean request', async () => {
    const steps = `      - tag: [{ action: { text: one } }, { action: { text: "\${SECOND}" } }]
      - tag: [{ action: { text: three }, condition: { name: method, methods: [POST] } }]
      - tag: [{ action: { text: four }, condition: { name: expression, expression: req.query.more === "yes" && requestID.length === 36 } }]\n`
    const { env } = project(
      pipelineOf(
        '{ text: "${GREETING:-hello}" }',
        steps,
        'serviceEndpoints: { far: { url: http://a } }\n',
      ),
    )
    const host = await startHost({ ...env, SECOND: 'abc #1' })
    const ask = async (path: string, method = 'GET') =>
      (await fetch(host.url + path, { method })).json()
    const data = { text: 'hello', tags: ['one', 'abc #1'], isLean: true, names: ['far'] }
    expect(await ask('/hello')).toMatchObject({ status: 'success', data })
    expect(await ask('/things/7', 'POST')).toMatchObject({
      data: { ...data, tags: [...data.tags, 'three'] },
    })
    expect(await ask('/hello?more=yes')).toMatchObject({
      data: { ...data, tags: [...data.tags, 'four'] },
    })
    expect(await ask('/nothing')).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(await host.stop()).toBe(0)
    for (const line of host.output().trim().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow()
  })

  const bad = 'export const broken = ('
  const init = (body: string) => `
export const [version, policies] = ['1.2.0', ['extra']]
export const schema = { $id: 'urn:test:extra' }
export function init(context) { ${body} }`
  const policy = (name: string) =>
    `{ name: '${name}', schema: { $id: 'urn:test:policy' }, policy: () => () => {} }`
  const right = pipelineOf('{ text: hello }')

  /** What the operator got wrong, and what must be said, at which place. */
  const refused: [string, () => Project, NodeJS.ProcessEnv, RegExp][] = [
    [
      'a mistake in the YAML',
      () => project(pipelineOf('{ text: hello, txet: x }')),
      {},
      /gateway\.config\.yml:9:41 .*"txet".*did you mean "text"/,
    ],
    [
      'a host without quotes',
      () => project(pipelineOf('{ text: hello }').replace('host: "*"', 'host: *')),
      {},
      /gateway\.config\.yml:2:18 a value that begins with "\*" needs quotes: write host: "\*"/,
    ],
    [
      'a variable without value',
      () => project(pipelineOf('{ text: "${NOPE}" }')),
      {},
      /:9:\d+ NOPE has no value/,
    ],
    [
      'a service that is no address',
      () =>
        project(
          pipelineOf('{ text: hello }', '', 'serviceEndpoints: { far: { url: far away } }\n'),
        ),
      {},
      /gateway\.config\.yml:10:28 this is not an http or https address/,
    ],
    [
      'a system.config.yml that express-gateway refuses',
      () => {
        const made = project(right)
        writeFileSync(join(made.folder, 'system.config.yml'), 'plugins: {}\n')
        return made
      },
      {},
      /system\.config\.yml:1:1 parameter "db" is missing: add db/,
    ],
    [
      'a set-up that fails',
      () => project(pipelineOf('{ text: impossible }')),
      {},
      /:9:16 "echo" cannot be set up: text must be possible/,
    ],
    [
      'a plugin that is no JavaScript',
      () => project(right, { extra: bad }),
      {},
      /system\.config\.yml:5:3 plugin "extra".*extra\.mjs.*SyntaxError/,
    ],
    [
      'a plugin that throws in init',
      () => project(right, { extra: init('throw new Error("no luck")') }),
      {},
      /plugin "extra".*no luck/,
    ],
    [
      'a plugin that gives nothing',
      () => project(right, { extra: init('') }),
      {},
      /plugin "extra".*does not give "extra"/,
    ],
    [
      'a plugin without $id',
      () => project(right, { extra: init('').replace('$id', 'id') }),
      {},
      /plugin "extra".*\$id/,
    ],
    [
      "another plugin's policy",
      () =>
        project(right.replace('[opening,', '[opening, extra,'), {
          extra: init(`context.registerPolicy(${policy('extra')})`),
        }),
      {},
      /"extra" is another plugin's/,
    ],
    [
      'a policy given twice',
      () =>
        project(right, {
          extra: init(`context.registerPolicy(${policy('echo')})`).replace("['extra']", "['echo']"),
        }),
      {},
      /another plugin provides "echo" too/,
    ],
    [
      'no configuration',
      () => project(right),
      { CONFIG_DIR: '/nowhere' },
      /\/nowhere\/gateway\.config\.yml:1:1 .*CONFIG_DIR/,
    ],
    [
      'an unknown place for rate limits',
      () => project(right),
      { RATE_LIMIT_STORE: 'foo' },
      /^RATE_LIMIT_STORE must be memory or redis$/m,
    ],
    [
      'a Redis without an address',
      () => project(right),
      { RATE_LIMIT_STORE: 'redis' },
      /^RATE_LIMIT_STORE is redis, but REDIS_URL is not set: write rediss:/m,
    ],
    ['a port that is none', () => project(right), { PORT: 'http' }, /PORT must be a port/],
    [
      'an unknown log level',
      () => project(right),
      { LOG_LEVEL: 'verbose' },
      /^LOG_LEVEL must be trace, .* or silent$/m,
    ],
    [
      'a switch that is neither on nor off',
      () => project(right),
      { METRICS: 'yes' },
      /^METRICS must be on or off$/m,
    ],
    [
      'the same of the log',
      () => project(right),
      { ACCESS_LOG: '1' },
      /^ACCESS_LOG must be on or off$/m,
    ],
    [
      'a DATA_DIR that is a file',
      () => {
        const made = project(pipelineOf('{ text: "${SERVICE_SECRET}" }'))
        writeFileSync(join(made.folder, 'data'), '')
        return made
      },
      {},
      /gateway\.config\.yml:9:34 SERVICE_SECRET cannot be used: DATA_DIR must name a folder: a file is in the way of/,
    ],
    [
      'half of TLS',
      () => project(right),
      { TLS_CERT: '/nowhere' },
      /set both TLS_CERT and TLS_KEY/,
    ],
    [
      'no certificate',
      () => project(right),
      { TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' },
      /TLS_CERT: cannot read \/nowhere \(ENOENT\)/,
    ],
    [
      'an unknown host',
      () => project(right),
      { HOST: '192.0.2.1' },
      /PORT: cannot listen on 192\.0\.2\.1/,
    ],
  ]
  test.each(refused)('%s stops it with one message and exit code 1', async (_, make, env, says) => {
    const { code, stdout, stderr } = await run('gateway/main.js', [], { ...make().env, ...env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(says)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test.each(['PORT', 'ADMIN_PORT'])('a %s in use stops it', async (name) => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const port = String((other.address() as AddressInfo).port)
    const { code, stderr } = await run('gateway/main.js', [], {
      ...project(right).env,
      [name]: port,
    })
    other.close()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `${name}: cannot listen on 127.0.0.1, port ${port}: another process uses it\n`,
    })
  })
})

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

describe('a fault outside any request', () => {
  test.each(['fault', 'rejection'])(
    'a %s is logged; what is running is answered, then its worker ends and another one takes its place',
    async (text) => {
      const host = await startHost(project(pipelineOf(`{ text: ${text}, waitMs: 300 }`)).env)
      expect((await fetch(`${host.url}/hello`)).status).toBe(200)
      await until(() => host.output().includes('worker 1 is back'))
      expect(host.output()).toMatch(/"level":"fatal".*outside any request/)
      expect(host.output()).toContain(
        'worker 1 ended by itself (exit code 1); started again in 0.1 s',
      )
      expect((await fetch(`${host.url}/nothing`)).status).toBe(404)
      expect(await host.stop()).toBe(0)
    },
  )
})

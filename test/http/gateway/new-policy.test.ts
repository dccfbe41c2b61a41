import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { built, configCopy, testEnvironment } from '../../support/stack.js'
import { run, startHost } from './project.js'

/**
 * Two policies that no one knows: one gives a field of its own, the other answers with it. They
 * join the shipped ones by their folder and the YAML alone.
 */
const plugins: Record<string, string> = {
  stamp: `
import { definePlugin } from '${built}/plugins/kit/plugin.js'
export const { version, policies, schema, init } = definePlugin({
  name: 'stamp', params: {}, provides: ['stamp'], place: { before: ['caller'] },
  create: () => (context) => { context.stamp = 'stamped' },
})`,
  tell: `
import { definePlugin } from '${built}/plugins/kit/plugin.js'
export const { version, policies, schema, init } = definePlugin({
  name: 'tell', params: {}, role: 'answer', place: { needs: ['stamp'] },
  create: () => (context) => { context.result = { data: { stamp: context.stamp } } },
})`,
}

const secret = 'the-service-secret-of-this-very-test'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** The shipped configuration with a pipeline of these steps behind its own. */
function configured(steps: string[]): NodeJS.ProcessEnv {
  const folder = configCopy({
    'system.config.yml': (text) => {
      const lines = Object.keys(plugins).map(
        (name) => `  ${name}: { package: "\${FOLDER}/${name}.mjs" }\n`,
      )
      return text.replace('plugins:\n', `plugins:\n${lines.join('')}`)
    },
    'gateway.config.yml': (text) =>
      text
        .replace(
          'apiEndpoints:\n',
          'apiEndpoints:\n  stamped: { host: "*", paths: /stamped, methods: [GET] }\n',
        )
        .replace(/^policies: \[/m, 'policies: [stamp, tell, ')
        .concat(
          '  stamped:\n    apiEndpoints: [stamped]\n    ' +
            `policies:\n${steps.map((step) => `      - ${step}\n`).join('')}`,
        ),
  })
  folders.push(folder)
  for (const [name, source] of Object.entries(plugins))
    writeFileSync(join(folder, `${name}.mjs`), source)
  const away = 'http://127.0.0.1:1'
  return testEnvironment(join(folder, 'data'), folder, {
    FOLDER: folder,
    ELASTICSEARCH_URL: away,
    AUTH_INTERNAL_URL: away,
    SERVICE_SECRET: secret,
  })
}

const limit = '{ limit: 9, windowSeconds: 60 }'
const [byAddress, byOwner] = ['address', 'owner'].map(
  (by) => `throttle: [{ action: ${limit.replace('{', `{ by: ${by},`)} }]`,
)
const authenticate =
  'authenticate: [{ action: { accept: [api-key], authServiceUrl: http://127.0.0.1:1, ' +
  `serviceSecret: ${secret} } }]`

test('it serves', async () => {
  const host = await startHost(configured(['envelope:', byAddress!, 'stamp:', 'tell:']))
  try {
    const answer = await fetch(`${host.url}/stamped`)
    expect(await answer.json()).toMatchObject({ status: 'success', data: { stamp: 'stamped' } })
  } finally {
    await host.stop()
  }
})

test.each([
  [
    'what it needs is not given',
    ['envelope:', byAddress!, 'tell:'],
    '"tell" needs a step that provides "stamp" before it: add stamp',
  ],
  [
    'it stands behind the one it must precede',
    ['envelope:', authenticate, byOwner!, 'stamp:', 'tell:'],
    '"stamp" must come before "authenticate": the order is envelope > stamp > authenticate > ' +
      'throttle > tell',
  ],
  // all other orders: test/unit/gateway/config/order.test.ts
])('the check refuses when %s', async (_, steps, says) => {
  const { code, stderr } = await run('check/main.js', [], configured(steps))
  expect(code).toBe(1)
  const [message = '', remedy = ''] = says.split(': ')
  expect(stderr.split('\n')[0]).toContain(message)
  expect(stderr.split('\n')[2]).toContain(remedy)
  expect(stderr).toMatch(/^1 error$/m)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built, startGateway } from '../../support/stack.js'

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

/** The shipped configuration with a pipeline of these policies. */
const config = (folder: string) => ({
  'system.config.yml': (text: string) => {
    const lines = Object.keys(plugins).map(
      (name) => `  ${name}: { package: "${join(folder, name)}.mjs" }\n`,
    )
    return text.replace('plugins:\n', `plugins:\n${lines.join('')}`)
  },
  'gateway.config.yml': (text: string) =>
    text
      .replace(
        'apiEndpoints:\n',
        'apiEndpoints:\n  stamped: { host: "*", paths: /stamped, methods: [GET] }\n',
      )
      .replace(/^policies: \[/m, 'policies: [stamp, tell, ')
      .concat(`  stamped:
    apiEndpoints: [stamped]
    policies:
      - envelope:
      - throttle: *by-address
      - stamp:
      - tell:
`),
})

// the orders that the check refuses: test/unit/gateway/config/order.test.ts
test('they serve', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-policies-'))
  for (const [name, source] of Object.entries(plugins))
    writeFileSync(join(folder, `${name}.mjs`), source)
  const gateway = await startGateway({ config: config(folder) })
  try {
    const answer = await fetch(`${gateway.url}/stamped`)
    expect(await answer.json()).toMatchObject({ status: 'success', data: { stamp: 'stamped' } })
  } finally {
    await gateway.stop()
    rmSync(folder, { recursive: true })
  }
})

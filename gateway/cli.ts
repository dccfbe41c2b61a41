import { isOwnSecret, requiredSetting, setting } from '../kit/settings.js'
import { ConfigurationError, type Mistake } from '../kit/yaml/mistakes.js'
import { readConfig } from './config.js'
import { checkEndpoints, declaredRoutes } from './endpoints.js'
import { routeTable } from './route-table.js'
import { prepare } from './start.js'

const usage = `usage: npm run check     judges the configuration as the start does, without starting
       npm run routes    prints every route: method, path, pipeline, policies, upstream`

/** `check`: prints "ok …", or each mistake with its place. */
async function check(): Promise<void> {
  const startedAt = performance.now()
  const notes: string[] = []
  const { loaded } = await prepare((name) => {
    const value = setting(name)
    // A check leaves nothing behind: a secret that the first start would make is stood in for
    if (value === undefined && isOwnSecret(name)) return 'a secret that is made at the first start'
    if (value !== undefined || name !== 'ELASTICSEARCH_URL' || process.env.NODE_ENV === 'production') return value
    notes.push('note: ELASTICSEARCH_URL is not set; checked with the embedded engine, as npm start would run')
    return `http://127.0.0.1:${requiredSetting('ENGINE_PORT')}`
  })
  const { value } = loaded.config.gateway
  const counts = [
    `routes: ${declaredRoutes(value).length}`,
    `pipelines: ${Object.keys(value.pipelines as object).length}`,
    `upstreams: ${Object.keys(value.serviceEndpoints ?? {}).length}`,
  ]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  for (const note of new Set(notes)) console.log(note)
  console.log(`ok  ${counts.join(', ')}, configuration ${loaded.config.hash} (${seconds} s)`)
}

/** `routes`: prints the table. Variables without a value stand as they are written, so that no secret is needed. */
function routes(): void {
  const { gateway } = readConfig(
    requiredSetting('CONFIG_DIR'),
    (name) => (Object.hasOwn(process.env, name) && process.env[name]) || `\${${name}}`,
  )
  const mistakes: Mistake[] = []
  checkEndpoints(gateway.value, (path, message, remedy) => mistakes.push({ path, message, remedy }))
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(gateway.place))
  console.log(routeTable(gateway.value))
}

const commands: Readonly<Record<string, () => void | Promise<void>>> = { check, routes }
const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) && rest.length === 0 ? commands[name] : undefined

try {
  if (!command) {
    console.error(usage)
    process.exit(2)
  }
  await command()
  process.exit(0) // plugins may have begun to ask the auth service
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

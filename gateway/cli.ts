import { requiredSetting } from '../kit/settings.js'
import { ConfigurationError, type Mistake } from '../kit/yaml/mistakes.js'
import { readConfig } from './config.js'
import { checkEndpoints } from './endpoints.js'
import { routeTable } from './route-table.js'

/** `routes`: prints the table. Variables without a value stand as they are written, so that no secret is needed. */
function routes(): void {
  const { gateway } = readConfig(
    requiredSetting('CONFIG_DIR'),
    (name) => (Object.hasOwn(process.env, name) && process.env[name]) || `\${${name}}`,
  )
  const mistakes: Mistake[] = []
  checkEndpoints(gateway.value, (path, rule, message, remedy) => mistakes.push({ path, rule, message, remedy }))
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(gateway.place))
  console.log(routeTable(gateway.value))
}

const usage = 'usage: npm run routes    prints every route: method, path, pipeline, policies, upstream'
const [name, ...rest] = process.argv.slice(2)
if (name === 'routes' && ['--help', '-h'].includes(rest[0] ?? '')) {
  console.log(usage)
  process.exit(0)
}
if (name !== 'routes' || rest.length > 0) {
  console.error(usage)
  process.exit(2)
}
try {
  routes()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

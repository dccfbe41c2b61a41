import { secretNames } from '../../kit/config/setting-table.js'
import { requiredSetting, setting } from '../../kit/config/settings.js'
import { ConfigurationError } from '../../kit/config/yaml/diagnostics.js'
import { renderCauses } from '../../kit/log/causes.js'
import { answerHelp, endWhenUnread } from '../../kit/process/command.js'
import { parseRoutes } from '../../routes/routes.js'
import { readConfig } from '../config/config.js'
import { checkEndpoints } from '../config/pipelines.js'
import { loadFacts } from '../host/plugins.js'
import type { AnswersAnyone } from './route-credential.js'
import { routeTable } from './route-table.js'
import { openToVisitors } from './visitors.js'

/**
 * A setting as the gateway reads it. One without a value is shown as written, and no secret is
 * read.
 */
function shownSetting(name: string, fallback?: string): string {
  const value = secretNames.includes(name) ? undefined : setting(name)
  return value ?? fallback ?? `\${${name}}`
}

/** Prints the table, and what visitors may call. */
async function printRoutes(): Promise<void> {
  const configDir = requiredSetting('CONFIG_DIR')
  const { gateway } = readConfig(configDir, shownSetting)
  const mistakes = checkEndpoints(gateway.value)
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(gateway.place))
  const routes = parseRoutes(gateway.value)
  console.log(routeTable(routes, await readFacts(configDir)))
  console.log(openToVisitors(routes).join('\n'))
}

/** Which steps answer anyone, as their policies say; none that `npm run check` would refuse. */
async function readFacts(configDir: string): Promise<AnswersAnyone> {
  const facts = await loadFacts(configDir).catch(() => undefined)
  return ({ policy, params }) => {
    const { role, placeOf } = facts?.policies.get(policy) ?? {}
    try {
      return role === 'answer' && placeOf !== undefined && !placeOf(params).needs?.length
    } catch {
      return false
    }
  }
}

const usage = `usage: npm run routes
  prints every route: method, path, credential, pipeline, policies, upstream`
answerHelp(usage)
if (process.argv.length > 2) {
  console.error(usage)
  process.exit(2)
}
endWhenUnread()
try {
  await printRoutes()
  process.exit(0) // the plugins keep a process alive
} catch (error) {
  console.error(renderCauses(error))
  process.exit(1)
}

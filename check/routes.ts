import { readConfig } from '../gateway/config/config.js'
import { checkEndpoints } from '../gateway/config/endpoints.js'
import { loadFacts } from '../gateway/host/plugins.js'
import { requiredSetting, secretNames, setting } from '../kit/config/settings.js'
import { ConfigurationError, type Diagnostic } from '../kit/config/yaml/diagnostics.js'
import { answerHelp, endWhenUnread } from '../kit/process/command.js'
import type { AnswersAnyone } from './route-credential.js'
import { type CostOf, routeTable } from './route-table.js'
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
  const mistakes: Diagnostic[] = []
  const routes = checkEndpoints(gateway.value, (path, rule, message, remedy) =>
    mistakes.push({ path, rule, message, remedy }),
  )
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(gateway.place))
  const { costOf, answersAnyone } = await readFacts(configDir)
  console.log(routeTable(routes, costOf, answersAnyone))
  console.log(openToVisitors(routes).join('\n'))
}

/** What policies say of their steps; nothing of one that `npm run check` would refuse. */
async function readFacts(
  configDir: string,
): Promise<{ costOf?: CostOf; answersAnyone?: AnswersAnyone }> {
  const unless = <Result>(read: () => Result): Result | undefined => {
    try {
      return read()
    } catch {
      return undefined
    }
  }
  const facts = await loadFacts(configDir).catch(() => undefined)
  if (!facts) return {}
  const { policies } = facts
  return {
    costOf: ({ policy, params }, endpoint) =>
      unless(() => policies.get(policy)?.costOf?.(params, endpoint)),
    answersAnyone: ({ policy, params }) =>
      unless(() => {
        const { role, placeOf } = policies.get(policy) ?? {}
        return role === 'answer' && placeOf !== undefined && !placeOf(params).needs?.length
      }) ?? false,
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
  console.error((error as Error).message)
  process.exit(1)
}

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../auth-service/config/config.js'
import { ConfigurationError } from '../kit/config/yaml/diagnostics.js'
import { openTrial, type TrialGateway } from '../trial/gateway.js'
import { checkedSetting } from '../trial/setting.js'

const gatewayFile = 'gateway.config.yml'
/** The text of the shipped gateway.config.yml, of which measurements make others. */
export const shippedText = readFileSync(join('config', gatewayFile), 'utf8')

/** A copy of the shipped configuration in which callers may have the plan `gold`; for good. */
export function withPlan(): string {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'))
  cpSync('config', folder, { recursive: true })
  const file = join(folder, 'auth-service.config.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('plans: []', 'plans: [gold]'))
  return folder
}

/** A line with a part replaced; none where nothing is. Comments only if the pattern has a `#`. */
export function replaced(line: string, pattern: RegExp, by: string): string[] {
  if (line.trimStart().startsWith('#') && !pattern.source.includes('#')) return []
  const changed = line.replace(pattern, by)
  return changed === line ? [] : [changed]
}

/**
 * Opens a configuration folder with another text of gateway.config.yml, in place of the one before.
 * @returns undefined: the check refuses it.
 */
export async function opened(configDir: string, text: string): Promise<TrialGateway | undefined> {
  process.env.CONFIG_DIR = configDir
  forgetHost()
  const { config: auth } = readConfig(configDir, checkedSetting)
  try {
    return await openTrial(configDir, checkedSetting, { auth, texts: { [gatewayFile]: text } })
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined
    throw error
  }
}

/** express-gateway's registries are process-wide: each configuration gets new ones. */
function forgetHost(): void {
  const { cache } = createRequire(import.meta.url)
  for (const file of Object.keys(cache))
    if (/[\\/]express-gateway[\\/]lib[\\/]/.test(file)) delete cache[file]
}

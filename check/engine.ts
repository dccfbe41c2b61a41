import type { Loaded } from '../gateway/host/load.js'
import { setting } from '../kit/config/settings.js'
import type { PlacedDiagnostic, SettingDiagnostic } from '../kit/config/yaml/diagnostics.js'
import { log } from '../kit/log/log.js'
import { engineFacts } from './engine-facts.js'
import { sizeWarnings } from './sizing.js'

/**
 * What the configuration and the engine at ELASTICSEARCH_URL do not have in common: cost limits
 * that cannot protect it, fields that it lacks, and what it is too small for; or why it could not
 * be asked. Nothing without that setting.
 */
export async function engineFindings(
  gateway: Loaded,
): Promise<{ findings?: (PlacedDiagnostic | SettingDiagnostic)[]; faults?: string[] }> {
  const { backends } = gateway
  const isSearched = backends.some(({ searched }) => searched)
  if (!isSearched || setting('ELASTICSEARCH_URL') === undefined) return {}
  log.level = 'silent' // the steps, which are set up, would report what does not answer meanwhile
  const { facts, faults } = await engineFacts(backends)
  if (facts.length === 0) return { faults }
  const advice = await gateway.advice().catch(() => [])
  return { findings: [...advice, ...facts.flatMap(sizeWarnings)] }
}

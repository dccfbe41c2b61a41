import { patientMs, probeEngines } from '../gateway/admin/backends.js'
import { readEngineFields } from '../gateway/admin/engine-fields.js'
import type { Loaded } from '../gateway/host/load.js'
import { shippedFields } from '../gateway/lab/shipped-fields.js'
import { setting } from '../kit/config/settings.js'
import type { PlacedDiagnostic, SettingDiagnostic } from '../kit/config/yaml/diagnostics.js'
import { log } from '../kit/log/log.js'
import { findMappingWarnings } from './engine-mappings.js'

/**
 * What the configuration and the engine at ELASTICSEARCH_URL do not have in common: fields that it
 * lacks, and fields that cost or show more than they seem to; or why it could not be asked. Without
 * that setting only the fields are compared, with those that the loader creates.
 */
export async function engineFindings(
  gateway: Loaded,
): Promise<{ findings?: (PlacedDiagnostic | SettingDiagnostic)[]; faults?: string[] }> {
  const { backends } = gateway
  const isSearched = backends.some(({ searched }) => searched)
  if (!isSearched) return {}
  if (setting('ELASTICSEARCH_URL') === undefined)
    return { findings: gateway.unknownFields({ fieldsOf: shippedFields, areAll: false }) }
  log.level = 'silent' // the steps, which are set up, would report what does not answer meanwhile
  const engines = backends.flatMap(({ searched }) => (searched ? { engine: searched.engine } : []))
  const nodes = (await probeEngines(engines, patientMs)).flat()
  if (nodes.every(({ fault }) => fault !== undefined))
    return { faults: nodes.map(({ url, fault }) => `${url} ${fault}`) }
  const [advice, ofFields, ofMappings] = await Promise.all([
    gateway.advice().catch(() => []),
    readEngineFields(backends).then(gateway.unknownFields, () => []),
    findMappingWarnings(backends),
  ])
  return { findings: [...advice, ...ofFields, ...ofMappings] }
}

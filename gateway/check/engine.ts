import { distinctByJson } from '../../kit/config/objects.js'
import { setting } from '../../kit/config/settings.js'
import type { PlacedDiagnostic, SettingDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { log } from '../../kit/log/log.js'
import { describeSlots } from '../../plugins/kit/engine/slots.js'
import { patientMs, probeEngines } from '../admin/backends.js'
import type { Loaded } from '../host/load.js'
import { findMappingWarnings } from './engine-mappings.js'

interface EngineFindings {
  findings?: (PlacedDiagnostic | SettingDiagnostic)[]
  faults?: string[]
  /** What `auto` comes to. */
  notes?: string[]
}

/**
 * What the configuration and the engine at ELASTICSEARCH_URL do not have in common: cost limits
 * that cannot protect it, and fields that cost or show more than they seem to; or why it could not
 * be asked. Nothing without that setting.
 */
export async function engineFindings(gateway: Loaded): Promise<EngineFindings> {
  const { backends } = gateway
  const isSearched = backends.some(({ searched }) => searched)
  if (!isSearched || setting('ELASTICSEARCH_URL') === undefined) return {}
  log.level = 'silent' // the steps, which are set up, would report what does not answer meanwhile
  const engines = backends.flatMap(({ searched }) => (searched ? { engine: searched.engine } : []))
  const nodes = (await probeEngines(engines, patientMs)).flat()
  if (nodes.every(({ fault }) => fault !== undefined))
    return { faults: nodes.map(({ url, fault }) => `${url} ${fault}`) }
  const isAuto = backends.filter(({ slots }) => slots === 'auto')
  const [advice, ofMappings, notes] = await Promise.all([
    gateway.advice().catch(() => []),
    findMappingWarnings(backends),
    Promise.all(distinctByJson(isAuto.map(({ engine }) => engine!)).map(describeSlots)),
  ])
  return { findings: [...advice, ...ofMappings], notes }
}

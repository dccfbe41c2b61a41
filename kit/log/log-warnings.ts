import type { PlacedDiagnostic, SettingDiagnostic } from '../config/yaml/diagnostics.js'
import { log } from './log.js'

/** Logs findings of a start that do not stop it: one line each. */
export function logWarnings(warnings: readonly (PlacedDiagnostic | SettingDiagnostic)[]): void {
  for (const { severity: _, message, remedy, ...place } of warnings)
    log.warn(place, `${message}: ${remedy}`)
}

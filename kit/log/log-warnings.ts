import type { PlacedDiagnostic, SettingDiagnostic } from '../config/yaml/diagnostics.js'
import { log } from './log.js'

/** Writes what a start found, but is not stopped by, into the log: one line each. */
export function logWarnings(warnings: readonly (PlacedDiagnostic | SettingDiagnostic)[]): void {
  for (const { severity: _, message, remedy, ...place } of warnings) log.warn(place, `${message}: ${remedy}`)
}

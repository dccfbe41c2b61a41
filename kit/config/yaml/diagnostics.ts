import { closest } from '../suggest.js'

/** Where a value is in a YAML document: keys and list positions from the top. */
export type Path = readonly (string | number)[]

/** An `error` stops the start; a `warning` is a choice that the operator should review. */
export type Severity = 'error' | 'warning'

/** What is wrong. It never contains values, only names: of keys, settings, files. */
export interface Violation {
  /** Stable name of the violated rule, in small letters: `unknown-key`. */
  rule: string
  message: string
  /** How to fix it. */
  remedy: string
}

/** A finding in a parsed document; an error by default. */
export interface Diagnostic extends Violation {
  path: Path
  severity?: Severity
  /** Where it is, if that is another file, which the value at the path names. */
  location?: FileLocation
}

/** A place in a file; line and columns count from 1. */
export interface FileLocation {
  file: string
  line: number
  column: number
  /** After the last letter of the marked text, in the same line. */
  endColumn: number
}

/** A finding with its location in a file. */
export interface PlacedDiagnostic extends Violation, FileLocation {
  severity: Severity
}

/** A finding in the settings of the environment. */
export interface SettingDiagnostic extends Violation {
  severity: Severity
  setting: string
}

/** Records an error. @param location Where it is, if in another file. */
export type ReportDiagnostic = (
  path: Path,
  rule: string,
  message: string,
  remedy: string,
  location?: FileLocation,
) => void

/**
 * The configuration cannot be used: everything that was found, each error on its own line of the
 * message.
 */
export class ConfigurationError extends Error {
  readonly mistakes: readonly PlacedDiagnostic[]

  constructor(mistakes: readonly PlacedDiagnostic[]) {
    const once = distinct(mistakes)
    super(once.filter(isError).map(describe).join('\n'))
    this.name = 'ConfigurationError'
    this.mistakes = once
  }
}

/**
 * Deduplicated by location and fix: a value that several steps share by an alias is checked in each
 * of them.
 */
export function distinct(mistakes: readonly PlacedDiagnostic[]): PlacedDiagnostic[] {
  const known = new Set<string>()
  return mistakes.filter(({ file, line, column, remedy }) => {
    const echo = `${file}:${line}:${column} ${remedy}`
    return !known.has(echo) && known.add(echo)
  })
}

export function isError({ severity }: { severity: Severity }): boolean {
  return severity === 'error'
}

/** `config/gateway.config.yml:12:9 unknown policy "throtle": did you mean "throttle"?` */
export function describe({ file, line, column, message, remedy }: PlacedDiagnostic): string {
  return `${file}:${line}:${column} ${message}: ${remedy}`
}

/** A fix for a misspelt name: the closest known one, otherwise all known ones. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...known]
  const nearest = closest(word, names)
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  return names.length > 0 ? `known: ${names.join(', ')}` : 'none is known here'
}

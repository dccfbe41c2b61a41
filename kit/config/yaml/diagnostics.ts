import { closest } from '../suggest.js'

/** Where a value stands in a YAML document: keys and list positions from the top. */
export type Path = readonly (string | number)[]

/** An `error` stops the start; a `warning` is a choice that the operator should have thought over. */
export type Severity = 'error' | 'warning'

/** What is wrong. Values are never told, only names: of keys, settings, files. */
export interface Verdict {
  /** Stable name of the rule that was broken, in small letters: `unknown-key`. docs/check.md lists all. */
  rule: string
  message: string
  /** What to do about it. */
  remedy: string
}

/** A finding in a parsed document; an error unless it says otherwise. */
export interface Diagnostic extends Verdict {
  path: Path
  severity?: Severity
}

/** A finding with its place in a file; line and columns count from 1. */
export interface PlacedDiagnostic extends Verdict {
  severity: Severity
  file: string
  line: number
  column: number
  /** Behind the last letter of what is meant, in the same line. */
  endColumn: number
}

/** A finding in the settings of the environment. */
export interface SettingDiagnostic extends Verdict {
  severity: Severity
  setting: string
}

/** Takes down an error. */
export type Report = (path: Path, rule: string, message: string, remedy: string) => void

/** The configuration cannot be used: everything that was found, each error on its own line of the message. */
export class ConfigurationError extends Error {
  readonly mistakes: readonly PlacedDiagnostic[]

  constructor(mistakes: readonly PlacedDiagnostic[]) {
    const once = distinct(mistakes)
    super(once.filter(isError).map(describe).join('\n'))
    this.name = 'ConfigurationError'
    this.mistakes = once
  }
}

/** One of each place and remedy: a value that several steps share by an alias is judged in each of them. */
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

/** A remedy for a misspelt name: the nearest known one, else all that are known. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...known]
  const nearest = closest(word, names)
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  return names.length > 0 ? `known: ${names.join(', ')}` : 'none is known here'
}

import { closest } from '../suggest.js'

/** Where a value stands in a YAML document: keys and list positions from the top. */
export type Path = readonly (string | number)[]

/** One mistake of the operator, found in a parsed document. Values are never told, only names of keys. */
export interface Mistake {
  path: Path
  message: string
  /** What to do about it. */
  remedy: string
}

/** A mistake with its place in a file; line and column count from 1. */
export interface PlacedMistake {
  file: string
  line: number
  column: number
  message: string
  remedy: string
}

/** Takes down a mistake. */
export type Report = (path: Path, message: string, remedy: string) => void

/** The configuration cannot be used: every mistake that was found, each on its own line of the message. */
export class ConfigurationError extends Error {
  readonly mistakes: readonly PlacedMistake[]

  constructor(mistakes: readonly PlacedMistake[]) {
    super(mistakes.map(describe).join('\n'))
    this.name = 'ConfigurationError'
    this.mistakes = mistakes
  }
}

/** `config/gateway.config.yml:12:9 unknown policy "throtle": did you mean "throttle"?` */
export function describe({ file, line, column, message, remedy }: PlacedMistake): string {
  return `${file}:${line}:${column} ${message}: ${remedy}`
}

/** A remedy for a misspelt name: the nearest known one, else all that are known. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...known]
  const nearest = closest(word, names)
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  return names.length > 0 ? `known: ${names.join(', ')}` : 'none is known here'
}

import type { Analyzer } from './analyzers.js'

/**
 * A word of a field with its place; `start` and `end` are UTF-16 offsets in the values joined by
 * one letter each.
 */
export interface Token {
  term: string
  position: number
  start: number
  end: number
}

/**
 * Between two values of one field: no phrase reaches from one into the other (ES
 * `position_increment_gap`).
 */
const positionGap = 100

/**
 * Hands over the terms of all values of a field with their positions; answers how many words they
 * are of.
 */
export function eachTerm(
  analyzer: Analyzer,
  values: readonly string[],
  take: (term: string, position: number) => void,
): number {
  let count = 0
  let position = -1
  for (const value of values) {
    analyzer.analyze(value, (term, _start, _end, step = 1) => {
      position += step
      take(term, position)
      if (step > 0) count++
    })
    position += positionGap
  }
  return count
}

/** The words of all values of a field. */
export function tokensOf(analyzer: Analyzer, values: readonly string[]): Token[] {
  const tokens: Token[] = []
  let position = -1
  let offset = 0
  for (const value of values) {
    analyzer.analyze(value, (term, start, end, step = 1) => {
      position += step
      tokens.push({ term, position, start: start + offset, end: end + offset })
    })
    position += positionGap
    offset += value.length + 1
  }
  return tokens
}

import { illegalArgument, unsupported } from '../errors.js'
import { unknownName } from '../lacking.js'
import type { Tokenizer } from './analyzers.js'
import { compiledPattern, type Settings } from './filters.js'

/** Changes a text before it is cut into words. */
export interface CharFilter {
  /** Wraps a tokenizer, whose places are those in the text as it was. */
  before(tokenize: Tokenizer): Tokenizer
}

/** Reads the definition of a character filter. @throws EngineError */
export function charFilter(name: string, { type, ...settings }: Settings): CharFilter {
  if (type !== 'pattern_replace') {
    const mistake = illegalArgument(`Unknown char_filter type [${type}] for [${name}]`)
    throw unknownName('character filter', String(type), mistake)
  }
  const { pattern, replacement = '', ...rest } = settings
  for (const setting of Object.keys(rest))
    throw unsupported(`${setting} of the character filter ${type}`)
  if (typeof pattern !== 'string')
    throw illegalArgument('pattern is missing for a char filter of type [pattern_replace]')
  const compiled = compiledPattern(pattern, true)
  return { before: (tokenize) => replacing(compiled, String(replacement), tokenize) }
}

function replacing(pattern: RegExp, replacement: string, tokenize: Tokenizer): Tokenizer {
  return (text, take) => {
    const { changed, places } = replaced(text, pattern, replacement)
    tokenize(changed, (term, start, end, step) => take(term, places[start]!, places[end]!, step))
  }
}

/** A text after all replacements, and where each place of it was before. */
function replaced(text: string, pattern: RegExp, replacement: string) {
  const places: number[] = []
  let changed = ''
  let at = 0
  const keepTo = (end: number) => {
    changed += text.slice(at, end)
    for (; at < end; at++) places.push(at)
  }
  for (const match of text.matchAll(pattern)) {
    keepTo(match.index)
    const instead = replacement.replace(/\$(\d)/g, (_, n: string) => match[Number(n)] ?? '')
    changed += instead
    for (let i = 0; i < instead.length; i++) places.push(at + Math.min(i, match[0].length))
    at += match[0].length
  }
  keepTo(text.length)
  places.push(text.length)
  return { changed, places }
}

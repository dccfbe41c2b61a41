import { illegalArgument, unsupported } from '../errors.js'
import { unknownName } from '../lacking.js'
import { lowerCase } from './analyzers.js'
import { asciiFolded } from './ascii-folding.js'
import { englishStem } from './stem.js'

/** Settings of a filter or an analyzer as Elasticsearch takes them. */
export type Settings = Readonly<Record<string, unknown>>

/** The result for each word. */
export interface TokenFilter {
  /** The terms that a word is indexed by, all at its place; none where it is left out. */
  terms(word: string): readonly string[]
  /** For filters of letters, which parts of words and whole keywords pass too. */
  change?: (text: string) => string
}

/** Filters by Elasticsearch's names, each with the settings that it takes. */
const kinds: Readonly<
  Record<string, { takes: readonly string[]; make(settings: Settings): TokenFilter }>
> = {
  lowercase: { takes: [], make: () => ofLetters(lowerCase) },
  asciifolding: { takes: [], make: () => ofLetters(asciiFolded) },
  pattern_replace: { takes: ['pattern', 'replacement', 'all'], make: patternReplace },
  stemmer: { takes: ['language', 'name'], make: stemmer },
  edge_ngram: { takes: ['min_gram', 'max_gram'], make: edgeNGram },
}

/** Those that need no settings, by the same names. */
const preconfigured = ['lowercase', 'asciifolding', 'stemmer']

/** Reads the definition of a filter. @throws EngineError */
export function tokenFilter(name: string, { type, ...settings }: Settings): TokenFilter {
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined
  if (kind === undefined) {
    const mistake = illegalArgument(`Unknown filter type [${type}] for [${name}]`)
    throw unknownName('token filter', String(type), mistake)
  }
  for (const setting of Object.keys(settings)) {
    if (!kind.takes.includes(setting)) throw unsupported(`${setting} of the token filter ${type}`)
  }
  return kind.make(settings)
}

/** A filter that an analyzer names without a definition. @throws EngineError */
export function namedFilter(name: string, analyzer: string): TokenFilter {
  if (preconfigured.includes(name)) return tokenFilter(name, { type: name })
  const mistake = illegalArgument(
    `Custom Analyzer [${analyzer}] failed to find filter under name [${name}]`,
  )
  throw unknownName('token filter', name, mistake)
}

function ofLetters(change: (text: string) => string): TokenFilter {
  return { terms: (word) => [change(word)], change }
}

/**
 * The pattern is Java's in Elasticsearch and JavaScript's here; those of both mean the same for
 * what mappings need.
 */
function patternReplace({ pattern, replacement = '', all = true }: Settings): TokenFilter {
  if (typeof pattern !== 'string')
    throw illegalArgument('pattern is missing for a filter of type [pattern_replace]')
  let compiled: RegExp
  try {
    compiled = new RegExp(pattern, String(all) === 'true' ? 'gu' : 'u')
  } catch {
    throw unsupported(`the pattern ${pattern}`)
  }
  const instead = String(replacement)
  return ofLetters((text) => text.replace(compiled, instead))
}

function stemmer({ language, name = 'porter' }: Settings): TokenFilter {
  const chosen = String(language ?? name)
  if (chosen !== 'english' && chosen !== 'porter') throw unsupported(`the stemmer ${chosen}`)
  return { terms: (word) => [englishStem(word)] }
}

function edgeNGram({ min_gram = 1, max_gram = 2 }: Settings): TokenFilter {
  const [least, most] = [Number(min_gram), Number(max_gram)]
  if (!(least >= 1 && most >= least))
    throw illegalArgument('minGram must be greater than zero and at most maxGram')
  return {
    terms(word) {
      const letters = Array.from(word)
      const terms: string[] = []
      for (let n = least; n <= Math.min(most, letters.length); n++)
        terms.push(letters.slice(0, n).join(''))
      return terms
    },
  }
}

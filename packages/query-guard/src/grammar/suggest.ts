import { withCost } from '../cost/costs.js'
import {
  analyzer,
  either,
  field,
  flag,
  integer,
  nameMap,
  number,
  object,
  text,
  word,
} from '../rule/builders.js'
import type { JsonObject } from '../rule/json-value.js'
import { isObject } from '../rule/json-value.js'
import type { CostFormula, Rule } from '../rule/rule.js'
import { fuzziness, int32, matchText } from './texts.js'
import { wordsOf } from './word-count.js'

const size = integer(1, 'maxExpansions')

/**
 * The suggesters that only look up words: `phrase` can carry a template query (`collate`), so it is
 * left out.
 */
const suggestion: Rule = object({
  text: matchText,
  prefix: text('patternLength'),
  term: object(
    {
      field,
      analyzer,
      size,
      shard_size: size,
      sort: word('score', 'frequency'),
      suggest_mode: word('missing', 'popular', 'always'),
      max_edits: integer(1, 2),
      prefix_length: integer(0, int32),
      min_word_length: integer(1, int32),
      max_inspections: integer(1, 100),
      min_doc_freq: number(0),
      max_term_freq: number(0),
      string_distance: word(
        'internal',
        'damerau_levenshtein',
        'levenshtein',
        'jaro_winkler',
        'ngram',
      ),
    },
    { required: ['field'] },
  ),
  completion: object(
    {
      field,
      size,
      skip_duplicates: flag,
      fuzzy: either({
        boolean: flag,
        object: object({
          fuzziness,
          transpositions: flag,
          min_length: integer(1, int32),
          prefix_length: integer(0, int32),
          unicode_aware: flag,
        }),
      }),
    },
    { required: ['field'] },
  ),
})

/** Each word runs through the dictionary as a fuzzy one, and is compared with the terms found. */
const perWord = 8
const perCompletion = 20

function wordsCost({ text, term, completion }: JsonObject, ofAll: unknown): number {
  if (completion !== undefined) return perCompletion
  const { analyzer, max_inspections = 5 } = isObject(term) ? term : {}
  return perWord * wordsOf({ analyzer }, text ?? ofAll) * Math.max(1, Number(max_inspections) / 5)
}

const suggestCost: CostFormula = {
  about:
    `${perWord} for each word of a term suggestion, times a fifth of max_inspections beyond 5, ` +
    `${perCompletion} for a completion`,
  of({ text, ...suggestions }) {
    let cost = 0
    for (const one of Object.values(suggestions)) if (isObject(one)) cost += wordsCost(one, text)
    return cost
  },
}

export const suggest: Rule = withCost(
  suggestCost,
  nameMap(suggestion, 'sorts', { text: matchText }),
)

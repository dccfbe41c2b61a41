import { costed } from '../cost/query-classes.js'
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
import type { Rule } from '../rule/rule.js'
import { fuzziness, int32, matchText } from './texts.js'

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

export const suggest: Rule = costed('suggestion', nameMap(suggestion, 'sorts', { text: matchText }))

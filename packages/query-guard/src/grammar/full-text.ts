import { costed } from '../cost/query-classes.js'
import {
  analyzer,
  either,
  field,
  fieldList,
  flag,
  integer,
  listOf,
  nullable,
  number,
  object,
  oneField,
  oneOrMore,
  optional,
  text,
  textOr,
  unsafe,
  word,
} from '../rule/builders.js'
import type { Check, Rule } from '../rule/rule.js'
import { searchedFields, searchedLeniently } from './field-names.js'
import { queryStringText, queryTextCheck, simpleQueryText } from './query-texts.js'
import {
  common,
  fuzziness,
  int32,
  lenient,
  matchText,
  minimumShouldMatch,
  namedFields,
  nullableCommon,
  operator,
  rewrite,
  timeZone,
  zeroTerms,
} from './texts.js'

const flagNames =
  'ALL NONE AND NOT OR PREFIX PHRASE PRECEDENCE ESCAPE WHITESPACE FUZZY NEAR SLOP'.split(' ')
/** As Elasticsearch reads them: in any case, between bars. */
const knownFlags: Check<string> = (text) =>
  text.split('|').every((flag) => flag === '' || flagNames.includes(flag.toUpperCase()))
    ? undefined
    : `must be some of ${flagNames.join(', ')}, with | between them`

const slop = integer(0, int32)
const fields = fieldList('textFields')
const expansions = integer(1, 'maxExpansions')
const type = word(
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
)

const fuzzy: Record<string, Rule> = {
  fuzziness,
  prefix_length: integer(0, int32),
  max_expansions: expansions,
  fuzzy_transpositions: flag,
  fuzzy_rewrite: rewrite,
}

/** `{field: text}` or `{field: {query: text, …}}`. */
const matching = (keys: Record<string, Rule>): Rule =>
  oneField(
    textOr(matchText, {
      object: object({ query: matchText, analyzer, ...keys, ...common }, { required: ['query'] }),
    }),
  )

const queryString: Record<string, Rule> = {
  fields,
  analyzer,
  default_operator: operator,
  lenient,
  minimum_should_match: minimumShouldMatch,
  analyze_wildcard: flag,
  auto_generate_synonyms_phrase_query: flag,
  fuzzy_prefix_length: integer(0, int32),
  fuzzy_max_expansions: expansions,
  fuzzy_transpositions: flag,
  quote_field_suffix: text(64, (_, scope) =>
    scope.fields ? 'not where only some fields may be searched' : undefined,
  ),
  ...common,
}

const likeRule = either({
  string: matchText,
  object: unsafe('lookup'),
  array: listOf(either({ string: matchText, object: unsafe('lookup') }), 'textFields'),
})

export const fullTextQueries: Record<string, Rule> = {
  match: costed(
    'words',
    matching({
      operator,
      ...fuzzy,
      lenient,
      zero_terms_query: zeroTerms,
      minimum_should_match: minimumShouldMatch,
      auto_generate_synonyms_phrase_query: flag,
    }),
  ),
  match_phrase: costed('positions', matching({ slop, zero_terms_query: zeroTerms })),
  match_phrase_prefix: costed(
    'positionsAndPrefix',
    matching({ slop, max_expansions: expansions, zero_terms_query: zeroTerms }),
  ),
  match_bool_prefix: costed(
    'wordsAndPrefix',
    matching({ operator, ...fuzzy, minimum_should_match: minimumShouldMatch }),
  ),
  multi_match: costed(
    'fieldsOfWords',
    object(
      {
        query: matchText,
        fields: either({ string: field, array: fields }),
        type,
        operator,
        analyzer,
        slop,
        ...fuzzy,
        tie_breaker: number(0, 1),
        lenient,
        zero_terms_query: zeroTerms,
        minimum_should_match: minimumShouldMatch,
        auto_generate_synonyms_phrase_query: flag,
        ...common,
      },
      { required: ['query'], checks: [namedFields], names: searchedLeniently },
    ),
  ),
  combined_fields: costed(
    'fieldsOfWords',
    object(
      {
        query: matchText,
        fields: oneOrMore(field, 'textFields', 1),
        operator,
        zero_terms_query: zeroTerms,
        minimum_should_match: nullable(minimumShouldMatch),
        auto_generate_synonyms_phrase_query: flag,
        ...common,
      },
      { required: ['query', 'fields'], names: searchedFields },
    ),
  ),
  query_string: costed(
    'written',
    object(
      {
        ...queryString,
        query: queryStringText,
        default_field: field,
        type,
        allow_leading_wildcard: flag,
        enable_position_increments: flag,
        escape: flag,
        fuzziness,
        fuzzy_rewrite: rewrite,
        max_determinized_states: integer(1, 'determinizedStates'),
        phrase_slop: slop,
        quote_analyzer: analyzer,
        rewrite,
        tie_breaker: number(0, 1),
        time_zone: timeZone,
      },
      {
        required: ['query'],
        checks: [namedFields, queryTextCheck],
        names: searchedLeniently,
      },
    ),
  ),
  simple_query_string: costed(
    'written',
    object(
      {
        ...queryString,
        query: simpleQueryText,
        flags: either({ string: text(256, knownFlags), number: integer(-1, int32) }),
      },
      { required: ['query'], checks: [namedFields], names: searchedLeniently },
    ),
  ),
  more_like_this: optional(
    'more_like_this',
    costed(
      'similar',
      object(
        {
          fields,
          like: likeRule,
          unlike: likeRule,
          max_query_terms: integer(1, 'textTokens'),
          min_term_freq: integer(0, int32),
          min_doc_freq: integer(0, int32),
          max_doc_freq: integer(0, int32),
          min_word_length: integer(0, int32),
          max_word_length: integer(0, int32),
          stop_words: oneOrMore(text(), 'textTokens'),
          analyzer,
          minimum_should_match: nullable(minimumShouldMatch),
          fail_on_unsupported_field: flag,
          boost_terms: number(0),
          include: flag,
          ...nullableCommon,
        },
        { required: ['like'], checks: [namedFields] },
      ),
    ),
  ),
}

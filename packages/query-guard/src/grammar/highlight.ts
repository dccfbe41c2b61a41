import {
  either,
  field,
  fieldMap,
  flag,
  integer,
  listOf,
  object,
  oneField,
  oneOrMore,
  query,
  text,
  word,
} from '../rule/builders.js'
import type { Rule } from '../rule/rule.js'
import { int32 } from './texts.js'

const size = integer(0, 'fragmentSize')

/** Settings for all fields, or for one. */
const settings: Record<string, Rule> = {
  type: word('unified', 'plain', 'fvh'),
  pre_tags: oneOrMore(text(), 16),
  post_tags: oneOrMore(text(), 16),
  number_of_fragments: integer(0, 'fragments'),
  fragment_size: size,
  no_match_size: size,
  order: word('score', 'none'),
  require_field_match: flag,
  boundary_scanner: word('chars', 'sentence', 'word'),
  boundary_chars: text(),
  boundary_max_scan: size,
  boundary_scanner_locale: text(35), // BCP 47
  fragmenter: word('simple', 'span'),
  phrase_limit: integer(1, 1024),
  max_analyzed_offset: integer(-1, int32),
  highlight_filter: flag,
  highlight_query: query,
}

const ofField: Rule = object({
  ...settings,
  fragment_offset: size,
  matched_fields: oneOrMore(field, 'highlightFields', 1),
})

export const highlight: Rule = object({
  ...settings,
  encoder: word('default', 'html'),
  tags_schema: word('styled', 'default'),
  fields: either({
    object: fieldMap(ofField, 'highlightFields'),
    array: listOf(oneField(ofField), 'highlightFields', 1),
  }),
})

import { type FieldName, fieldRows, type Kind } from './fields.js'

/** Kinds of fields in the mappings, by Elasticsearch's names. */
export type FieldType =
  | 'text'
  | 'keyword'
  | 'integer'
  | 'long'
  | 'double'
  | 'date'
  | 'boolean'
  | 'geo_point'

/** The mapping of one field, as Elasticsearch takes it. */
export interface FieldMapping {
  type: FieldType
  analyzer?: keyof typeof analysis.analyzer
  search_analyzer?: keyof typeof analysis.analyzer
  normalizer?: keyof typeof analysis.normalizer
  ignore_above?: number
  ignore_malformed?: boolean
  /** The same value indexed in additional ways, as `name.keyword`. */
  fields?: Readonly<Record<string, FieldMapping>>
}

const letters = ['lowercase', 'asciifolding', 'no_marks', 'plain_e', 'joined_initials']

/**
 * How the mappings analyze texts: the `analysis` of an index's settings. Elasticsearch's stock
 * images support all of it.
 */
export const analysis = {
  filter: {
    // O'Neil becomes oneil, as the authorities write it; accents that are separate characters are
    // removed too, the letters for apostrophes, as in ʻOhana, and signs that nobody sees
    no_marks: {
      type: 'pattern_replace',
      pattern:
        "['`\\u02bb\\u02bc\\u0300-\\u036f\\u00ad\\u200b-\\u200f\\u2060\\ufe0e\\ufe0f\\ufeff]",
      replacement: '',
    },
    // Russian ё is mostly written е
    plain_e: { type: 'pattern_replace', pattern: '\\u0451', replacement: '\u0435' },
    // P.T.A. becomes pta
    joined_initials: {
      type: 'pattern_replace',
      pattern: '(?<![^.])(\\p{L})\\.(?=\\p{L}(?![^.]))',
      replacement: '$1',
    },
    no_legal_form: {
      type: 'pattern_replace',
      pattern:
        '^the[^\\p{L}\\p{N}]+|' +
        '(?:[^\\p{L}\\p{N}]+(?:inc|incorporated|corp|corporation|llc|ltd))+[^\\p{L}\\p{N}]*$',
      replacement: '',
    },
    and_written: { type: 'pattern_replace', pattern: '&', replacement: 'and' },
    letters_only: { type: 'pattern_replace', pattern: '[^\\p{L}\\p{N}]+', replacement: '' },
    no_dashes: {
      type: 'pattern_replace',
      pattern: '[\\s\\u00a0\\u2010-\\u2015-]',
      replacement: '',
    },
    english_stems: { type: 'stemmer', language: 'english' },
    prefixes: { type: 'edge_ngram', min_gram: 1, max_gram: 20 },
  },
  analyzer: {
    /** Words without case and accents. */
    folded: { type: 'custom', tokenizer: 'standard', filter: letters },
    /** Their English stems: churches becomes church. */
    folded_stems: { type: 'custom', tokenizer: 'standard', filter: [...letters, 'english_stems'] },
    /** Their prefixes, up to 20 letters: `univ` finds university. */
    folded_prefixes: { type: 'custom', tokenizer: 'standard', filter: [...letters, 'prefixes'] },
  },
  normalizer: {
    /** Numbers independent of grouping: 05-0258937 becomes 050258937. */
    ungrouped: { type: 'custom', filter: ['no_dashes'] },
    /** Names by their letters: The Bay's Co-op, Inc. becomes bayscoop. */
    whole: {
      type: 'custom',
      filter: [
        'lowercase',
        'asciifolding',
        'plain_e',
        'no_legal_form',
        'and_written',
        'letters_only',
      ],
    },
  },
} as const satisfies Record<string, unknown>

// ignore_above keeps any term below Lucene's limit of 32,766 bytes, so no value prevents loading a
// document
const keyword: FieldMapping = { type: 'keyword', ignore_above: 1024 }
const wholeValue: FieldMapping = { type: 'keyword', ignore_above: 256 }
const whole: FieldMapping = { ...wholeValue, normalizer: 'whole' }
const stem: FieldMapping = { type: 'text', analyzer: 'folded_stems' }
// the query is not split: only the documents are indexed by prefixes
const prefix: FieldMapping = {
  type: 'text',
  analyzer: 'folded_prefixes',
  search_analyzer: 'folded',
}

/** Words, with subfields for the other ways of searching. */
function text(fields?: Readonly<Record<string, FieldMapping>>): FieldMapping {
  return { type: 'text', analyzer: 'folded', ...(fields && { fields }) }
}

/** The mapping of each kind of field. */
const mappings: Readonly<Record<Kind, FieldMapping>> = {
  name: text({ keyword: wholeValue, stem, prefix, whole }),
  words: text({ keyword: wholeValue, stem, prefix }),
  label: text({ keyword: wholeValue }),
  text: text(),
  prose: text({ stem, prefix }),
  keyword,
  'typed-keyword': { ...keyword, fields: { words: text(), stem, prefix } },
  'number-code': { ...keyword, normalizer: 'ungrouped' },
  integer: { type: 'integer' },
  money: { type: 'long' },
  date: { type: 'date' },
  boolean: { type: 'boolean' },
  point: { type: 'geo_point' },
}

/** The mapping of every field. */
export const fieldMappings = Object.fromEntries(
  fieldRows.map(([name, { kind }]) => [name, mappings[kind]]),
) as Readonly<Record<FieldName, FieldMapping>>

/** A field and its sub-fields, by the names that queries use: `name`, `name.keyword`. */
export function fieldsIn(name: string, mapping: FieldMapping): [string, FieldMapping][] {
  const inside = Object.entries(mapping.fields ?? {})
  return [[name, mapping], ...inside.flatMap(([key, one]) => fieldsIn(`${name}.${key}`, one))]
}

/** How an index maps fields that its mapping does not name. */
export interface OwnFields {
  date_detection: false
  dynamic_templates: Record<string, { match_mapping_type: string[]; mapping: FieldMapping }>[]
}

/**
 * A custom field gets the same mapping whatever its first value is, so that the order of the rows
 * never decides which of them an engine accepts: its words as `x`, the whole value as `x.keyword`,
 * and a number as `x.number`.
 */
export const ownFields: OwnFields = {
  date_detection: false,
  dynamic_templates: [
    {
      own_fields: {
        match_mapping_type: ['string', 'long', 'double', 'boolean'],
        mapping: text({ keyword: wholeValue, number: { type: 'double', ignore_malformed: true } }),
      },
    },
  ],
}

/** Kinds of fields in the mappings, by Elasticsearch's names. */
export type FieldType = 'text' | 'keyword' | 'integer' | 'long' | 'double' | 'date' | 'boolean' | 'geo_point'

/** The mapping of one field, as Elasticsearch takes it. */
export interface FieldMapping {
  type: FieldType
  analyzer?: keyof typeof analysis.analyzer
  search_analyzer?: keyof typeof analysis.analyzer
  normalizer?: keyof typeof analysis.normalizer
  ignore_above?: number
  ignore_malformed?: boolean
  /** The same value indexed in further ways, as `name.keyword`. */
  fields?: Readonly<Record<string, FieldMapping>>
}

const letters = ['lowercase', 'asciifolding', 'no_marks']

/** How the mappings take texts apart: the `analysis` of an index's settings. Elasticsearch's stock images have it all. */
export const analysis = {
  filter: {
    // O'Neil is oneil, as the authorities write it; accents that stand as letters of their own go too
    no_marks: { type: 'pattern_replace', pattern: "['\\u0300-\\u036f]", replacement: '' },
    no_dashes: { type: 'pattern_replace', pattern: '[\\s\\u00a0\\u2010-\\u2015-]', replacement: '' },
    english_stems: { type: 'stemmer', language: 'english' },
    prefixes: { type: 'edge_ngram', min_gram: 1, max_gram: 20 },
  },
  analyzer: {
    /** Words without case and accents. */
    folded: { type: 'custom', tokenizer: 'standard', filter: letters },
    /** Their English stems: churches is church. */
    folded_stems: { type: 'custom', tokenizer: 'standard', filter: [...letters, 'english_stems'] },
    /** Their beginnings, up to 20 letters: `univ` finds university. */
    folded_prefixes: { type: 'custom', tokenizer: 'standard', filter: [...letters, 'prefixes'] },
  },
  normalizer: {
    /** Numbers alike, however they are grouped: 05-0258937 is 050258937. */
    ungrouped: { type: 'custom', filter: ['no_dashes'] },
  },
} as const satisfies Record<string, unknown>

// ignore_above keeps any term below Lucene's limit of 32,766 bytes, so no value can make a document unloadable
export const keyword: FieldMapping = { type: 'keyword', ignore_above: 1024 }
export const code: FieldMapping = { ...keyword, normalizer: 'ungrouped' }
const whole: FieldMapping = { type: 'keyword', ignore_above: 256 }
const stem: FieldMapping = { type: 'text', analyzer: 'folded_stems' }
// what is typed is looked up as it is: only the documents are cut into beginnings
const prefix: FieldMapping = { type: 'text', analyzer: 'folded_prefixes', search_analyzer: 'folded' }

/** Words; further fields under it by the ways in which it is searched besides. */
function text(fields?: Readonly<Record<string, FieldMapping>>): FieldMapping {
  return { type: 'text', analyzer: 'folded', ...(fields && { fields }) }
}

export const plainText = text()
export const textAndKeyword = text({ keyword: whole })
export const textAndStems = text({ keyword: whole, stem })
export const textAsTyped = text({ keyword: whole, stem, prefix })
export const longText = text({ stem, prefix })

/** What an index makes of fields that its mapping does not name. */
export interface OwnFields {
  date_detection: false
  dynamic_templates: Record<string, { match_mapping_type: string[]; mapping: FieldMapping }>[]
}

/**
 * A field of an organization's own is mapped alike whatever its first value is, so that the order of the rows never decides which of
 * them an engine takes: its words as `x`, the whole as `x.keyword`, and what is a number as `x.number`.
 */
export const ownFields: OwnFields = {
  date_detection: false,
  dynamic_templates: [
    {
      own_fields: {
        match_mapping_type: ['string', 'long', 'double', 'boolean'],
        mapping: text({ keyword: whole, number: { type: 'double', ignore_malformed: true } }),
      },
    },
  ],
}

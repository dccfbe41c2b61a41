import { contentError, illegalArgument, parsingError } from '../errors.js'
import { unknownName } from '../lacking.js'
import { type ParsedQuery, parseQuery } from '../queries/index.js'
import { isObject, type Json, Options } from '../queries/options.js'

/** How one field (or the fields of a pattern) is highlighted. */
export interface FieldHighlight {
  pattern: string
  preTag: string
  postTag: string
  /** Letters of a fragment, about; 0: whole sentences. */
  fragmentSize: number
  /** Fragments at most; 0: the whole text in one piece. */
  fragments: number
  /** Letters to show of a text without anything to mark. */
  noMatchSize: number
  byScore: boolean
  /** Whether only what the query asks of this field is marked. */
  requireFieldMatch: boolean
  boundary: 'sentence' | 'word'
  /** Whether markup in the text is escaped. */
  escapes: boolean
  query: ParsedQuery | undefined
  /** Letters of a text that are looked at; -1: all. */
  maxOffset: number
}

export type HighlightRequest = readonly FieldHighlight[]

/** Reads `highlight`; a field's own options go before the common ones. @throws EngineError */
export function parseHighlight(value: unknown): HighlightRequest {
  if (!isObject(value)) throw parsingError('Unknown key for a VALUE in [highlight].')
  const { fields, ...common } = value
  const listed =
    fields === undefined
      ? []
      : Array.isArray(fields)
        ? fields
        : isObject(fields)
          ? [fields]
          : undefined
  if (listed === undefined || !listed.every(isObject))
    throw illegalArgument('[highlight] requires [fields]')
  return listed.flatMap((object) =>
    Object.entries(object).map(([pattern, own]) => {
      if (!isObject(own)) throw parsingError(`[highlight_field] [${pattern}] must be an object`)
      return fieldHighlight(pattern, { ...common, ...own })
    }),
  )
}

/** Options of other highlighters or scanners, without effect on this one. */
const withoutEffect = [
  'boundary_max_scan',
  'boundary_chars',
  'boundary_scanner_locale',
  'phrase_limit',
]

function fieldHighlight(pattern: string, body: Json): FieldHighlight {
  const options = new Options('highlight', body)
  for (const name of withoutEffect) options.any(name)
  options.choice('type', ['unified'], 'unified', /^(plain|fvh)$/)
  if (options.has('pre_tags') && !options.has('post_tags')) {
    throw parsingError('pre_tags are set but post_tags are not set')
  }
  const isStyled = options.choice('tags_schema', ['styled', 'default'], 'default') === 'styled'
  const query = options.any('highlight_query')
  const parsed: FieldHighlight = {
    pattern,
    preTag: firstTag(options, 'pre_tags') ?? (isStyled ? '<em class="hlt1">' : '<em>'),
    postTag: firstTag(options, 'post_tags') ?? '</em>',
    fragmentSize: options.whole('fragment_size', 100),
    fragments: options.whole('number_of_fragments', 5),
    noMatchSize: options.whole('no_match_size', 0),
    byScore: options.choice('order', ['none', 'score'], 'none') === 'score',
    requireFieldMatch: options.flag('require_field_match', true),
    boundary: options.choice('boundary_scanner', ['sentence', 'word'] as const, 'sentence'),
    escapes: options.choice('encoder', ['default', 'html'], 'default') === 'html',
    query: query === undefined ? undefined : parseQuery(query),
    maxOffset: options.whole('max_analyzed_offset', -1),
  }
  for (const name of options.unread) {
    throw unknownName('highlight', name, contentError(`[highlight_field] unknown field [${name}]`))
  }
  return parsed
}

function firstTag(options: Options, name: string): string | undefined {
  if (!options.has(name)) return undefined
  const [first] = [options.any(name)].flat()
  if (typeof first !== 'string') throw parsingError(`[${name}] must be an array of strings`)
  return first
}

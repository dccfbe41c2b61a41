import { parsingError } from '../../errors.js'
import type { Shard } from '../../index/shard.js'
import { booleanQuery, disjunctionMax } from '../../lucene/boolean.js'
import { boosted, constantQuery, matchNone, type Query } from '../../lucene/query.js'
import type { Clause, Parsing } from '../clause.js'
import { resolveFields, type WeightedFields, weightedFields } from '../fields.js'
import { defaultTextOptions, queryAnalyzer, type TextOptions } from '../match-text.js'
import { withMinimum } from '../minimum-should-match.js'
import { everyField, inFields } from '../multi-match.js'
import { Options } from '../options.js'
import { parseSimple, type SimpleNode } from './simple-parser.js'
import { fuzzyTerms, lenientOr, prefixTerms, type TermOptions } from './terms.js'

interface Settings extends TermOptions {
  fields: WeightedFields
  words: TextOptions
}

/** `simple_query_string`: a syntax in which nothing is a mistake. */
export function simpleQueryString(body: unknown, parsing: Parsing): Clause {
  const options = new Options('simple_query_string', body)
  const text = options.text('query')
  if (text === undefined) throw parsingError('[simple_query_string] query text missing')
  const fields = options.has('fields')
    ? weightedFields(options.any('fields'), 'simple_query_string')
    : everyField
  const analyzer = options.text('analyzer')
  for (const [name, only, others] of onlyDefaults) options.choice(name, [only], only, others)
  const settings: Settings = {
    fields,
    words: {
      ...defaultTextOptions,
      operator: options.choice('default_operator', ['or', 'and'] as const, 'or'),
      lenient: options.flag('lenient', fields.has('*')),
      analyzer: analyzer === undefined ? undefined : queryAnalyzer(analyzer, 'simple_query_string'),
      zeroTerms: 'null',
    },
    edits: () => 2,
    prefixLength: options.whole('fuzzy_prefix_length', 0),
    maxExpansions: options.whole('fuzzy_max_expansions', 50),
    transpositions: options.flag('fuzzy_transpositions', true),
    timeZone: undefined,
    parsing,
  }
  const minimum = options.text('minimum_should_match')
  const tree = text.trim() === '*' ? undefined : parseSimple(text)
  return options.finish(parsing, (shard) => {
    if (text.trim() === '*') return constantQuery(() => shard.live)
    const query = tree === undefined ? undefined : build(shard, tree, settings)
    return withMinimum(query ?? matchNone, minimum)
  })
}

/**
 * Options that may be given only with the value they have anyway, and the further values that
 * Elasticsearch takes.
 */
const onlyDefaults = [
  [
    'flags',
    'all',
    /^(-?\d+|\|?((all|none|and|not|or|prefix|phrase|precedence|escape|whitespace|fuzzy|near|slop)\|?)+)$/,
  ],
  ['analyze_wildcard', 'false', /^true$/],
  ['auto_generate_synonyms_phrase_query', 'true', /^false$/],
] as const

/** Makes the query of a node; undefined when nothing is left of its text. */
function build(shard: Shard, node: SimpleNode, settings: Settings): Query | undefined {
  switch (node.kind) {
    case 'sequence':
      return buildSequence(shard, node.parts, settings)
    case 'words':
      return inFields(shard, settings.fields, node.text, settings.words, {
        ...settings,
        tieBreaker: 1,
      })
    case 'phrase': {
      const words: TextOptions = { ...settings.words, type: 'phrase', slop: node.slop }
      return inFields(shard, settings.fields, node.text, words, { ...settings, tieBreaker: 0 })
    }
    case 'prefix':
      return inEach(shard, settings, (name) => prefixTerms(shard, name, node.text))
    case 'fuzzy':
      return inEach(shard, settings, (name) =>
        fuzzyTerms(shard, name, node.text, node.edits, settings),
      )
  }
}

type Sequence = Extract<SimpleNode, { kind: 'sequence' }>['parts']

/**
 * From left to right: where the operator changes, all so far becomes the first part of what
 * follows.
 */
function buildSequence(shard: Shard, parts: Sequence, settings: Settings): Query | undefined {
  let operator: 'and' | 'or' | undefined
  let queries: Query[] = []
  const combined = () => {
    if (operator === undefined) return queries[0]
    return booleanQuery(operator === 'and' ? { must: queries } : { should: queries }, shard.size)
  }
  for (const part of parts) {
    const found = build(shard, part.node, settings)
    if (found === undefined) continue
    const query = part.isNegated ? negated(shard, found) : found
    const next = part.operator ?? settings.words.operator
    if (queries.length > 0 && next !== operator) {
      queries = [combined()!]
      operator = next
    }
    queries.push(query)
  }
  return combined()
}

function negated(shard: Shard, query: Query): Query {
  return booleanQuery({ should: [constantQuery(() => shard.live)], mustNot: [query] }, shard.size)
}

function inEach(shard: Shard, { fields, words }: Settings, make: (name: string) => Query): Query {
  const queries = [...resolveFields(shard, fields)].map(([name, weight]) =>
    boosted(
      lenientOr(words.lenient, () => make(name)),
      weight,
    ),
  )
  return queries.length === 0 ? matchNone : disjunctionMax(queries, 1, shard.size)
}

import { unsupported } from '../../errors.js'
import type { Shard } from '../../index/shard.js'
import { booleanQuery, disjunctionMax } from '../../lucene/boolean.js'
import { boosted, type Clauses, constantQuery, matchNone, type Query } from '../../lucene/query.js'
import type { Parsing } from '../clause.js'
import { resolveFields, type WeightedFields } from '../fields.js'
import type { TextOptions } from '../match-text.js'
import { inFields } from '../multi-match.js'
import { existsQuery } from '../term-level.js'
import type { Item, Node } from './parser.js'
import {
  fuzzyTerms,
  lenientOr,
  prefixTerms,
  type TermOptions,
  termRange,
  wildcardTerms,
} from './terms.js'

/** Options of a query string that its parts are built by. */
export interface StringOptions extends TermOptions {
  fields: WeightedFields
  /** How words are looked for; `type` may make phrases of them. */
  words: TextOptions
  phraseSlop: number
  tieBreaker: number
  parsing: Parsing
}

/** Makes the query of a node; undefined when nothing is left of its text. @throws EngineError */
export function build(shard: Shard, node: Node, options: StringOptions): Query | undefined {
  const query =
    node.kind === 'group' ? buildGroup(shard, node.items, options) : buildTerm(shard, node, options)
  return query === undefined ? undefined : boosted(query, Math.fround(node.boost))
}

function buildGroup(
  shard: Shard,
  items: readonly Item[],
  options: StringOptions,
): Query | undefined {
  const [only, second] = items
  if (second === undefined && only!.modifier === undefined) return build(shard, only!.node, options)
  const clauses: { occur: keyof Clauses; query: Query }[] = []
  for (const { conjunction, modifier, several, node } of items) {
    const previous = clauses.at(-1)
    if (previous !== undefined && previous.occur !== 'mustNot') {
      if (conjunction === 'and') previous.occur = 'must'
      if (conjunction === 'or' && options.words.operator === 'and') previous.occur = 'should'
    }
    const query = build(shard, node, options)
    if (query === undefined) continue
    if (several) clauses.push(...flattened(query, options))
    else clauses.push({ occur: occurrence(conjunction, modifier, options), query })
  }
  if (clauses.length === 0) return undefined
  const of = (occur: keyof Clauses) =>
    clauses.filter((clause) => clause.occur === occur).map(({ query }) => query)
  const parts = { must: of('must'), should: of('should'), mustNot: of('mustNot') }
  const isNegative = parts.must.length + parts.should.length === 0
  return booleanQuery(
    { ...parts, filter: isNegative ? [constantQuery(() => shard.live)] : [] },
    shard.size,
  )
}

function occurrence(
  conjunction: Item['conjunction'],
  modifier: Item['modifier'],
  { words }: StringOptions,
): keyof Clauses {
  if (modifier === 'prohibited') return 'mustNot'
  if (words.operator === 'and') return conjunction === 'or' ? 'should' : 'must'
  return modifier === 'required' || conjunction === 'and' ? 'must' : 'should'
}

/** The words of one text count as clauses of their own. */
function flattened(
  query: Query,
  { words }: StringOptions,
): { occur: keyof Clauses; query: Query }[] {
  const occur = words.operator === 'and' ? 'must' : 'should'
  const parts =
    query.clauses === undefined
      ? [query]
      : [...(query.clauses.must ?? []), ...(query.clauses.should ?? [])]
  return parts.map((part) => ({ occur, query: part }))
}

type Term = Exclude<Node, { kind: 'group' }>

function buildTerm(shard: Shard, node: Term, options: StringOptions): Query | undefined {
  const { field } = node
  if (field === '_exists_' && (node.kind === 'text' || node.kind === 'phrase'))
    return existsQuery(shard, node.text)
  if (node.kind === 'wildcard' && node.text === '*' && field !== undefined) {
    return field === '*' ? constantQuery(() => shard.live) : existsQuery(shard, field)
  }
  const comparison =
    node.kind === 'text' && field !== undefined ? /^(>=?|<=?)(.+)$/.exec(node.text) : null
  if (comparison !== null)
    return buildTerm(shard, { ...node, ...oneSided(comparison[1]!, comparison[2]!) }, options)
  const fields = field === undefined ? options.fields : new Map([[field, 1]])
  if (node.kind === 'text' || node.kind === 'phrase') {
    const words: TextOptions =
      node.kind === 'text'
        ? options.words
        : {
            ...options.words,
            type: 'phrase',
            edits: undefined,
            slop: node.slop ?? options.phraseSlop,
          }
    return inFields(shard, fields, node.text, words, options)
  }
  const queries = [...resolveFields(shard, fields)].map(([name, weight]) => {
    const query = lenientOr(options.words.lenient, () => termQuery(shard, name, node, options))
    return boosted(query, weight)
  })
  return queries.length === 0 ? matchNone : disjunctionMax(queries, options.tieBreaker, shard.size)
}

/** The edits behind the tilde of a word. */
function editsOf(written: string): number {
  const edits = Number(written) || 0
  if (!Number.isInteger(edits)) throw unsupported('fractions as fuzziness in query_string')
  return Math.min(2, edits)
}

function oneSided(operator: string, bound: string) {
  const isLow = operator.startsWith('>')
  const closed = operator.endsWith('=')
  return {
    kind: 'range' as const,
    low: isLow ? bound : undefined,
    high: isLow ? undefined : bound,
    withLow: isLow ? closed : true,
    withHigh: isLow ? true : closed,
  }
}

function termQuery(shard: Shard, name: string, node: Term, options: StringOptions): Query {
  switch (node.kind) {
    case 'prefix':
      return prefixTerms(shard, name, node.text)
    case 'wildcard':
      return node.text === '*' ? existsQuery(shard, name) : wildcardTerms(shard, name, node.text)
    case 'fuzzy':
      return fuzzyTerms(
        shard,
        name,
        node.text,
        node.edits === '' ? options.edits(node.text) : editsOf(node.edits),
        options,
      )
    case 'range':
      return termRange(shard, name, node, options)
    default:
      return matchNone
  }
}

import type { Analyzer } from '../analysis/analyzers.js'
import type { Field } from '../index/field.js'
import type { Shard } from '../index/shard.js'
import { blendedTerm } from '../lucene/blended.js'
import { disjunctionMax } from '../lucene/boolean.js'
import { boosted, constantQuery, matchNone, type Query } from '../lucene/query.js'
import type { Parsing } from './clause.js'
import { exactValue } from './field-terms.js'
import { type FieldOptions, mappedFields, type WeightedFields } from './fields.js'
import { combined, type TextOptions, wordsOf } from './match-text.js'
import { withMinimum } from './minimum-should-match.js'
import { lenientOr } from './query-string/terms.js'

interface WeightedField {
  field: Field
  weight: number
}

/**
 * Fields that analyze a text alike as one field: each word in any of them. Fields of different
 * analyzers are asked on their own, and the best group counts (Elasticsearch,
 * MultiMatchQueryParser.buildCrossFieldQuery).
 */
export function crossFields(
  shard: Shard,
  fields: WeightedFields,
  value: unknown,
  options: TextOptions,
  { tieBreaker, minimum, parsing }: FieldOptions,
): Query {
  const queries = [...groupsOf(shard, fields, options)].map(([analyzer, group]) => {
    const { words } = wordsOf(analyzer, String(value))
    if (words.length === 0)
      return options.zeroTerms === 'all' ? constantQuery(() => shard.live) : matchNone
    const queries = words.map((word) => {
      const values = ofValues(shard, group, word, options, parsing)
      const term = blendedTerm(termsOf(group, word), tieBreaker, shard.size)
      return disjunctionMax([...values, term], 1, shard.size)
    })
    return withMinimum(combined(shard, queries, options), minimum)
  })
  return disjunctionMax(queries, tieBreaker, shard.size)
}

function groupsOf(
  shard: Shard,
  fields: WeightedFields,
  { analyzer }: TextOptions,
): ReadonlyMap<Analyzer, WeightedField[]> {
  const groups = new Map<Analyzer, WeightedField[]>()
  for (const [name, weight] of mappedFields(shard, fields)) {
    const field = shard.field(name)!
    const key = analyzer?.(shard) ?? field.mapping.searchAnalyzer
    groups.set(key, [...(groups.get(key) ?? []), { field, weight }])
  }
  return groups
}

const hasTerms = ({ field: { mapping } }: WeightedField): boolean =>
  mapping.kind === 'text' || mapping.kind === 'keyword'

/** A word as a term of the fields of words. */
function termsOf(group: readonly WeightedField[], word: string) {
  return group.filter(hasTerms).map(({ field, weight: boost }) => ({
    field,
    boost,
    term: field.mapping.normalize(word),
  }))
}

/** A word as a value of the other fields: numbers, dates. */
function ofValues(
  shard: Shard,
  group: readonly WeightedField[],
  word: string,
  { lenient }: TextOptions,
  parsing: Parsing,
): Query[] {
  return group
    .filter((one) => !hasTerms(one))
    .map(({ field, weight }) =>
      boosted(
        lenientOr(lenient, () => exactValue(shard, field.name, word, parsing)),
        weight,
      ),
    )
}

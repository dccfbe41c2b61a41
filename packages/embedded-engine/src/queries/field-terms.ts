import { noNumber, queryError } from '../errors.js'
import { booleanTerm, type Field } from '../index/field.js'
import type { Shard } from '../index/shard.js'
import { matchingTerms } from '../lucene/multi-term.js'
import { constantQuery, matchNone, type Query } from '../lucene/query.js'
import { termQuery } from '../lucene/term.js'
import { numberType } from '../mapping/field-mapping.js'
import { isWhole, isWithin, toNumber } from '../mapping/numbers.js'
import { readBoolean } from './booleans.js'
import type { Parsing } from './clause.js'
import { foldAscii } from './patterns.js'
import { dateMatches } from './range.js'

/**
 * Documents whose field holds exactly the value. @throws EngineError when it cannot be a value of
 * the field.
 */
export function exactValue(
  shard: Shard,
  name: string,
  value: unknown,
  parsing: Parsing,
  anyCase = false,
): Query {
  if (name === '_id') return documentsById(shard, [String(value)])
  if (name === '_index')
    return String(value) === shard.name ? constantQuery(() => shard.live) : matchNone
  const field = shard.field(name)
  if (field === undefined) return matchNone
  switch (field.mapping.kind) {
    case 'text':
    case 'keyword': {
      const term = field.mapping.normalize(String(value))
      if (!anyCase) return termQuery(field, term)
      const folded = foldAscii(term)
      return matchingTerms(field, (candidate) => foldAscii(candidate) === folded)
    }
    case 'boolean':
      return termQuery(field, booleanTerm(readBoolean(value)))
    case 'long':
    case 'double':
      return numberQuery(field, value)
    case 'date':
      return dateMatches(field, String(value), parsing)
    case 'geo_point':
      throw queryError(
        'Geometry fields do not support exact searching, use dedicated geometry queries ' +
          `instead: [${name}]`,
      )
  }
}

export function documentsById(shard: Shard, ids: readonly string[]): Query {
  const found = new Set(ids.flatMap((id) => shard.numberOf(id) ?? []))
  return constantQuery(() => Int32Array.from(found).sort())
}

function numberQuery(field: Field, value: unknown): Query {
  const number = toNumber(value)
  if (number === undefined) throw queryError(noNumber(String(value)))
  const type = numberType(field.mapping)
  if ((isWhole(type) && !Number.isInteger(number)) || !isWithin(type, number)) return matchNone
  const wanted = type === 'float' ? Math.fround(number) : number
  return constantQuery(() => field.column.where((held) => held === wanted))
}

import {
  contentError,
  type EngineError,
  illegalArgument,
  parsingError,
  queryError,
  shardError,
  type Unsupported,
  unsupported,
} from '../errors.js'
import type { Field } from '../index/field.js'
import type { Shard } from '../index/shard.js'
import { booleanQuery } from '../lucene/boolean.js'
import { fuzzyQuery, matchingTerms } from '../lucene/multi-term.js'
import { constantQuery, constantScore, matchNone, type Query } from '../lucene/query.js'
import type { Clause, Parsing } from './clause.js'
import { documentsById, exactValue } from './field-terms.js'
import { fuzziness } from './fuzziness.js'
import { fieldOptions, isObject, isScalar, type Json, Options } from './options.js'
import { foldAscii, namePattern, wildcard as pattern } from './patterns.js'

export function term(body: unknown, parsing: Parsing): Clause {
  const { field, options } = fieldOptions('term', body, 'value')
  const value = options.any('value')
  const anyCase = options.flag('case_insensitive', false)
  if (typeof value === 'object')
    throw parsingError('[term] query does not support this kind of value')
  if (value === undefined) throw parsingError('value cannot be null')
  return options.finish(parsing, (shard) => exactValue(shard, field, value, parsing, anyCase))
}

export function terms(body: unknown, parsing: Parsing): Clause {
  const options = new Options('terms', body)
  const names = options.unread.filter((name) => name !== 'boost' && name !== '_name')
  const [field, second] = names
  if (field === undefined)
    throw parsingError(
      '[terms] query requires a field name, followed by array of terms or a document lookup ' +
        'specification',
    )
  if (second !== undefined) throw parsingError(`[terms] query does not support multiple fields`)
  const values = options.any(field)
  if (isObject(values)) throw lookupRefusal(values)
  if (!Array.isArray(values)) throw parsingError(`[terms] query does not support [${field}]`)
  if (values.some((value) => value === null || typeof value === 'object'))
    throw parsingError('No value specified for terms query')
  return options.finish(parsing, (shard) => {
    const should = values.map((value) => exactValue(shard, field, value, parsing))
    return constantScore(booleanQuery({ should }, shard.size))
  })
}

/** The refusal of values that another document holds. */
function lookupRefusal(lookup: Json): EngineError | Unsupported {
  const [wrong] = Object.keys(lookup).filter(
    (key) => !['index', 'id', 'path', 'routing'].includes(key),
  )
  if (wrong !== undefined) return contentError(`[terms_lookup] unknown field [${wrong}]`)
  const missing = ['index', 'id', 'path'].filter((key) => !Object.hasOwn(lookup, key))
  return missing.length > 0
    ? illegalArgument(`Required [${missing}]`)
    : unsupported('lookups of terms')
}

export function ids(body: unknown, parsing: Parsing): Clause {
  const options = new Options('ids', body)
  const values = [options.any('values') ?? []].flat()
  if (!values.every(isScalar)) throw parsingError('[ids] requires values to be an array')
  return options.finish(parsing, (shard) => documentsById(shard, values.map(String)))
}

export function exists(body: unknown, parsing: Parsing): Clause {
  const options = new Options('exists', body)
  const field = options.text('field')
  if (field === undefined) throw parsingError('[exists] must be provided with a [field]')
  return options.finish(parsing, (shard) => existsQuery(shard, field))
}

/**
 * Documents with a value in any field that the name (with stars) means; an object's name means its
 * fields.
 */
export function existsQuery(shard: Shard, name: string): Query {
  const isNamed = namePattern(name)
  const fields = [...shard.mapping.fields.keys()].filter(
    (path) => isNamed(path) || path.startsWith(`${name}.`),
  )
  const held = (fields.length > 0 ? fields : [name]).flatMap((path) => shard.field(path) ?? [])
  if (held.length === 0) return matchNone
  return constantQuery(() => shard.live.filter((doc) => held.some((field) => field.holds(doc))))
}

export function prefix(body: unknown, parsing: Parsing): Clause {
  const { field, options } = fieldOptions('prefix', body, 'value')
  const value = options.text('value')
  const anyCase = options.flag('case_insensitive', false)
  takeRewrite(options)
  if (value === undefined) throw parsingError('value cannot be null')
  return options.finish(parsing, (shard) =>
    termsOf(shard, field, 'prefix', (found) =>
      prefixQuery(found, found.mapping.normalize(value), anyCase),
    ),
  )
}

export function prefixQuery(field: Field, value: string, anyCase = false): Query {
  if (!anyCase) return matchingTerms(field, (candidate) => candidate.startsWith(value))
  const folded = foldAscii(value)
  return matchingTerms(field, (candidate) => foldAscii(candidate).startsWith(folded))
}

export function wildcard(body: unknown, parsing: Parsing): Clause {
  const { field, options } = fieldOptions('wildcard', body, 'value')
  const older = options.text('wildcard')
  const value = options.text('value') ?? older
  const anyCase = options.flag('case_insensitive', false)
  takeRewrite(options)
  if (value === undefined) throw parsingError('value cannot be null')
  return options.finish(parsing, (shard) =>
    termsOf(shard, field, 'wildcard', (found) =>
      matchingTerms(found, pattern(found.mapping.normalize(value), anyCase)),
    ),
  )
}

export function fuzzy(body: unknown, parsing: Parsing): Clause {
  const { field, options } = fieldOptions('fuzzy', body, 'value')
  const value = options.text('value')
  const edits = fuzziness(options.scalar('fuzziness') ?? 'AUTO')
  const settings = {
    prefixLength: options.whole('prefix_length', 0),
    maxExpansions: options.whole('max_expansions', 50),
    transpositions: options.flag('transpositions', true),
  }
  if (value === undefined) throw parsingError('value cannot be null')
  return options.finish(parsing, (shard) =>
    termsOf(shard, field, 'fuzzy', (found) =>
      fuzzyQuery(
        found,
        found.mapping.normalize(value),
        { ...settings, edits: edits(value) },
        shard.size,
      ),
    ),
  )
}

/**
 * A query on the terms of a text or keyword field. @throws EngineError for a field of another kind.
 */
export function termsOf(
  shard: Shard,
  name: string,
  clause: string,
  build: (field: Field) => Query,
): Query {
  const field = shard.field(name)
  if (field === undefined) return matchNone
  const { kind, type } = field.mapping
  if (kind === 'text' || kind === 'keyword') return build(field)
  const where = `- not on [${name}] which is of type [${type}]`
  if (clause === 'fuzzy')
    throw queryError(`Can only use fuzzy queries on keyword and text fields ${where}`)
  throw shardError(`Can only use ${clause} queries on keyword, text and wildcard fields ${where}`)
}

/** How Lucene counts the terms of a pattern; only the default, which scores all alike. */
function takeRewrite(options: Options): void {
  options.choice(
    'rewrite',
    ['constant_score', 'constant_score_blended'],
    'constant_score',
    rewriteMethods,
  )
}

/** Every way in which Elasticsearch can rewrite a query of many terms. */
export const rewriteMethods =
  /^(constant_score(_blended|_boolean)?|scoring_boolean|top_terms_(blended_freqs_|boost_)?\d+)$/

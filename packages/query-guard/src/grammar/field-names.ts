import { type CatalogFields, findMatches, withoutBoost } from '../rule/fields.js'
import { isObject, type JsonObject } from '../rule/json-value.js'
import type { NameWriter } from '../rule/rule.js'
import { isPattern, namedSource, noField } from './named-source.js'

/**
 * Names of fields in place of patterns of names, as Elasticsearch would find them. What it does
 * with a pattern has no cost of its own; and names mean the same wherever a body is read.
 */

/** Types of fields that a pattern of searched, and of highlighted fields means. */
const searched =
  /text|keyword|^(search_as_you_type|wildcard|version|ip|boolean|flattened)$|date|byte|short|integer|long|float|double|_range$/
const highlighted = /^(text|match_only_text|keyword)$/

/** The names that a pattern means; a name that no field has, if it means none. */
function listNames(pattern: string, fields: CatalogFields, types = /./): string[] {
  if (!isPattern(pattern)) return [pattern]
  const names = findMatches(pattern, fields).filter(([, { type }]) => types.test(type))
  return names.length > 0 ? names.map(([name]) => name) : [noField]
}

/**
 * The fields of a text query. Elasticsearch multiplies the boosts of a field that several patterns
 * mean, and is lenient where all fields are searched.
 */
export const searchedFields: NameWriter = (clause, fields) => {
  writeSearched(clause, fields)
}
export const searchedLeniently: NameWriter = (clause, fields) => {
  if (writeSearched(clause, fields).includes('*')) clause.lenient ??= true
}

/** @returns the references that were written, without boosts. */
function writeSearched(clause: JsonObject, fields: CatalogFields): string[] {
  const key = clause.fields === undefined ? 'default_field' : 'fields'
  const references = [clause[key] ?? []].flat().map(String)
  if (!references.some(isPattern)) return []
  const written = new Map(references.map(splitAtBoost)) // of equal ones the last counts
  const boosts = new Map<string, string>()
  for (const [pattern, boost] of written) {
    for (const name of listNames(pattern, fields, searched))
      boosts.set(name, multiplied(boosts.get(name), boost))
  }
  delete clause[key]
  clause.fields = [...boosts].map(([name, boost]) => name + boost)
  return [...written.keys()]
}

function splitAtBoost(reference: string): [pattern: string, boost: string] {
  const pattern = withoutBoost(reference)
  return [pattern, reference.slice(pattern.length)]
}

function multiplied(before: string | undefined, boost: string): string {
  if (!before) return boost
  if (!boost) return before
  const product = Number(before.slice(1)) * Number(boost.slice(1))
  return Number.isFinite(product) ? `^${product}` : boost
}

/** What of its documents an object asks for. */
export const askedFields: NameWriter = (asked, fields) => {
  asked._source = namedSource(asked._source, fields)
  for (const key of ['fields', 'docvalue_fields', 'stored_fields'])
    if (asked[key] !== undefined)
      asked[key] = [asked[key]].flat().flatMap((one) => askedNames(one, fields))
  const { highlight } = asked
  if (isObject(highlight)) highlight.fields = listHighlighted(highlight.fields, fields)
}

const askedNames = (asked: unknown, fields: CatalogFields): unknown[] =>
  isObject(asked)
    ? listNames(String(asked.field), fields).map((field) => ({ ...asked, field }))
    : listNames(String(asked), fields)

function listHighlighted(asked: unknown, fields: CatalogFields): unknown {
  if (asked === undefined) return undefined
  const written = new Map<string, unknown>() // of equal names the last counts
  for (const one of [asked].flat())
    for (const [pattern, settings] of Object.entries(Object(one)))
      for (const name of listNames(pattern, fields, highlighted)) written.set(name, settings)
  const each = [...written].map(([name, settings]) => ({ [name]: settings }))
  return Array.isArray(asked) ? each : Object.assign({}, ...each)
}

/** `exists` of any of some fields. */
export const existingFields: NameWriter = (exists, fields, clause) => {
  const { field, boost } = exists
  if (!isPattern(field)) return
  const each = listNames(String(field), fields).map((name) => ({ exists: { field: name } }))
  delete clause.exists
  clause.constant_score = { filter: { bool: { should: each } }, boost }
}

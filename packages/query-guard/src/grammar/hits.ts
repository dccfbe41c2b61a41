import { makeHitRequest } from '../cost/hits.js'
import {
  either,
  field,
  fieldMap,
  flag,
  integer,
  lazy,
  listOf,
  nullable,
  number,
  object,
  oneOrMore,
  optional,
  path,
  query,
  scalar,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import { toNumber, toText } from '../rule/json-value.js'
import { beyond, type ObjectCheck, type Rule } from '../rule/rule.js'
import { geoPoint } from './geo.js'
import { highlight } from './highlight.js'
import { distanceUnit } from './measures.js'
import { isPattern } from './named-source.js'
import { format, int32 } from './texts.js'

const patterns = oneOrMore(field, 'sourcePatterns')

/** `_source`: which parts of a document are returned. */
export const source: Rule = either({
  boolean: flag,
  string: field,
  array: listOf(field, 'sourcePatterns'),
  object: object({
    includes: patterns,
    include: patterns,
    excludes: patterns,
    exclude: patterns,
    exclude_vectors: flag,
  }),
})

const order = word('asc', 'desc')
const mode = word('min', 'max', 'sum', 'avg', 'median')
const nested: Rule = lazy(() => nestedSort)
const nestedSort = object({ path, filter: query, max_children: integer(1, int32), nested })

const fieldSort: Rule = either({
  string: order,
  object: object({
    order,
    mode,
    nested,
    missing: nullable(scalar),
    unmapped_type: text(),
    numeric_type: word('double', 'long', 'date', 'date_nanos'),
    format,
  }),
})

const points = either({
  string: text(128),
  object: geoPoint,
  array: listOf(
    either({ string: text(128), object: geoPoint, array: geoPoint, number: number() }),
    'geoPoints',
  ),
})

const sortKeys = fieldMap(fieldSort, 'sorts', {
  _script: unsafe('script', 'is not allowed: sort by a field, _score or _geo_distance'),
  _geo_distance: fieldMap(points, 1, {
    order: nullable(order),
    mode: nullable(mode),
    nested: nullable(nested),
    unit: nullable(distanceUnit),
    distance_type: nullable(word('arc', 'plane')),
    ignore_unmapped: nullable(flag),
    validation_method: nullable(word('strict', 'coerce', 'ignore_malformed')),
  }),
})

/** A field, `{field: order}`, or a list of these. */
export const sort: Rule = either({
  string: field,
  object: sortKeys,
  array: listOf(either({ string: field, object: sortKeys }), 'sorts'),
})

/** The names of fields that no mapping has cannot be known. */
const mappedByPattern: ObjectCheck = {
  at: 'include_unmapped',
  of: ({ field, include_unmapped = false }) =>
    isPattern(field) && toText(include_unmapped) === 'true'
      ? 'takes the name of a field, not a pattern'
      : undefined,
}

const formatted = either({
  string: field,
  object: object(
    { field, format: nullable(format), include_unmapped: flag },
    { required: ['field'], checks: [mappedByPattern] },
  ),
})

/** Keys that the body, inner_hits and top_hits share. */
export const documents: Record<string, Rule> = {
  sort,
  _source: source,
  highlight,
  track_scores: flag,
  fields: optional('fields', listOf(formatted, 'fields', 1)),
  docvalue_fields: optional('docvalue_fields', listOf(formatted, 'fields', 1)),
  stored_fields: optional('stored_fields', oneOrMore(field, 'fields', 1)),
  explain: optional('explain', flag),
  version: optional('version', flag),
  seq_no_primary_term: optional('seq_no_primary_term', flag),
  script_fields: unsafe('script', 'is not allowed: ask for _source, and compute from it'),
}

/** from + size within a window. @param remedy What to do instead, if there is something. */
export function page(
  most: 'window' | 'innerHits',
  defaultSize: number,
  remedy?: string,
): ObjectCheck {
  return {
    at: 'from',
    of: ({ from = 0, size = defaultSize }, { limits }) =>
      toNumber(from) + toNumber(size) > limits[most]
        ? beyond(
            most,
            `from + size must not exceed ${limits[most]}${remedy === undefined ? '' : `; ${remedy}`}`,
          )
        : undefined,
  }
}

const innerHitKeys: Record<string, Rule> = {
  ...documents,
  name: text(),
  ignore_unmapped: flag,
  from: integer(0, 'innerHits'),
  size: integer(0, 'innerHits'),
}

/** What inner_hits and top_hits ask for. The default size is Elasticsearch's, 3. */
export const threeHits = { checks: [page('innerHits', 3)], hitRequest: makeHitRequest(3) }

/** `inner_hits` of nested and join queries. */
export const innerHits: Rule = object(innerHitKeys, threeHits)

const collapsedHits: Rule = object(
  { ...innerHitKeys, collapse: object({ field }, { required: ['field'] }) },
  threeHits,
)

/** `collapse`: one hit of each value of a field; Elasticsearch knows one second level. */
export const collapse: Rule = object(
  {
    field,
    inner_hits: oneOrMore(collapsedHits, 10),
    max_concurrent_group_searches: integer(1, 100),
  },
  { required: ['field'] },
)

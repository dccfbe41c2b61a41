import { distinctByJson } from '../../kit/config/objects.js'
import type { DataSource } from '../../kit/elasticsearch/data-source.js'
import {
  type CatalogField,
  type CatalogFields,
  type Choice,
  fieldRules,
  findParent,
} from '../../packages/query-guard/src/index.js'
import type { FieldCatalog } from './field-catalog.js'

/**
 * Supported uses of a field: a query for its words or whole values, a sort, an aggregation, a map
 * search.
 */
export type Use = 'match' | 'term' | 'sort' | 'aggregate' | 'map'

/** A field as shown to callers. */
export interface DescribedField {
  name: string
  /** Elasticsearch's type. */
  type: string
  uses: readonly Use[]
  /** The same value in other forms: full name → uses. */
  subFields?: Readonly<Record<string, readonly Use[]>>
  example?: unknown
}

/** `data` of the call (docs/api.md, Fields): index family → its fields, by name. */
export interface Description {
  families: Readonly<Record<string, { fields: readonly DescribedField[] }>>
  /** Where the data comes from, if the loader has recorded it. */
  sources?: readonly DataSource[]
}

/** Rules that decide what callers may know about fields. */
export interface DescribedRules {
  fields?: Choice
  /** Where callers find only some documents, they get no examples, which may be of others. */
  filter?: object
}

/**
 * The function that describes the known fields of all families: rebuilt when the engine reports
 * changes, undefined until it has reported all.
 */
export function describerOf(
  catalog: FieldCatalog,
  rules: DescribedRules & { indexPrefixes: readonly string[] },
): () => Description | undefined {
  const { indexPrefixes: families } = rules
  let known: (CatalogFields | undefined)[] = []
  let made: Description | undefined
  return function currentDescription() {
    const catalogs = families.map((family) => catalog.fields(family))
    if (catalogs.every((fields, i) => fields === known[i])) return made
    known = catalogs
    const whole = catalogs.flatMap((fields, i) => (fields ? [[families[i]!, fields] as const] : []))
    const sources = distinctByJson(
      families.flatMap((family) => catalog.data?.(family)?.sources ?? []),
    )
    const described = whole.length === families.length ? descriptionOf(whole, rules) : undefined
    made = described && { ...described, ...(sources.length > 0 && { sources }) }
    return made
  }
}

/** Describes all that callers may know about the fields of some index families. */
export function descriptionOf(
  families: readonly (readonly [name: string, fields: CatalogFields])[],
  rules: DescribedRules = {},
): Description {
  const described = families.map(([name, fields]) => [name, { fields: fieldsIn(fields) }])
  return openOf({ families: Object.fromEntries(described) }, rules)
}

/** The part that the operator's rules leave open: closed fields are not named. */
export function openOf(
  { families, ...others }: Description,
  { fields, filter }: DescribedRules,
): Description {
  const { allow, deny } = fields ?? {}
  const allows = fieldRules(allow, deny)?.allows ?? (() => true)
  const open = Object.entries(families).map(([name, { fields }]) => {
    const left = fields.filter((field) => allows(field.name))
    return [name, { fields: left.map((field) => openParts(field, allows, !filter)) }]
  })
  return { ...others, families: Object.fromEntries(open) }
}

function openParts(
  { subFields, example, ...field }: DescribedField,
  allows: (name: string) => boolean,
  hasExample: boolean,
): DescribedField {
  const open = Object.entries(subFields ?? {}).filter(([name]) => allows(name))
  return {
    ...field,
    ...(hasExample && example !== undefined && { example }),
    ...(open.length > 0 && { subFields: Object.fromEntries(open) }),
  }
}

function fieldsIn(fields: CatalogFields): DescribedField[] {
  const described = new Map<
    string,
    DescribedField & { subFields?: Record<string, readonly Use[]> }
  >()
  for (const [name, field] of [...fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parent = described.get(findParent(name, fields) ?? '')
    if (parent) parent.subFields = { ...parent.subFields, [name]: usesOf(field) }
    else {
      const { type, example } = field
      described.set(name, {
        name,
        type,
        uses: usesOf(field),
        ...(example !== undefined && { example }),
      })
    }
  }
  return [...described.values()]
}

const words = /^(text|match_only_text|annotated_text|search_as_you_type)$/
const places = /^geo_(point|shape)$/
const wholeValues =
  /^(keyword|constant_keyword|wildcard|boolean|date|date_nanos|ip|version|byte|short|integer|long|unsigned_long|half_float|float|double|scaled_float)$/

function usesOf({ type, searchable, aggregatable }: CatalogField): Use[] {
  if (places.test(type)) return searchable ? ['map'] : []
  if (!words.test(type) && !wholeValues.test(type)) return []
  return [
    ...(searchable ? ([words.test(type) ? 'match' : 'term'] as const) : []),
    ...(aggregatable ? (['sort', 'aggregate'] as const) : []),
  ]
}

import { distinctByJson, isObject } from '../../kit/config/objects.js'
import type { SettingDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { readMappings } from '../../kit/elasticsearch/ask.js'
import type { Backends } from '../../plugins/kit/policy.js'

const inference =
  'a plain match on it runs inference in the engine: deny it in `fields` of search-rules'

/** Types of fields that do more than a query on them shows, and what to do about them. */
const remedies: Readonly<Record<string, string>> = {
  semantic_text: inference,
  semantic: inference, // its name in later versions of Elasticsearch
  alias: 'a field that `fields` denies by one name can be read by the other: deny both',
  runtime: 'it is computed for each document that a search reads: map it, and load again',
  join: 'joins keep ids of parents in memory: keep it out of what callers search',
  percolator: 'it stores queries, which hits show: keep it out of what callers search',
}

/**
 * Warnings about such fields in the indices that callers can search. None where the engine does not
 * show its mappings, for which the credential needs the privilege view_index_metadata.
 */
export async function findMappingWarnings(
  backends: readonly Backends[],
): Promise<SettingDiagnostic[]> {
  const searched = distinctByJson(backends.flatMap(({ searched }) => searched ?? []))
  const families = searched.flatMap(({ engine, prefixes }) =>
    prefixes.map((prefix) => readMappings(engine, prefix).catch(() => ({}))),
  )
  const indices = (await Promise.all(families)).flatMap((mappings) => Object.values(mappings))
  return distinctByJson(indices.flatMap(listFields))
    .filter(({ type }) => Object.hasOwn(remedies, type))
    .map(({ field, type }) => ({
      setting: 'ELASTICSEARCH_URL',
      severity: 'warning',
      rule: 'engine-field',
      message: `callers can search ${field}, a field of the type ${type}`,
      remedy: `${remedies[type]} (docs/elasticsearch.md)`,
    }))
}

interface MappedField {
  /** Its path; `*` for all that is not mapped. */
  field: string
  type: string
}

/** @param index `{mappings: {properties, runtime, dynamic}}`, as `_mapping` returns it. */
function listFields(index: unknown): MappedField[] {
  const { properties, runtime, dynamic } = toObject(toObject(index).mappings)
  const computed = Object.keys(toObject(runtime))
  return [
    ...listProperties(properties, ''),
    ...[...computed, ...(dynamic === 'runtime' ? ['*'] : [])].map((field) => ({
      field,
      type: 'runtime',
    })),
  ]
}

/** Fields, the fields inside of objects, and sub-fields. */
function listProperties(properties: unknown, before: string): MappedField[] {
  return Object.entries(toObject(properties)).flatMap(([name, definition]) => {
    const { type, properties, fields } = toObject(definition)
    const field = before + name
    return [
      { field, type: String(type) },
      ...listProperties(properties, `${field}.`),
      ...listProperties(fields, `${field}.`),
    ]
  })
}

function toObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

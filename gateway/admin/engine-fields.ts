import { fieldsOf } from '../../kit/elasticsearch/ask.js'
import type { CatalogFields } from '../../packages/query-guard/src/index.js'
import { catalogFieldsIn } from '../../plugins/kit/field-catalog.js'
import type { Backends, KnownFields } from '../../plugins/kit/policy.js'

/** The fields of all searched indices. @throws Error when an engine does not answer. */
export async function readEngineFields(backends: readonly Backends[]): Promise<KnownFields> {
  const families = new Map<string, CatalogFields>()
  for (const { engine, prefixes } of backends.flatMap(({ searched }) => searched ?? []))
    for (const prefix of prefixes)
      if (!families.has(prefix))
        families.set(prefix, catalogFieldsIn(await fieldsOf(engine, prefix)))
  return { fieldsOf: (prefix) => families.get(prefix) ?? new Map(), areAll: true }
}

export { documentsKnown } from '../../plugins/kit/field-catalog.js'

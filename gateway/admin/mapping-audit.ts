import { distinctByJson, isObject } from '../../kit/config/objects.js'
import { fieldsOf, mappingsOf } from '../../kit/elasticsearch/ask.js'
import { log } from '../../kit/log/log.js'
import type { Backends, Searched } from '../../plugins/kit/policy.js'

const inference =
  'a plain match on it runs inference in the engine: deny it in `fields` of search-rules, or ' +
  'search indices without it'

/** Kinds of fields with hidden costs or effects, and what to do about them. */
const remedies = {
  semantic_text: inference,
  semantic: inference, // its name in later versions of Elasticsearch
  alias:
    'a field rule applies to one name only: a field that `fields` denies by one name can be ' +
    'read by the other',
  runtime: 'it is computed for each document that a search reads: map it, and reindex',
  join: 'joins keep ids of parents in memory: keep it out of what callers search',
  percolator: 'it stores queries, which hits show: keep it out of what callers search',
} as const
type AuditKind = keyof typeof remedies

/** A field to review. */
interface FlaggedField {
  /** Name prefix of its indices. */
  family: string
  /** Its path; `*` for all that is not mapped. */
  field: string
  kind: AuditKind
}

/** What was found out about the fields that callers can search. */
export interface Audit {
  /**
   * `mappings`: everything; `types`: semantic_text, aliases and runtime fields do not show;
   * `nothing`: no node answered.
   */
  by: 'mappings' | 'types' | 'nothing'
  flagged: FlaggedField[]
}

const retryMs = 10_000

/**
 * Checks the mappings that the steps search: by `_mapping` if the credential may, else by
 * `_field_caps`.
 */
export async function auditMappings(backends: readonly Backends[]): Promise<Audit | undefined> {
  const searched = backends.flatMap(({ searched }) => (searched ? [searched] : []))
  if (searched.length === 0) return undefined
  return together((await Promise.all(distinctByJson(searched).map(auditsOf))).flat())
}

/** The least detailed of them. */
function together(audits: readonly Audit[]): Audit {
  const by = (['nothing', 'types', 'mappings'] as const).find((way) =>
    audits.some((audit) => audit.by === way),
  )
  const flagged = distinctByJson(audits.flatMap((audit) => audit.flagged))
  return { by: by ?? 'nothing', flagged }
}

/** Warns of each such field once, as soon as the engine answers. */
export async function warnOfMappings(backends: readonly Backends[]): Promise<void> {
  const audit = await auditMappings(backends)
  if (!audit) return
  if (audit.by === 'nothing') {
    setTimeout(() => void warnOfMappings(backends), retryMs).unref()
    return
  }
  for (const { kind, ...place } of audit.flagged)
    log.warn({ ...place, kind }, `${place.field} is a ${kind} field: ${remedies[kind]}`)
  if (audit.by === 'types') {
    const missing = 'the mappings cannot be checked for semantic_text, aliases and runtime fields'
    log.info(`${missing}: the engine's credential lacks the privilege view_index_metadata`)
  }
}

/** Of each family. */
function auditsOf({ engine, prefixes }: Searched): Promise<Audit[]> {
  const nothing = () => undefined
  const audits = prefixes.map(async (family): Promise<Audit> => {
    const mappings = await mappingsOf(engine, family).catch(nothing)
    if (mappings) return { by: 'mappings', flagged: inMappings(family, mappings) }
    const fields = await fieldsOf(engine, family).catch(nothing)
    if (fields) return { by: 'types', flagged: inTypes(family, fields) }
    return { by: 'nothing', flagged: [] }
  })
  return Promise.all(audits)
}

/**
 * Pure. @param mappings The answer of `_mapping`: index → `{mappings: {properties, runtime,
 * dynamic}}`.
 */
function inMappings(family: string, mappings: Record<string, unknown>): FlaggedField[] {
  return Object.values(mappings).flatMap((index) => {
    const { properties, runtime, dynamic } = objectOr(objectOr(index).mappings)
    return [
      ...inProperties(family, properties, ''),
      ...Object.keys(objectOr(runtime)).map((field) => ({
        family,
        field,
        kind: 'runtime' as const,
      })),
      ...(dynamic === 'runtime' ? [{ family, field: '*', kind: 'runtime' as const }] : []),
    ]
  })
}

/** Fields, the fields inside of objects, and sub-fields. */
function inProperties(family: string, properties: unknown, before: string): FlaggedField[] {
  return Object.entries(objectOr(properties)).flatMap(([name, definition]) => {
    const { type, properties, fields } = objectOr(definition)
    const field = before + name
    return [
      ...(isKind(type) ? [{ family, field, kind: type }] : []),
      ...inProperties(family, properties, `${field}.`),
      ...inProperties(family, fields, `${field}.`),
    ]
  })
}

function inTypes(family: string, fields: Record<string, unknown>): FlaggedField[] {
  return Object.entries(fields).flatMap(([field, types]) =>
    Object.keys(objectOr(types))
      .filter(isKind)
      .map((kind) => ({ family, field, kind })),
  )
}

function isKind(type: unknown): type is AuditKind {
  return typeof type === 'string' && Object.hasOwn(remedies, type)
}

function objectOr(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {}
}

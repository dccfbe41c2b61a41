import { createHash } from 'node:crypto'
import { type FamilyName, fieldRows } from '../../fields/fields.js'
import {
  analysis,
  type FieldMapping,
  fieldMappings,
  type OwnFields,
  ownFields,
} from '../../fields/mapping.js'
import type { Organization } from '../../fields/organization.js'

/** When searches see what a load writes, at the latest. */
export const refreshInterval = '5s'

/** One of the three index families (docs/api.md, Search). */
export interface Family {
  /** The bare name, which callers use like an index. */
  alias: string
  /** The concrete index that a first load creates. */
  index: string
  mappings: { properties: Record<string, FieldMapping> } & OwnFields
  /** Fields of an organization that this family does not store. */
  omits: ReadonlySet<string>
}

/** The three index families (docs/elasticsearch.md, Indices). */
export const families: readonly Family[] = [
  family('organization-serp'),
  family('organization-entity'),
  family('map-serp'),
]

function family(alias: FamilyName): Family {
  const omitted = fieldRows.filter(([, { notIn }]) => notIn?.includes(alias))
  const omits = new Set<string>(omitted.map(([name]) => name))
  const properties = Object.fromEntries(
    Object.entries(fieldMappings).filter(([field]) => !omits.has(field)),
  )
  return { alias, index: `${alias}-000001`, mappings: { ...ownFields, properties }, omits }
}

/** The document of an organization in a family. */
export function documentFor(
  { omits }: Family,
  organization: Organization,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(organization).filter(
      ([field, value]) => value !== undefined && !omits.has(field),
    ),
  )
}

/** The same as JSON. @param written JSON of fields to keep as they were written */
export function documentText(
  family: Family,
  organization: Organization,
  written: ReadonlyMap<string, string> = new Map(),
): string {
  const members = Object.entries(documentFor(family, organization)).map(
    ([field, value]) => `${JSON.stringify(field)}:${written.get(field) ?? JSON.stringify(value)}`,
  )
  return `{${members.join(',')}}`
}

/**
 * Body of `PUT _index_template/{alias}`: any later index of the family gets the same mapping and
 * the alias.
 */
export function indexTemplate(family: Family): {
  index_patterns: string[]
  template: Record<string, unknown>
} {
  const { alias } = family
  return {
    index_patterns: [`${alias}-*`],
    template: { ...indexBody(family), aliases: { [alias]: {} } },
  }
}

/**
 * Body of `PUT {index}`. The fingerprint in `_meta` depends on all that decides what is found, so
 * that an older index is detected. Documents lie in the order of exports: the engine finds the next
 * page without comparing all documents. Without a refresh interval it would refresh nothing that
 * was not searched for 30 s, and the next search would wait for all that was loaded meanwhile
 * (`index.search.idle.after`).
 */
export function indexBody({ mappings }: Family): {
  settings: Record<string, unknown>
  mappings: MarkedMappings
} {
  // green on one node, a replica where there are more
  const settings = { analysis, auto_expand_replicas: '0-1' }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify({ settings, mappings }))
    .digest('hex')
    .slice(0, 12)
  return {
    settings: { ...settings, sort: { field: 'id' }, refresh_interval: refreshInterval },
    mappings: { _meta: { fingerprint }, ...mappings },
  }
}

/** Whether an index has another mapping than a new one would get. */
export function isOlder(family: Family, { _meta }: MarkedMappings): boolean {
  return (
    _meta?.samples !== true && _meta?.fingerprint !== indexBody(family).mappings._meta?.fingerprint
  )
}

/** Mappings as an index returns them. */
export interface MarkedMappings {
  _meta?: {
    fingerprint?: string
    /** Holds the sample organizations of the embedded engine, which loaded ones replace. */
    samples?: boolean
    /** Where the data comes from: kit/elasticsearch/data-source.ts. */
    sources?: unknown
  }
}

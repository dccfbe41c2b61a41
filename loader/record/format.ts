import { createHash } from 'node:crypto'
import {
  analysis,
  code,
  type FieldMapping,
  keyword,
  keywordAsTyped,
  longText,
  type OwnFields,
  ownFields,
  plainText,
  textAndKeyword,
  textAsTyped,
} from './mapping.js'

/** A place on Earth, in degrees (Elasticsearch geo_point). */
export interface Location {
  /** -90 to 90. */
  lat: number
  /** -180 to 180. */
  lon: number
}

/**
 * An organization of the directory, as loaded, before it is divided among the three index families.
 */
export interface Organization {
  /** `_id` in every family. */
  id: string
  name: string
  /** Its other names: of a trade, a chapter or a local group. */
  alternate_names?: string[]
  description?: string
  /**
   * Identifier by org-id.guide: the code of a register and the number there, e.g.
   * `US-EIN-050258937`.
   */
  org_id?: string
  /** Identifier given by the tax authority, e.g. the EIN in the United States. */
  tax_code?: string
  /** Legal form code, e.g. `corporation`. */
  legal_status?: string
  founded_year?: number
  /** When the authority registered it: `YYYY-MM-DD` or `YYYY-MM`. */
  registered_on?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** State, province or the like, as the authority writes it. */
  region?: string
  /** The region in words where `region` is a code, e.g. `Rhode Island`. */
  region_name?: string
  city?: string
  street?: string
  zip?: string
  location?: Location
  /**
   * Accuracy of `location`: `zip` if the loader used the centre of the ZIP code's area, else the
   * source's own value.
   */
  location_accuracy?: string
  website?: string
  /** Field of work in words, e.g. `Community Clinics`. */
  activity?: string
  /** The wider field that `activity` belongs to, e.g. `Health Care`. */
  activity_group?: string
  /** Field of work in the authority's code, e.g. NTEE. */
  activity_code?: string
  /** Part of section 501(c) of the United States tax code, e.g. `3`. */
  subsection?: string
  /** Whether it is still active. */
  active?: boolean
  /** When a load first missed it in its source, if it is kept all the same: a time in UTC. */
  inactive_since?: string
  employees?: number
  /** Money in whole units of the country's currency. */
  assets?: number
  income?: number
  revenue?: number
  /** When it was first loaded: a time in UTC. */
  first_seen?: string
  /** When a load last brought other values of it: a time in UTC. */
  updated_at?: string
}

/** Every field that an organization may have, with its mapping. */
export const organizationFields: Readonly<Record<keyof Organization, FieldMapping>> = {
  id: keyword,
  name: textAsTyped,
  alternate_names: textAsTyped,
  description: longText,
  org_id: keyword,
  tax_code: code,
  legal_status: textAndKeyword,
  founded_year: { type: 'integer' },
  registered_on: { type: 'date' },
  country: keyword,
  region: keywordAsTyped,
  region_name: textAsTyped,
  city: textAsTyped,
  street: plainText,
  zip: keyword,
  location: { type: 'geo_point' },
  location_accuracy: keyword,
  website: keyword,
  activity: textAsTyped,
  activity_group: keywordAsTyped,
  activity_code: keyword,
  subsection: keyword,
  active: { type: 'boolean' },
  inactive_since: { type: 'date' },
  employees: { type: 'integer' },
  assets: { type: 'long' },
  income: { type: 'long' },
  revenue: { type: 'long' },
  first_seen: { type: 'date' },
  updated_at: { type: 'date' },
}

/** The fields that hold a list. */
export const listFields: ReadonlySet<string> = new Set<keyof Organization>(['alternate_names'])

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

/**
 * The three index families, each with the fields that it omits (docs/elasticsearch.md, Indices).
 */
export const families: readonly Family[] = [
  family('organization-serp', [
    'street',
    'zip',
    'location',
    'location_accuracy',
    'subsection',
    'assets',
    'income',
    'revenue',
  ]),
  family('organization-entity', ['description']),
  family('map-serp', [
    'alternate_names',
    'description',
    'website',
    'subsection',
    'employees',
    'assets',
    'income',
    'revenue',
  ]),
]

function family(alias: string, omitted: (keyof Organization)[]): Family {
  const omits = new Set<string>(omitted)
  const properties = Object.fromEntries(
    Object.entries(organizationFields).filter(([field]) => !omits.has(field)),
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
 * page without comparing all documents.
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
    settings: { ...settings, sort: { field: 'id' } },
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
    /** Holds the sample organizations of the embedded engine, which real ones replace. */
    samples?: boolean
    /** Where the data comes from: kit/elasticsearch/data-source.ts. */
    sources?: unknown
  }
}

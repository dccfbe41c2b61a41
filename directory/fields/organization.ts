import type { organizationFields } from './fields.js'

/** A place on Earth, in degrees (Elasticsearch geo_point). */
export interface Location {
  /** -90 to 90. */
  lat: number
  /** -180 to 180. */
  lon: number
}

type Fields = typeof organizationFields
type ValueOf<Kind> = Kind extends 'integer' | 'money'
  ? number
  : Kind extends 'boolean'
    ? boolean
    : Kind extends 'point'
      ? Location
      : string

/**
 * An organization of the directory, as loaded, before it is divided among the three index families.
 * `id` is its `_id` in every family.
 */
export type Organization = { id: string; name: string } & {
  [Name in Exclude<keyof Fields, 'id' | 'name'>]?: Fields[Name] extends { isList: true }
    ? ValueOf<Fields[Name]['kind']>[]
    : ValueOf<Fields[Name]['kind']>
}

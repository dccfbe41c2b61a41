// Written by `npm run docs` from directory/fields/fields.ts; a test compares.

/** A place on Earth, in degrees. */
export interface Location {
  lat: number
  lon: number
}

/**
 * The fields that the loader writes, next to any other loaded ones. No index family has all of
 * them.
 */
export interface Organization {
  /** Its name. */
  name: string
  /** Identifier in the directory. */
  id: string
  /** Its other names: of a trade, a chapter or a local group. */
  alternate_names?: string[]
  /** Initials of its names of three words and more, made by the loader. */
  initials?: string[]
  /** What it does. */
  description?: string
  /** Identifier by org-id.guide: the code of a register and the number there. */
  org_id?: string
  /** Identifier given by the tax authority, such as the EIN in the United States. */
  tax_code?: string
  /** Field of work in words. */
  activity?: string
  /** Causes that it works for, as people look for them (docs/finding.md). */
  causes?: string[]
  /** The wider field that `activity` belongs to. */
  activity_group?: string
  /** Field of work in the authority’s code, such as NTEE. */
  activity_code?: string
  /** Legal form, such as `corporation`. */
  legal_status?: string
  /** Year of its founding, or of the closest known event. */
  founded_year?: number
  /** When the authority registered it: `YYYY-MM-DD` or `YYYY-MM`. */
  registered_on?: string
  /** Part of section 501(c) of the United States tax code. */
  subsection?: string
  /** Whether gifts to it reduce income tax: `deductible`, `not_deductible`, `by_treaty`. */
  deductibility?: string
  /** Number of the group exemption that a central organization shares with its chapters. */
  group?: string
  /** Whether it is still active. */
  active?: boolean
  /** When a load first missed it in its source, where the operator keeps such ones. */
  inactive_since?: string
  /** Number of employees. */
  employees?: number
  /** Revenue of a year, in whole units of the country’s currency. */
  revenue?: number
  /** Gross income of a year, in whole units of the country’s currency. */
  income?: number
  /** Assets, in whole units of the country’s currency. */
  assets?: number
  /** The year of its amounts, by the month in which that ends: `YYYY-MM`. */
  tax_period?: string
  /** Order of magnitude of its revenue, assets or gross income, whichever is greatest: 6 is one million to ten million. */
  magnitude?: number
  /** Street and number. */
  street?: string
  /** City. */
  city?: string
  /** The city as the register writes it, where `city` spells out what that has cut. */
  registered_city?: string
  /** State, province or the like, as the authority writes it. */
  region?: string
  /** The region in words where `region` is a code. */
  region_name?: string
  /** Postal code. */
  zip?: string
  /** Country, by ISO 3166-1 alpha-2. */
  country?: string
  /** Its place. */
  location?: Location
  /** Accuracy of `location`: `zip` for the centre of a ZIP code’s area. */
  location_accuracy?: string
  /** Address of its website. */
  website?: string
  /** When it was first loaded: a time in UTC. */
  first_seen?: string
  /** When a load last brought other values of it: a time in UTC. */
  updated_at?: string
  [field: string]: unknown
}

import type { Organization } from '../format.js'

/** A public register of organizations: the columns of its file, as an organization. */
export interface Register {
  /** The column delimiter. */
  delimiter: string
  /** A label of the WHATWG Encoding Standard. */
  encoding: string
  /**
   * @param row Its cells without surrounding spaces, by the names of the columns; without the empty
   * ones.
   * @returns undefined for a row that is not an organization, or an inactive one.
   */
  organizationOf(row: Readonly<Record<string, string>>): Organization | undefined
}

/** Parts of an address that are not empty, as one line. */
export function joined(parts: readonly (string | undefined)[], separator = ', '): string {
  return parts.filter(Boolean).join(separator)
}

type Optional = { [Field in keyof Organization]?: Organization[Field] | undefined }

/** Only the values that are neither undefined nor empty. */
export function filled(fields: Optional): Partial<Organization> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
}

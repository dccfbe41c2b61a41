import { stateCodes } from '../kit/places/us-states.js'

/** The location of an organization by the extract's STATE and ZIP. */
export interface UsPlace {
  /** ISO 3166-1; absent if the row is ambiguous. */
  country?: string
  region?: string
  zip?: string
}

/**
 * Separate countries that the United States' post serves; their postal code is their ISO 3166-1
 * code.
 */
const served = new Set(['FM', 'MH', 'PW'])

/** The armed forces' post offices, which may be anywhere. */
const military = new Set(['AA', 'AE', 'AP'])

/**
 * Reads STATE and ZIP. An address abroad has no STATE and a ZIP of zeros, and its country is part
 * of CITY, in words: such a row has neither country nor region.
 */
export function usPlace(state: string, zip: string): UsPlace {
  const code = state.toUpperCase()
  const area = /^0*(-0*)?$/.test(zip) ? {} : { zip }
  if (stateCodes.has(code)) return { country: 'US', region: code, ...area }
  if (served.has(code)) return { country: code, ...area }
  if (code === '' || military.has(code)) return area
  return { region: state, ...area } // not a code of the United States, so the row's own value
}

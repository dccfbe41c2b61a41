import { stateCodes } from '../../places/us-states.js'
import { RefusedRow } from '../record/refused-row.js'

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
 * @throws RefusedRow for a ZIP of another form, where STATE is one of the United States' post.
 */
export function usPlace(state: string, zip: string): UsPlace {
  const code = state.toUpperCase()
  const area = /^0*(-0*)?$/.test(zip) ? {} : { zip }
  if (stateCodes.has(code) || served.has(code) || military.has(code)) checkZip(zip)
  if (stateCodes.has(code)) return { country: 'US', region: code, ...area }
  if (served.has(code)) return { country: code, ...area }
  if (code === '' || military.has(code)) return area
  return { region: state, ...area } // not a code of the United States, so the row's own value
}

function checkZip(zip: string): void {
  if (/^(\d{5}(-?\d{4})?|0*(-0*)?)$/.test(zip)) return
  const hint = /^\d{3,4}(-\d*)?$/.test(zip)
    ? ': spreadsheets drop leading zeros, so take the file as it was published'
    : ''
  throw new RefusedRow(`ZIP must be five or nine digits${hint}`)
}

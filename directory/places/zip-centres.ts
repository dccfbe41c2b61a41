import { readFileSync } from 'node:fs'
import { built } from '../../kit/process/product-folder.js'

/** A place on Earth, in degrees. */
export interface Place {
  lat: number
  lon: number
}

/** Made by `npm run build` (dev/places.js): two numbers for each of the codes 00000 to 99999. */
const file = built('directory/places/zip-centres.bin')

/** Unit of the numbers, in degrees: all digits that their source has. */
export const unitsPerDegree = 10_000

let centres: Int32Array | undefined

/** The centre of a United States ZIP code's area, by its five digits; undefined if unknown. */
export function zipCentre(zip: string): Place | undefined {
  if (!/^\d{5}$/.test(zip)) return undefined
  centres ??= readCentres()
  const at = 2 * Number(zip)
  const [lat = 0, lon = 0] = [centres[at], centres[at + 1]]
  return lat === 0 && lon === 0
    ? undefined
    : { lat: lat / unitsPerDegree, lon: lon / unitsPerDegree }
}

function readCentres(): Int32Array {
  const bytes = new Uint8Array(readFileSync(file)) // a copy: its buffer begins at 0
  return new Int32Array(bytes.buffer)
}

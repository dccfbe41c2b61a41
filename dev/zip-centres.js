import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import zipcodes from 'zipcodes'

/**
 * Writes the centres of the United States' ZIP codes as two 16-bit numbers each, in hundredths of a
 * degree: the package that holds them takes 90 MB of memory and a second to load, this file 400 KB.
 * @param file Path of the file (kit/places/zip-centres.ts reads it).
 */
export function writeZipCentres(file) {
  const centres = new Int16Array(2 * 100_000)
  for (const { zip, latitude, longitude } of Object.values(zipcodes.codes)) {
    if (!/^\d{5}$/.test(zip)) continue // the package has Canada's too
    centres[2 * Number(zip)] = Math.round(100 * latitude)
    centres[2 * Number(zip) + 1] = Math.round(100 * longitude)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, new Uint8Array(centres.buffer))
}

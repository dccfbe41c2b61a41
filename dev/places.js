import { mkdirSync, writeFileSync } from 'node:fs'
import zipcodes from 'zipcodes'

/** Codes of the United States; the package has Canada's too. */
const areas = Object.values(zipcodes.codes).filter(({ zip }) => /^\d{5}$/.test(zip))

/** In the units of directory/places/zip-centres.ts. */
const unitsOf = (degrees) => Math.round(10_000 * degrees)

/**
 * Writes the places of the United States for searches and the loader: the package that holds them
 * takes 90 MB of memory and a second to load, these files 800 KB and 990 KB.
 * @param folder Path of their folder (directory/places reads them).
 */
export function writePlaces(folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/zip-centres.bin`, zipCentres())
  writeFileSync(`${folder}/cities.json`, JSON.stringify(cities()))
}

/** The centre of each ZIP code as two 32-bit numbers. */
function zipCentres() {
  const centres = new Int32Array(2 * 100_000)
  for (const { zip, latitude, longitude } of areas)
    centres.set([unitsOf(latitude), unitsOf(longitude)], 2 * Number(zip))
  return new Uint8Array(centres.buffer)
}

/**
 * The centre of each city by its name in lower case and its state, and how many ZIP codes it has.
 */
function cities() {
  const byName = grouped(areas, ({ city }) => city.toLowerCase())
  return mapped(byName, (there) => {
    const byState = grouped(there, ({ state }) => state)
    return mapped(byState, (zips) => [...centreOf(zips), zips.length])
  })
}

/** The values by their keys, in the order of their first. */
function grouped(values, keyOf) {
  const groups = new Map()
  for (const value of values) {
    const key = keyOf(value)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(value)
  }
  return groups
}

const mapped = (entries, change) =>
  Object.fromEntries([...entries].map(([key, value]) => [key, change(value)]))

/** The median: some codes of a city are far from it. */
function centreOf(zips) {
  const median = (name) => zips.map((zip) => zip[name]).sort((a, b) => a - b)[zips.length >> 1]
  return [unitsOf(median('latitude')), unitsOf(median('longitude'))]
}

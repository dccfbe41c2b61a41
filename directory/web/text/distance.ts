/** A unit of distances. */
export interface Unit {
  name: string
  km: number
  /** Of a search around a place until another one is chosen. */
  radius: number
}

export const kilometre: Unit = { name: 'km', km: 1, radius: 25 }
export const mile: Unit = { name: 'mi', km: 1.609_344, radius: 15 }

const coordinates = /^\s*-?\d+(?:\.\d+)?\s*,/

/**
 * What people measure ways in around a place: miles in the United States, where all places are that
 * have a name.
 * @param country Of an organization near it, which decides for coordinates.
 */
export const chooseUnit = (near: string, country?: string): Unit =>
  country === 'US' || !coordinates.test(near) ? mile : kilometre

/** Radiuses to choose from, in kilometres: round numbers of the unit. */
export const listRadiuses = (unit: Unit): number[] =>
  [...new Set([5, 10, unit.radius, 25, 50, 100])].map((value) => toKilometres(value, unit))

/** Of a search around a place until another one is chosen, in kilometres. */
export const getDefaultRadius = (unit: Unit): number => toKilometres(unit.radius, unit)

/** A typed radius, `10mi` or `5km`: its kilometres, and its unit. */
export function parseRadius(text: string): { km: number; unit: Unit } {
  const unit = text.endsWith(mile.name) ? mile : kilometre
  return { km: toKilometres(Number.parseFloat(text), unit), unit }
}

const toKilometres = (value: number, { km }: Unit) => Number((value * km).toFixed(1))

/** `2.3 km`, `41 mi`: whole from ten on. */
export function formatDistance(km: number, { name, km: length } = mile): string {
  const value = km / length
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} ${name}`
}

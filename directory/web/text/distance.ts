/** A unit of distances. */
export interface Unit {
  name: string
  km: number
  /** The default radius of a search around a place, in this unit. */
  radius: number
}

export const kilometre: Unit = { name: 'km', km: 1, radius: 25 }
export const mile: Unit = { name: 'mi', km: 1.609_344, radius: 15 }

const coordinates = /^\s*-?\d+(?:\.\d+)?\s*,/

/**
 * The unit of distances around a place: miles in the United States, kilometres elsewhere. All
 * places with a name are in the United States.
 * @param country Of an organization near it, which decides for coordinates.
 */
export const chooseUnit = (near: string, country?: string): Unit =>
  country === 'US' || !coordinates.test(near) ? mile : kilometre

/** The radiuses to choose from, in kilometres. They are round numbers in the unit. */
export const listRadiuses = (unit: Unit): number[] =>
  [...new Set([5, 10, unit.radius, 25, 50, 100])].map((value) => toKilometres(value, unit))

/** The default radius of a search around a place, in kilometres. */
export const getDefaultRadius = (unit: Unit): number => toKilometres(unit.radius, unit)

/** Parses a radius such as `10mi` or `5km`. */
export function parseRadius(text: string): { km: number; unit: Unit } {
  const unit = text.endsWith(mile.name) ? mile : kilometre
  return { km: toKilometres(Number.parseFloat(text), unit), unit }
}

const toKilometres = (value: number, { km }: Unit) => Number((value * km).toFixed(1))

/** Formats a distance: `2.3 km`, `41 mi`. From ten on it has no decimals. */
export function formatDistance(km: number, { name, km: length } = mile): string {
  const value = km / length
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} ${name}`
}

/** Lengths of units, in kilometres. */
const kilometres = { m: 0.001, km: 1, mi: 1.609_344 } as const
export type LengthUnit = keyof typeof kilometres

/** What callers write behind a number. */
const words: Readonly<Record<LengthUnit, string>> = {
  m: 'm|met(?:er|re)s?',
  km: 'km|kilomet(?:er|re)s?',
  mi: 'mi|miles?',
}
export const lengthUnits = Object.keys(kilometres) as LengthUnit[]
const named = new RegExp(
  `^(\\S*?) ?(?:${lengthUnits.map((unit) => `(${words[unit]})`).join('|')})$`,
  'i',
)

/** A number, alone or with a unit of length: `10`, `10mi`, `2.5 km`; for JSON Schema. */
export const lengthPattern = `^\\d{1,15}(\\.\\d{1,15})?( ?(${Object.values(words).join('|')}))?$`

export const isLength = (unit: string | undefined): unit is LengthUnit =>
  unit !== undefined && Object.hasOwn(kilometres, unit)

/** A text such as `10 miles` as its number and the factor that makes it one of a unit. */
export function lengthIn(text: string, unit: LengthUnit): { number: string; factor: number } {
  const [, number = text, ...found] = named.exec(text) ?? []
  const own = lengthUnits[found.findIndex((word) => word !== undefined)] ?? unit
  return { number, factor: kilometres[own] / kilometres[unit] }
}

/** Where an axis up to a value has lines: at its ends, and half way where that is a whole number. */
export function ticksOf(value: number): number[] {
  const top = ceilingOf(value)
  return [0, top / 2, top].filter(Number.isInteger)
}

/** The next of 1, 2, 5, 10, 20, … that is not below: what an axis ends with. */
export function ceilingOf(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}

/**
 * The shortest decimal that means a 32-bit float, as Java prints it: 1.1 rather than
 * 1.100000023841858.
 */
export function shortest(float: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits))
    if (Math.fround(short) === float) return short
  }
  return float
}

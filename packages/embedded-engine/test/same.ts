/**
 * Equal, numbers to 1e-5 of themselves; a bigint is the number that JSON.parse makes of its digits.
 */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'bigint') return same(Number(a), b)
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= 1e-5 * Math.max(Math.abs(a), Math.abs(b))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = new Set([...Object.keys(x), ...Object.keys(y)])
  return [...keys].every((key) => same(x[key], y[key]))
}

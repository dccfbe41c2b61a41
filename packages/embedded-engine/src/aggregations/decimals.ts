import { illegalArgument, unsupported } from '../errors.js'

/**
 * `prefix`, whole digits (`#,##0`), a fraction (`.00##`), `suffix`: the shapes of
 * java.text.DecimalFormat taken here.
 */
const shape =
  /^([^#0.,;'%E\u2030\u00a4-]*)((?:[#,]*)(?:[0,]*))(?:\.(0*)(#*))?(%?)([^#0.,;'%\u2030\u00a4]*)$/

/**
 * A number as Java prints a double: `4.0`, `1.0E7`, `1.0E-4`.
 */
export function javaDouble(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || (size >= 1e-3 && size < 1e7))
    return Number.isInteger(value) ? value.toFixed(1) : String(value)
  const [digits, exponent] = value.toExponential().split('e') as [string, string]
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`
}

/**
 * Compiles a number format, `0.00` or `#,##0.0%`.
 * @throws EngineError illegal_argument_exception for a shape that is not taken.
 */
export function decimalFormat(pattern: string): (value: number) => string {
  const match = shape.exec(pattern)
  if (match === null || (match[2] === '' && match[3] === undefined)) {
    throw isMalformed(pattern)
      ? illegalArgument(`Malformed pattern "${pattern}"`)
      : unsupported('this number format')
  }
  const [, prefix = '', whole = '', zeros = '', hashes = '', percent = '', suffix = ''] = match
  const comma = whole.lastIndexOf(',')
  const grouping = comma < 0 ? 0 : whole.length - comma - 1
  const noZero = !pattern.includes('0') && hashes !== ''
  // `#.#` shows a zero before the point
  const leastWhole = noZero ? 1 : whole.replace(/[#,]/g, '').length
  const leastFraction = zeros.length
  const mostFraction = leastFraction + hashes.length

  return (value) => {
    if (Number.isNaN(value)) return 'NaN'
    const rounded = halfEven(Math.abs(percent === '' ? value : value * 100), mostFraction)
    let [units = '', fraction = ''] = rounded.split('.')
    while (fraction.length > leastFraction && fraction.endsWith('0'))
      fraction = fraction.slice(0, -1)
    fraction = fraction.padEnd(leastFraction, '0')
    units = units.replace(/^0+/, '').padStart(leastWhole, '0')
    if (units === '' && fraction === '') units = '0'
    if (grouping > 0) units = units.replace(new RegExp(`\\B(?=(\\d{${grouping}})+$)`, 'g'), ',')
    const sign = value < 0 || Object.is(value, -0) ? '-' : ''
    return `${sign}${prefix}${units}${fraction === '' ? '' : `.${fraction}`}${percent}${suffix}`
  }
}

/**
 * Whether Java could not read it either: several points, or a digit that must be before one that
 * may be.
 */
function isMalformed(pattern: string): boolean {
  const [whole = '', fraction = '', ...more] = pattern
    .replace(/'[^']*'/g, '')
    .split(';', 1)[0]!
    .split('.')
  return more.length > 0 || /0.*#/.test(whole) || /#.*0/.test(fraction)
}

/** To this many decimals; an exact half goes to the even neighbour, as Java rounds. */
function halfEven(value: number, decimals: number): string {
  const short = plain(value)
  if ((short.split('.')[1] ?? '').length <= decimals) return short
  const exact = value.toFixed(100)
  const cut = exact.length - 100 + decimals
  if (!/^50*$/.test(exact.slice(cut))) return value.toFixed(decimals)
  const below = exact.slice(0, cut).replace(/\.$/, '')
  return /[02468]$/.test(below) ? below : value.toFixed(decimals)
}

/**
 * The shortest digits that mean this number, without an exponent: Java fills up with zeros, not
 * with more digits.
 */
function plain(value: number): string {
  const [mantissa = '', exponent] = value.toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(exponent) + 1
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return point >= digits.length
    ? digits.padEnd(point, '0')
    : `${digits.slice(0, point)}.${digits.slice(point)}`
}

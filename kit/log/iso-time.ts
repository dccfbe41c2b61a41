/** The last formatted second, and its full text up to the milliseconds. */
let second = Number.NaN
let beginning = ''

/** Milliseconds as written after the point. */
const fractions = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))

/** Like `Date.toISOString`, in a tenth of the time within the same second as the previous call. */
export function isoTime(ms: number): string {
  const ofThis = Math.floor(ms / 1000)
  if (ofThis !== second) {
    second = ofThis
    beginning = new Date(ms).toISOString().slice(0, -'000Z'.length)
  }
  return `${beginning}${fractions[ms - ofThis * 1000]}Z`
}

/** The second that was told last, and its time in full up to the milliseconds. */
let second = Number.NaN
let beginning = ''

/** Milliseconds as they stand behind the point. */
const fractions = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'))

/** As `Date.toISOString` tells it, in a tenth of the time where the second is that of the call before. */
export function isoTime(ms: number): string {
  const ofThis = Math.floor(ms / 1000)
  if (ofThis !== second) {
    second = ofThis
    beginning = new Date(ms).toISOString().slice(0, -'000Z'.length)
  }
  return `${beginning}${fractions[ms - ofThis * 1000]}Z`
}

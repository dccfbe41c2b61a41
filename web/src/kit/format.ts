const whole = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const calendarMonth = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** 12,345; fractions are rounded. */
export const formatCount = (value: number): string => whole.format(Math.round(value))
/** 12.3K */
export const formatCompact = (value: number): string => short.format(value)
/** `−$5`. Amounts of other countries have no sign, because their currency is not known. */
export const formatAmount = (
  value: number,
  country: unknown,
  show: (value: number) => string,
): string => `${value < 0 ? '−' : ''}${country === 'US' ? '$' : ''}${show(Math.abs(value))}`
/** Nov 25, 2026 of `2026-11-25`, Nov 2026 of `2026-11`: without a zone. */
export const formatCalendarDate = (text: string): string =>
  (text.length > 7 ? calendarDay : calendarMonth).format(new Date(text))
/** Nov 25, 2026 */
export const formatDate = (iso: string): string => day.format(new Date(iso))
/** Nov 25, 2026, 7:30 PM */
export const formatTime = (iso: string): string => minute.format(new Date(iso))

/** `1 key`, `2 keys`. */
export function formatCounted(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? '' : 's'}`
}

const units: readonly [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** In the largest unit that fits: `2 hours`. */
export function formatDuration(seconds: number): string {
  const [name, length] = units.find(([, unit]) => seconds >= unit) ?? units[3]!
  return formatCounted(Math.round(seconds / length), name)
}

const sizes = ['B', 'KB', 'MB', 'GB', 'TB']

/** 1.5 MB, in powers of 1,000. */
export function formatBytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(value) / 3))
  const scaled = value / 1000 ** power
  return `${scaled < 10 && power > 0 ? scaled.toFixed(1) : Math.round(scaled)} ${sizes[power]}`
}

/** `per minute`, `per 30 days`. */
export function formatPeriod(seconds: number): string {
  return `per ${formatDuration(seconds).replace(/^1 /, '')}`
}

/** A text as one word of a POSIX shell. */
export const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

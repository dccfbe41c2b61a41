/** A bound that protects users, and what was seen of it. */
export interface Goal {
  what: string
  seen: string
  goal: string
  isMet: boolean
}

/** Prints what was seen, and reports it to bench/chaos.ts. */
function reportGoal(goal: Goal): void {
  console.log(`  ${goal.what}: ${goal.seen} (goal: ${goal.goal}${goal.isMet ? '' : ', MISSED'})`)
  process.send?.(goal)
}

export function atMost(what: string, seen: number, most: number, unit = ''): void {
  const goal = `≤ ${amountText(most, unit)}`
  reportGoal({ what, seen: amountText(seen, unit), goal, isMet: seen <= most })
}

/** A number of things that must not happen. */
export function expectNone(what: string, seen: number): void {
  reportGoal({ what, seen: String(seen), goal: '0', isMet: seen === 0 })
}

/** All of them as a table of Markdown. */
export function goalTable(all: readonly Goal[]): string {
  const rows = all.map(({ what, seen, goal, isMet }) => [
    what,
    seen,
    goal,
    isMet ? 'met' : 'MISSED',
  ])
  return markdown(['Goal', 'Seen', 'Wanted', ''], rows)
}

/** A table of Markdown. */
export function markdown(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

/** The value that a share (0 to 1) of the samples does not exceed; NaN when there are none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Median and spread of milliseconds, for a line of output. */
export function spread(samplesMs: readonly number[]): string {
  const at = (share: number) => percentile(samplesMs, share).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`
}

/** How wide the middle half of samples may be, as a share of their median. */
const steady = 0.25

/** Of fewer samples, a middle half says nothing. */
const fewest = 5

/**
 * A figure of a comparison: the median and the middle half of its samples. Where the middle half is
 * wider than a quarter of the median, it is no figure.
 */
export function figureOf(samples: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => percentile(samples, share)) as [
    number,
    number,
    number,
  ]
  const isSteady = high - low <= steady * Math.abs(middle)
  const figure = samples.length < fewest ? 'too few' : isSteady ? numberText(middle) : 'too noisy'
  return `${figure} (${numberText(low)} to ${numberText(high)})`
}

/** A number as people read it. */
function numberText(value: number): string {
  return value.toFixed(Number.isInteger(value) || Math.abs(value) >= 10 ? 0 : 2)
}

function amountText(value: number, unit: string): string {
  return `${numberText(value)}${unit && ` ${unit}`}`
}

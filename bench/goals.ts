/** A promise in figures, and what was seen of it. */
export interface Goal {
  what: string
  seen: string
  goal: string
  isMet: boolean
}

/** Prints what was seen of a promise, and tells whoever started this bench (bench/chaos.ts). */
export function tell(goal: Goal): void {
  console.log(`  ${goal.what}: ${goal.seen} (goal: ${goal.goal}${goal.isMet ? '' : ', MISSED'})`)
  process.send?.(goal)
}

/** A figure that may be so great at most. */
export function atMost(what: string, seen: number, most: number, unit = ''): void {
  tell({ what, seen: told(seen, unit), goal: `≤ ${told(most, unit)}`, isMet: seen <= most })
}

/** A figure that may be so small at least. */
export function atLeast(what: string, seen: number, least: number, unit = ''): void {
  tell({ what, seen: told(seen, unit), goal: `≥ ${told(least, unit)}`, isMet: seen >= least })
}

/** A number of things that should not be at all. */
export function none(what: string, seen: number): void {
  tell({ what, seen: String(seen), goal: '0', isMet: seen === 0 })
}

function told(figure: number, unit: string): string {
  const digits = Number.isInteger(figure) ? 0 : Math.abs(figure) < 10 ? 2 : 0
  return `${figure.toFixed(digits)}${unit && ` ${unit}`}`
}

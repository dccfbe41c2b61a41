/** A promise in figures, and what was seen of it. */
export interface Goal {
  what: string
  seen: string
  goal: string
  isMet: boolean
}

/** All that this process has reported. */
export const goals: Goal[] = []

/** Prints what was seen of a promise, and reports it to bench/chaos.ts. */
export function reportGoal(goal: Goal): void {
  goals.push(goal)
  console.log(`  ${goal.what}: ${goal.seen} (goal: ${goal.goal}${goal.isMet ? '' : ', MISSED'})`)
  process.send?.(goal)
}

/** A figure that may be so great at most. */
export function atMost(what: string, seen: number, most: number, unit = ''): void {
  reportGoal({
    what,
    seen: amountText(seen, unit),
    goal: `≤ ${amountText(most, unit)}`,
    isMet: seen <= most,
  })
}

/** A figure that may be so small at least. */
export function atLeast(what: string, seen: number, least: number, unit = ''): void {
  reportGoal({
    what,
    seen: amountText(seen, unit),
    goal: `≥ ${amountText(least, unit)}`,
    isMet: seen >= least,
  })
}

/** A number of things that should not be at all. */
export function expectNone(what: string, seen: number): void {
  reportGoal({ what, seen: String(seen), goal: '0', isMet: seen === 0 })
}

/** All of them as a table of Markdown. */
export function goalTable(all: readonly Goal[]): string {
  const lines = all.map(
    ({ what, seen, goal, isMet }) =>
      `| ${what} | ${seen} | ${goal} | ${isMet ? 'met' : 'MISSED'} |`,
  )
  return ['| Goal | Seen | Wanted | |', '|---|---|---|---|', ...lines].join('\n')
}

/** A number as people read it. */
export function figure(value: number): string {
  return value.toFixed(Number.isInteger(value) || Math.abs(value) >= 10 ? 0 : 2)
}

function amountText(value: number, unit: string): string {
  return `${figure(value)}${unit && ` ${unit}`}`
}

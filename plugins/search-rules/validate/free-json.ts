import { inexact, isExact } from './leaf.js'
import type { Findings } from './report.js'

/** Judges a value of any form, whose numbers must be exact. */
export function judgeJson(value: unknown, depth: number, found: Findings): void {
  if (typeof value === 'number' && !isExact(value)) found.refuse(depth, inexact)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) found.members++
    found.enter(depth, key)
    judgeJson(item, depth + 1, found)
  }
}

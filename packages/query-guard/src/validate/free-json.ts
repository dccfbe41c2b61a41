import { inexact, isExact } from './leaf.js'
import type { Report } from './report.js'

/** Validates a value of any form, whose numbers must be exact. */
export function validateJson(value: unknown, depth: number, report: Report): void {
  if (typeof value === 'number' && !isExact(value)) report.refuse(depth, inexact)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) report.members++
    report.enter(depth, key)
    validateJson(item, depth + 1, report)
  }
}

import { type Document, visit } from 'yaml'
import type { Violation } from './diagnostics.js'
import { toSpan } from './places.js'
import type { ReportAt } from './variables.js'

const remedy =
  'write decimal digits alone, without sign +, exponent or needless zeros; in quotes if it is text'

/**
 * The message for a number in another notation. It does not contain the value, which may be a
 * secret.
 */
export const unplainNumber: Violation = {
  rule: 'yaml-number',
  message: 'this number is not in plain decimal form',
  remedy,
}

/** Whether a text is this number in plain decimal form. */
export function isPlainNumber(text: string, value: number): boolean {
  return text === String(value) && /^-?\d+(\.\d+)?$/.test(text)
}

/**
 * Reports numbers that YAML reads as something else than they look, or that lose digits: `0o17`,
 * `010` (8 in YAML 1.1, 10 in 1.2), `1e3`, `1.0`, a key of the engine that is all digits. Keys of
 * mappings are text and pass.
 */
export function findUnplainNumbers(document: Document, report: ReportAt): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'number') return
      if (!isPlainNumber(node.source ?? '', node.value)) report(toSpan(node), unplainNumber)
    },
  })
}

import type { Docs, IndexView } from '../types.js'
import type { Field } from './fields.js'

/** Kahan's sum, as Elasticsearch adds up, so that the last digits agree. */
export class CompensatedSum {
  value = 0
  #delta = 0

  add(value: number): void {
    const corrected = value + this.#delta
    const updated = this.value + corrected
    this.#delta = corrected - (updated - this.value)
    this.value = updated
  }
}

/** What a set of numbers comes to. */
export interface Moments {
  count: number
  sum: number
  sumOfSquares: number
  /** Infinity when there are none. */
  min: number
  /** -Infinity when there are none. */
  max: number
}

/** Of every value of a field in these documents. */
export function momentsOf(field: Field, view: IndexView, docs: Docs): Moments {
  const sum = new CompensatedSum()
  const squares = new CompensatedSum()
  let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const doc of docs) {
    for (const value of field.numbers(view, doc)) {
      count++
      sum.add(value)
      squares.add(value * value)
      if (value < min) min = value
      if (value > max) max = value
    }
  }
  return { count, sum: sum.value, sumOfSquares: squares.value, min, max }
}

/** Of several indices together. */
export function mergeMoments(parts: Moments[]): Moments {
  const sum = new CompensatedSum()
  const squares = new CompensatedSum()
  let [count, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const part of parts) {
    count += part.count
    sum.add(part.sum)
    squares.add(part.sumOfSquares)
    min = Math.min(min, part.min)
    max = Math.max(max, part.max)
  }
  return { count, sum: sum.value, sumOfSquares: squares.value, min, max }
}

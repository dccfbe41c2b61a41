import type { Shape } from './shape.js'

/** Decisions that a new configuration would make otherwise. */
export interface ReplayReport {
  /** Kept decisions. */
  requests: number
  flipped: number
  flips: Flip[]
  /** What could not be decided again, in sentences. */
  notJudged?: string[]
}

/** Requests that a rule decides otherwise. */
export interface Flip {
  pipeline: string
  /** Policy. */
  step: string
  /** The parameter that decides. */
  rule: string
  /** Where it is written, `gateway.config.yml:12`. */
  place?: string
  /** `passes`, or the code of the error. */
  from: string
  to: string
  count: number
  example: Shape
}

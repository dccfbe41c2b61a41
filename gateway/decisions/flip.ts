import type { Path } from '../../kit/config/yaml/diagnostics.js'
import type { Shape } from './shape.js'

/** Decisions that a new configuration would make otherwise. */
export interface ReplayReport {
  /** How many were replayed. */
  requests: number
  /** How many of them the new configuration decides otherwise. */
  flipped: number
  /** The most frequent first. */
  flips: Flip[]
  /** What it cannot judge, one sentence each. */
  notJudged?: string[]
}

/** Requests that a rule of the new configuration, or of the old one, decides otherwise. */
export interface Flip {
  pipeline: string
  /** The policy of the step, or `apiEndpoints` for what no step decides. */
  step: string
  /** The parameter, such as `limits.size`, or the name of an endpoint. */
  rule: string
  /** Where the new configuration has it, `gateway.config.yml:12`; absent: it is gone. */
  place?: string
  /** `passes`, or the code. */
  from: string
  to: string
  count: number
  /** One of them. */
  example: Shape
}

/** What a configuration decides about a request. */
export interface Decision {
  /** Absent: it passes. */
  code?: string
  /** Absent: no pipeline takes it. */
  pipeline?: string
  /** Absent: no route takes it. */
  endpoint?: string
  cost?: number
  /** What refuses it; absent: no step does. */
  by?: DecidingRule
}

/** A parameter of a step. */
export interface DecidingRule {
  pipeline: string
  /** The policy. */
  step: string
  /** Of several steps of one policy; a limit by its name. */
  name: string
  /** From the parameters of the step on; empty: the step as a whole. */
  path: Path
}

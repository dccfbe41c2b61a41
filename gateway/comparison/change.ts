/** What a change of the configuration does to requests. */
export type Effect = 'allows' | 'refuses' | 'changes'

/** A difference between two configurations, by its meaning. */
export interface Change {
  effect: Effect
  /** Pipeline, upstream or other part of the configuration that it is about. */
  part: string
  /** One sentence, such as `visitors may call GET /organizations`. */
  text: string
  /** Where the new configuration says so, `gateway.config.yml:12`; absent: it is gone. */
  place?: string
}

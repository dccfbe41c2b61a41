/**
 * Why Elasticsearch refuses a query, in our words. This folder is the only place that identifies an
 * error by its message: Elasticsearch's types are too coarse (most are
 * `illegal_argument_exception`). For an unknown reason the caller only loses our wording.
 */
export interface KnownReason {
  /**
   * Pattern of the reason. Groups find the place in the caller's body: `field`, a field's name;
   * `value`, the value of a field or a key; `part`, a part of that; `key`, a key; `inside`, a
   * clause or an aggregation around the place.
   */
  pattern: RegExp
  /** Keys at which the place is searched, if the reason names none. */
  at?: readonly string[]
  /** Keys of which one must lead to the place. */
  under?: readonly string[]
  /**
   * Shown to the caller after the place: the problem and its fix. `{field}` is the name, if the
   * caller wrote it.
   */
  message: string
  /** Whether `forms` has a better text for the key at the place. */
  byKey?: true
}

/**
 * Why Elasticsearch refuses a query, in our words. This folder is the one place of the project that knows an error by its
 * message: Elasticsearch's types are too coarse (most are `illegal_argument_exception`). A reason that it does not know
 * costs the caller our wording, nothing else.
 */
export interface KnownReason {
  /**
   * What the reason looks like. Groups find the place in the caller's body: `field`, a field's name; `value`, what a field
   * or a key was given; `part`, a part of that; `key`, a key; `inside`, a clause or an aggregation around the place.
   */
  says: RegExp
  /** Keys at which the place is looked for, where the reason names none. */
  at?: readonly string[]
  /** Keys of which one must lead to the place. */
  under?: readonly string[]
  /** What the caller is told behind the place: what is wrong, and the remedy. `{field}` is the name, if the caller wrote it. */
  told: string
  /** Whether `forms` knows better by the key at the place. */
  byKey?: true
}

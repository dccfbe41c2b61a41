/**
 * JSON Schema of an option. Its text is shown to operators. `more` says whether more of it allows
 * more searches, and `says` how items that are new and gone are told.
 */
export type OptionSchema = {
  description: string
  type?: string | string[]
  default?: unknown
  /** The code of the searches that it refuses. */
  refuses?: 'VALIDATION_ERROR'
  more?: 'allows' | 'refuses'
  says?: readonly [string, string]
  /** Whether an item covers those that begin with it. */
  isPrefix?: true
  /** Whether a list that is not written has everything. */
  isAllWithout?: true
  /** Whether callers must not learn it. */
  writeOnly?: boolean
} & Record<string, unknown>

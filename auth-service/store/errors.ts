/** A record of that id is there already. */
export class ConflictError extends Error {
  override name = 'ConflictError'
}

/**
 * Why a store cannot do what it is asked:
 * - `away`: it cannot be reached, read or written;
 * - `full`: there is no room left for what it should write;
 * - `busy`: too many change the same thing at once.
 */
export type StoreFailure = 'away' | 'full' | 'busy'

/**
 * The store failed, through nobody's mistake in the request: the same call may succeed later. The message is for the
 * operator: it names the file or the index.
 */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly reason: StoreFailure

  constructor(reason: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A record of that id exists already. */
export class ConflictError extends Error {
  override name = 'ConflictError'
}

/**
 * Why a store cannot perform a call:
 * - `away`: it cannot be reached, read or written;
 * - `full`: there is no room left for the write;
 * - `busy`: too many change the same record at once.
 */
export type StoreFailure = 'away' | 'full' | 'busy'

/**
 * The store failed, without a mistake in the request: the same call may succeed later. The message
 * is for the operator: it names the file or the index.
 */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly reason: StoreFailure

  constructor(reason: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

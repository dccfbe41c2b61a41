/**
 * The records of each owner, so that listing or counting them does not scan those of all owners.
 */
export class OwnerIndex<R extends object> {
  readonly #owners = new Map<number, Map<string, R>>()

  constructor(records: ReadonlyMap<string, R>) {
    for (const [id, record] of records) this.put(id, undefined, record)
  }

  /**
   * Records that a record was created (no `before`), changed, or removed (no `after`). Ignores
   * records without an owner.
   */
  put(id: string, before: R | undefined, after: R | undefined): void {
    const owner = getOwner(before ?? after)
    if (owner === undefined) return
    const records = this.#owners.get(owner) ?? new Map<string, R>()
    this.#owners.set(owner, records)
    if (after) records.set(id, after)
    else records.delete(id)
    if (records.size === 0) this.#owners.delete(owner)
  }

  listRecords(owner: number): ReadonlyMap<string, R> {
    return this.#owners.get(owner) ?? new Map()
  }
}

/** Owners never change. */
function getOwner(record: object | undefined): number | undefined {
  return record && 'ownerId' in record && typeof record.ownerId === 'number'
    ? record.ownerId
    : undefined
}

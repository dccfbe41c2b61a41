/** Why a row is not loaded, in words for the author of the file. */
export class RefusedRow extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RefusedRow'
  }
}

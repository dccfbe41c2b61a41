/** Why a load could not go on, although nothing is wrong with its files: it can be resumed. */
export class Interrupted extends Error {}

/** The operator has asked for it. */
export const askedToEnd = () => new Interrupted('it was stopped')

/** The same for the operator. @param remains What remains of the load. */
export function interruption({ message }: Interrupted, remains: string): Error {
  return new Error(`${message}; ${remains}; to go on, run the same command with --resume`)
}

/** Total bytes of several chunks. */
export function byteLength(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

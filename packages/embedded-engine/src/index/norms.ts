/** Bytes that the four-bit code of an int leaves free: lengths below are kept exactly. */
const freeValues = 255 - toFourBits(2 ** 31 - 1)

/** Lengths by their byte. */
export const decodedLengths: Float64Array = Float64Array.from({ length: 256 }, (_, byte) =>
  byte < freeValues ? byte : freeValues + fromFourBits(byte - freeValues),
)

/**
 * The length of a field in one byte, as Lucene's SmallFloat.intToByte4 keeps it: exact up to 39
 * words, then with four significant bits. Scores depend on it, so it must round just as Lucene
 * does.
 */
export function encodeLength(words: number): number {
  return words < freeValues ? words : freeValues + toFourBits(words - freeValues)
}

function toFourBits(value: number): number {
  const bits = 32 - Math.clz32(value)
  if (bits < 4) return value
  const shift = bits - 4
  return ((value >>> shift) & 7) | ((shift + 1) << 3)
}

function fromFourBits(encoded: number): number {
  const shift = (encoded >>> 3) - 1
  return shift < 0 ? encoded & 7 : ((encoded & 7) | 8) * 2 ** shift
}

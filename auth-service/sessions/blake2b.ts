/**
 * BLAKE2b (RFC 7693) without a key, for PASERK ids, which need 33 bytes of output: OpenSSL offers only 64, and the
 * length is part of what is hashed. A handful of calls in the life of a process, hence the plain bigint form.
 */
const iv = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const

/** RFC 7693 section 2.7; rounds 10 and 11 repeat the first two. */
const sigma = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const

const mixes = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

const blockBytes = 128
const u64 = (value: bigint) => BigInt.asUintN(64, value)
const rotated = (value: bigint, bits: bigint) => u64((value >> bits) | (value << (64n - bits)))

/** @param outputBytes 1 to 64. */
export function blake2b(input: Buffer, outputBytes: number): Buffer {
  const state: bigint[] = [...iv]
  state[0]! ^= 0x01010000n ^ BigInt(outputBytes)
  const blocks = Math.max(1, Math.ceil(input.length / blockBytes))
  const padded = Buffer.alloc(blocks * blockBytes)
  input.copy(padded)
  for (let block = 0; block < blocks; block++) {
    const start = block * blockBytes
    const words = Array.from({ length: 16 }, (_, word) => padded.readBigUInt64LE(start + 8 * word))
    compress(state, words, BigInt(Math.min(input.length, start + blockBytes)), block === blocks - 1)
  }
  const output = Buffer.alloc(64)
  state.forEach((word, i) => {
    output.writeBigUInt64LE(word, 8 * i)
  })
  return output.subarray(0, outputBytes)
}

function compress(state: bigint[], words: readonly bigint[], count: bigint, last: boolean): void {
  const v: bigint[] = [...state, ...iv]
  v[12]! ^= count
  if (last) v[14] = u64(~v[14]!)
  for (let round = 0; round < 12; round++) {
    const order = sigma[round % 10]!
    mixes.forEach(([a, b, c, d], i) => {
      v[a] = u64(v[a]! + v[b]! + words[order[2 * i]!]!)
      v[d] = rotated(v[d]! ^ v[a]!, 32n)
      v[c] = u64(v[c]! + v[d]!)
      v[b] = rotated(v[b]! ^ v[c]!, 24n)
      v[a] = u64(v[a]! + v[b]! + words[order[2 * i + 1]!]!)
      v[d] = rotated(v[d]! ^ v[a]!, 16n)
      v[c] = u64(v[c]! + v[d]!)
      v[b] = rotated(v[b]! ^ v[c]!, 63n)
    })
  }
  for (let i = 0; i < 8; i++) state[i]! ^= v[i]! ^ v[i + 8]!
}

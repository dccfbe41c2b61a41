import { crc32 } from 'node:zlib'

/** What a log holds up to its first damage. */
export interface Frames {
  payloads: Buffer[]
  /** Bytes of the whole frames; what follows is no frame. */
  wholeBytes: number
}

/** A payload as a log holds it: a line with its length and its checksum, then its bytes. */
export function frameOf(payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${payload.length} ${checksum(payload)}\n`), payload])
}

/** The frames of a log, up to its end or to one that is cut off or damaged. */
export function readFrames(log: Buffer): Frames {
  const payloads: Buffer[] = []
  let at = 0
  for (;;) {
    const headEnd = log.indexOf(newline, at)
    const head =
      headEnd < 0 ? undefined : /^(\d+) ([0-9a-f]+)$/.exec(log.toString('latin1', at, headEnd))
    if (!head) break
    const end = headEnd + 1 + Number(head[1])
    const payload = log.subarray(headEnd + 1, end)
    if (end > log.length || checksum(payload) !== head[2]) break
    payloads.push(payload)
    at = end
  }
  return { payloads, wholeBytes: at }
}

const newline = 10

function checksum(payload: Buffer): string {
  return crc32(payload).toString(16)
}

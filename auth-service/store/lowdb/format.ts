import { crc32 } from 'node:zlib'
import { kinds, type RecordKind, type Records } from '../store.js'

/** Everything in the store, by kind and id. */
export type StoreData = { [K in RecordKind]: Map<string, Records[K]> }

const format = 1
const begin = '"records":[\n'
const between = ',\n'
/** A last item that is not a record, so that every record's line ends alike. */
const end = '[]]}\n'

/** A record as written in the file, with its checksum. */
interface RecordLine {
  bytes: Uint8Array
  crc32: number
}

export function emptyData(): StoreData {
  return Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as StoreData
}

/** Writes the store as JSON, a record per line, with a checksum. */
export class Rendering {
  /** The line of each record: serialized once, since records never change. */
  readonly #lines = new WeakMap<object, RecordLine>()
  #buffer = new Uint8Array()

  /** The file's bytes, in a buffer that the next call reuses. */
  render(data: StoreData): Uint8Array {
    const lines: RecordLine[] = []
    for (const kind of kinds)
      for (const [id, record] of data[kind]) lines.push(this.#line(kind, id, record))
    const sums = new Uint32Array(lines.length)
    let size = 0
    lines.forEach(({ bytes, crc32 }, i) => {
      sums[i] = crc32
      size += bytes.length
    })
    const head = Buffer.from(`{"format":${format},"crc32":${checksum(sums)},${begin}`)
    size += head.length + end.length
    if (this.#buffer.length < size) this.#buffer = new Uint8Array(2 * size)
    let at = 0
    const put = (bytes: Uint8Array) => {
      this.#buffer.set(bytes, at)
      at += bytes.length
    }
    put(head)
    for (const { bytes } of lines) put(bytes)
    put(Buffer.from(end))
    return this.#buffer.subarray(0, size)
  }

  #line(kind: RecordKind, id: string, record: object): RecordLine {
    let line = this.#lines.get(record)
    if (line === undefined) {
      line = toLine(JSON.stringify([kind, id, record]))
      this.#lines.set(record, line)
    }
    return line
  }
}

function toLine(json: string): RecordLine {
  const bytes = Buffer.from(`${json}${between}`)
  return { bytes, crc32: crc32(bytes) }
}

/**
 * The checksum of the file is that of its lines' checksums, so that a change costs only its own
 * line.
 */
function checksum(sums: Uint32Array): number {
  return crc32(new Uint8Array(sums.buffer))
}

/** Parses a rendered text. @throws Error naming the problem with the text. */
export function parse(text: string): StoreData {
  const from = text.indexOf(begin)
  if (from < 0 || !text.endsWith(end)) throw new Error('it is cut')
  const file = parseJson(text)
  if (file.format !== format) throw new Error(`its format is not ${format}`)
  const lines = text
    .slice(from + begin.length, -end.length)
    .split(between)
    .slice(0, -1)
  if (file.crc32 !== checksum(Uint32Array.from(lines, (json) => toLine(json).crc32))) {
    throw new Error('its checksum is wrong')
  }
  const data = emptyData()
  for (const [kind, id, record] of file.records.slice(0, -1))
    (data[kind] as Map<string, unknown>).set(id, record)
  return data
}

function parseJson(text: string): {
  format: unknown
  crc32: unknown
  records: [RecordKind, string, unknown][]
} {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

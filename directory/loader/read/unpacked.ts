import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Signatures of other files that may be mistaken for tables, with what to do instead. */
const foreign: readonly { begin: Buffer; advice: string }[] = [
  {
    begin: hex('504b0304'),
    advice: 'a zip archive: unpack it (unzip), or save the spreadsheet as CSV',
  },
  { begin: hex('504b0506'), advice: 'an empty zip archive' },
  { begin: hex('d0cf11e0a1b11ae1'), advice: 'a spreadsheet (.xls): save it as CSV' },
  { begin: Buffer.from('BZh'), advice: 'compressed with bzip2: unpack it (bunzip2)' },
  { begin: hex('fd377a585a00'), advice: 'compressed with xz: unpack it (unxz)' },
  { begin: hex('28b52ffd'), advice: 'compressed with zstd: unpack it (unzstd)' },
  { begin: hex('377abcaf271c'), advice: 'a 7z archive: unpack it (7z x)' },
  { begin: Buffer.from('PAR1'), advice: 'a Parquet file: write it as NDJSON' },
  { begin: Buffer.from('%PDF'), advice: 'a PDF' },
  { begin: Buffer.from('<'), advice: 'HTML or XML, perhaps the error page of a download' },
]

const gzip = hex('1f8b') // RFC 1952

/**
 * The bytes of a file; those inside a gzip file, detected by its content.
 * @throws Error for a file of another kind, and for truncated or damaged gzip data.
 */
export async function* unpacked(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = await begin(bytes)
  if (!startsWith(first, gzip)) return yield* refuseForeign(first, bytes)
  const inner = gunzip(prepend(first, bytes))
  const firstInner = await begin(inner)
  if (startsWith(firstInner, gzip))
    throw new Error('it is compressed twice: unpack it once (gunzip)')
  yield* refuseForeign(firstInner, inner)
}

/** Enough bytes to detect their kind, or all. */
async function begin(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first = Buffer.alloc(0)
  while (first.length < 512) {
    const { value, done } = await bytes.next()
    if (done) break
    first = Buffer.concat([first, value])
  }
  return first
}

function refuseForeign(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const kind = foreign.find(({ begin }) => startsWith(first, begin))
  if (kind !== undefined) throw new Error(`it is ${kind.advice}`)
  return prepend(first, rest)
}

async function* gunzip(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // a failure is thrown while reading
  const unzipped = pipeline(Readable.from(bytes), createGunzip(), () => {})
  try {
    for await (const chunk of unzipped) yield chunk as Buffer
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!code.startsWith('Z_')) throw error
    const what = code === 'Z_BUF_ERROR' ? 'cut off' : 'damaged'
    throw new Error(`its gzip data is ${what} (${message}): fetch it again`)
  }
}

function startsWith(bytes: Buffer, begin: Buffer): boolean {
  return bytes.subarray(0, begin.length).equals(begin)
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex')
}

/** Yields the first item, which was read for inspection, and then the rest. */
export async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

import { isUtf8 } from 'node:buffer'
import { prepend } from './unpacked.js'

/** Replaces bytes that are not UTF-8: half of a surrogate pair, which no decoder produces. */
const unreadable = '\udc80'

/** Bytes after which a line without an end is cut: it is refused as too long anyway. */
const longestPiece = 8 * 1024 * 1024

const byteOrderMarks: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'utf-32', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** Why a row with `isUnreadable` is refused. */
export const notUtf8 =
  'its bytes are not UTF-8, probably Windows-1252 or Latin-1: convert the file' +
  ' (iconv -f WINDOWS-1252 -t UTF-8), or add --encoding windows-1252'

/** Whether a text is a label of the WHATWG Encoding Standard. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/**
 * The text of a file. A byte order mark determines its encoding, and is removed; without one it is
 * UTF-8 or the given encoding. In UTF-8, invalid bytes make only their own line unreadable
 * (`isUnreadable`).
 * @param encoding A label of the WHATWG Encoding Standard.
 * @throws Error when the text is in an unsupported encoding, or is not in the given one.
 */
export async function* textOf(
  bytes: AsyncGenerator<Buffer>,
  encoding = 'utf-8',
): AsyncGenerator<string> {
  const first = (await bytes.next()).value ?? Buffer.alloc(0)
  const mark = markOf(first)
  if (mark === undefined && first.subarray(0, 512).includes(0)) {
    throw new Error(
      'it contains binary data, or text in UTF-16 without a byte order mark: convert it to UTF-8',
    )
  }
  if (mark?.encoding === 'utf-32')
    throw new Error('it is text in UTF-32: convert it (iconv -f UTF-32 -t UTF-8)')
  const given = new TextDecoder(encoding).encoding
  if (mark !== undefined && encoding !== 'utf-8' && mark.encoding !== given) {
    throw new Error(`its byte order mark says ${mark.encoding}, --encoding says ${given}`)
  }
  const all = prepend(first.subarray(mark?.bytes.length ?? 0), bytes)
  const used = mark?.encoding ?? given
  yield* used === 'utf-8' ? utf8Text(all) : decodedText(all, used)
}

function markOf(first: Buffer): (typeof byteOrderMarks)[number] | undefined {
  return byteOrderMarks.find((mark) => mark.bytes.every((byte, i) => first[i] === byte))
}

async function* decodedText(
  bytes: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Error(`its bytes are not ${encoding}`)
    throw error
  }
}

async function* utf8Text(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const lines of wholeLines(bytes)) {
    yield isUtf8(lines) ? lines.toString() : Array.from(linesIn(lines), readableOrMarked).join('')
  }
}

function readableOrMarked(line: Buffer): string {
  return isUtf8(line) ? line.toString() : line.toString().replaceAll('\ufffd', unreadable)
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The same bytes, cut after line ends, so that no character is split. */
async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    const end = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn)) + 1
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)])
      rest = []
      length = 0
    }
    rest.push(chunk.subarray(end))
    length += chunk.length - end
    if (length < longestPiece) continue
    yield Buffer.concat(rest)
    rest = []
    length = 0
  }
  yield Buffer.concat(rest)
}

function* linesIn(bytes: Buffer): Generator<Buffer> {
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== lineFeed && bytes[at] !== carriageReturn) continue
    yield bytes.subarray(start, at + 1)
    start = at + 1
  }
  yield bytes.subarray(start)
}

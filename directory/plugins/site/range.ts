import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isHeld } from '../../../plugins/kit/entity-tag.js'

/** A file that is read in parts, as large as it may be. */
export interface RangedFile {
  descriptor: number
  bytes: number
  type: string
  /** A strong tag: its bytes are the same as long as it is. */
  tag: string
}

/**
 * Sends a file, or the part that the header Range asks for (RFC 9110 14.2); several parts are none.
 * It is never in memory as a whole.
 */
export async function sendRange(
  req: IncomingMessage,
  res: ServerResponse,
  { descriptor, bytes, type, tag }: RangedFile,
  headers: Readonly<Record<string, string>>,
): Promise<'answered'> {
  const all = { ...headers, ETag: tag, 'Accept-Ranges': 'bytes' }
  if (isHeld(tag, req.headers['if-none-match'])) {
    res.writeHead(304, all).end()
    return 'answered'
  }
  const isOther = ![undefined, tag].includes(req.headers['if-range'] as string | undefined)
  const asked = isOther ? undefined : rangeIn(req.headers.range, bytes)
  if (asked === 'beyond') {
    res.writeHead(416, { ...all, 'Content-Range': `bytes */${bytes}` }).end()
    return 'answered'
  }
  const { start, end } = asked ?? { start: 0, end: bytes - 1 }
  res.writeHead(asked ? 206 : 200, {
    ...all,
    'Content-Type': type,
    'Content-Length': end - start + 1,
    ...(asked && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
  })
  if (req.method === 'HEAD') res.end()
  else {
    const part = createReadStream('', { fd: descriptor, autoClose: false, start, end })
    await pipeline(part, res).catch(() => res.destroy()) // who asked has gone
  }
  return 'answered'
}

/** The first and the last byte that are asked for; undefined for all. */
function rangeIn(
  range: string | undefined,
  bytes: number,
): { start: number; end: number } | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined // not valid: ignored
  return start > end ? 'beyond' : { start, end }
}

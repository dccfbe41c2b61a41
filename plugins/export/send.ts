import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { chooseCoding } from '../../kit/http/media.js'
import type { Format } from './format.js'

type Headers = Readonly<Record<string, string>>

/** The headers of an export, besides those that earlier steps have set. */
export function makeHead(
  req: IncomingMessage,
  index: string,
  { type, extension }: Format,
): Headers {
  const name = `${index.replace(/[^a-z0-9]+/g, '-').replace(/-$/, '')}.${extension}`
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    ...makeCodingHeader(req),
    // HTTP/1.0 knows no trailers, and Node refuses to announce them then
    ...(req.method !== 'HEAD' && req.httpVersion !== '1.0' && { Trailer: 'X-Next-Cursor' }),
  }
}

/** The header for the coding of rows: gzip, if the client takes it. */
function makeCodingHeader({ headers }: IncomingMessage): Headers {
  const isGzip = chooseCoding(headers['accept-encoding'], ['gzip']) !== undefined
  return isGzip ? { 'Content-Encoding': 'gzip' } : {}
}

/** Sends rows as fast as the client reads them. Resolves when they are sent, or it has left. */
export async function sendRows(
  res: ServerResponse,
  head: Headers,
  rows: AsyncIterable<Buffer | string>,
): Promise<void> {
  res.writeHead(200, head)
  const coding = head['Content-Encoding'] === 'gzip' ? [createGzip()] : []
  await pipeline([Readable.from(rows, { highWaterMark: 1 }), ...coding, res]).catch(() => undefined)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Coding, chooseCoding } from '../../kit/http/media.js'
import { writePaced } from '../../kit/http/paced-write.js'
import { headersUnderCaching } from './caching.js'
import { entityTag, isHeld } from './entity-tag.js'

/** A file as it is sent; also one made in memory. */
export interface ServedFile {
  type: string
  body: Buffer
  tag: string
  /** Compressed bodies so far, by coding. */
  coded: Map<Coding, Promise<Buffer>>
}

/** Shorter bodies fit into one packet anyway. */
const minCodedBytes = 1024

export const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]

/** The highest quality of brotli takes seconds for a megabyte, and saves little more. */
const compressors: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => asBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => asGzip(body),
}

/** Whether a coding makes a file shorter. */
function isCodable({ type, body }: ServedFile): boolean {
  return body.length >= minCodedBytes && !/^image\/(?!svg)/.test(type)
}

/** The body of a file in a coding, compressed on first use. */
function codedBody({ body, coded }: ServedFile, coding: Coding): Promise<Buffer> {
  const known = coded.get(coding) ?? compressors[coding](body)
  coded.set(coding, known)
  return known
}

export function servedFile(type: string, body: Buffer): ServedFile {
  return { type, body, tag: entityTag(body), coded: new Map() }
}

/** Sends a file in the caller's preferred coding. Node omits the body of an answer to HEAD. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: ServedFile,
  fileHeaders: Readonly<Record<string, string>>,
): Promise<'answered'> {
  const { type, body, tag } = file
  const headers = headersUnderCaching(res, fileHeaders)
  res.appendHeader('Vary', 'Accept-Encoding')
  if (isHeld(tag, req.headers['if-none-match'])) {
    res.writeHead(304, { ...headers, ETag: tag }).end()
    return 'answered'
  }
  const coding = isCodable(file) ? chooseCoding(req.headers['accept-encoding'])?.coding : undefined
  const sent = coding === undefined ? body : await codedBody(file, coding)
  res.writeHead(200, {
    ...headers,
    'Content-Type': type,
    'Content-Length': sent.length,
    ETag: tag,
    ...(coding && { 'Content-Encoding': coding }),
  })
  writePaced(res, [sent])
  return 'answered'
}

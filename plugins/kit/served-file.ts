import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
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

/** A large file that is kept compressed alone. */
export interface CompressedFile extends Pick<ServedFile, 'type' | 'tag'> {
  gzip: Buffer
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

export const compressedFile = async (type: string, body: Buffer): Promise<CompressedFile> => ({
  ...{ type, tag: entityTag(body), gzip: await asGzip(body) },
})

const asPlain = promisify(gunzip)

/** The body of a file in a coding that the caller accepts. */
async function chooseBody(file: ServedFile | CompressedFile, accepted: string | undefined) {
  if ('gzip' in file) {
    const coding = chooseCoding(accepted, ['gzip'])?.coding
    return { coding, sent: coding ? file.gzip : await asPlain(file.gzip) }
  }
  const coding = isCodable(file) ? chooseCoding(accepted)?.coding : undefined
  return { coding, sent: coding ? await codedBody(file, coding) : file.body }
}

/** Sends a file in the caller's preferred coding. Node omits the body of an answer to HEAD. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: ServedFile | CompressedFile,
  fileHeaders: Readonly<Record<string, string>>,
): Promise<'answered'> {
  const { type, tag } = file
  const headers = headersUnderCaching(res, fileHeaders)
  res.appendHeader('Vary', 'Accept-Encoding')
  if (isHeld(tag, req.headers['if-none-match'])) {
    res.writeHead(304, { ...headers, ETag: tag }).end()
    return 'answered'
  }
  const { coding, sent } = await chooseBody(file, req.headers['accept-encoding'])
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

import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from '../../kit/http/media.js'
import { entityTag } from '../kit/entity-tag.js'
import type { PageSet } from './sets.js'

/** One file, as it is answered. */
export interface ServedFile {
  type: string
  body: Buffer
  tag: string
  /** What was compressed already, by coding. */
  coded: Map<Coding, Promise<Buffer>>
}

/** What is shorter fits into one packet anyway. */
const minCodedBytes = 1024

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]

/** The highest quality of brotli takes seconds for a megabyte, and hardly saves more. */
const ways: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => asBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => asGzip(body),
}

/** Whether a file gets shorter by a coding. */
export function isCodable({ type, body }: ServedFile): boolean {
  return body.length >= minCodedBytes && !/^image\/(?!svg)/.test(type)
}

/** The body of a file in a coding, compressed when it is first asked for. */
export function codedBody({ body, coded }: ServedFile, coding: Coding): Promise<Buffer> {
  const known = coded.get(coding) ?? ways[coding](body)
  coded.set(coding, known)
  return known
}

/** The most that the files of one page may hold: they stay in memory. */
const maxBytes = 16 * 1024 * 1024

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/**
 * Reads the files of a page, once. What is not in this map is not served, whatever a path says.
 * @returns each by its name below the path, the page itself by the empty one.
 * @throws Error when one cannot be read or is of no known type, two have one name, or all are too large.
 */
export function filesOf({ page, files }: PageSet): ReadonlyMap<string, ServedFile> {
  const served = new Map([['', read(page)]])
  for (const file of files) {
    const name = basename(file)
    if (served.has(name)) throw new Error(`two files of the page are called ${name}`)
    served.set(name, read(file))
  }
  const bytes = [...served.values()].reduce((sum, { body }) => sum + body.length, 0)
  if (bytes > maxBytes) throw new Error(`the files of the page hold ${bytes} bytes, more than ${maxBytes}`)
  return served
}

function read(file: string): ServedFile {
  const type = types[extname(file)]
  if (type === undefined) throw new Error(`${basename(file)} is of no type that pages are made of`)
  const body = readFileSync(file)
  return { type, body, tag: entityTag(body), coded: new Map() }
}

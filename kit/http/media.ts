import { type ContentType, format, parse } from 'content-type'
import Negotiator from 'negotiator'
import { ApiError } from '../api/errors.js'

/**
 * What is wrong with a Content-Type header that is to name one of the media types, in UTF-8 if it
 * names a charset; other parameters are passed over. No header, a malformed one and one that
 * repeats a parameter name no type.
 * @param types In lower case, without parameters; the type of anything takes every header,
 * malformed ones and none too.
 */
export function contentTypeFault(
  header: string | undefined,
  types: readonly string[],
): 'type' | 'charset' | undefined {
  if (types.includes('*/*')) return undefined
  if (header === undefined) return 'type'
  if (types.includes(header)) return undefined // as nearly everyone writes it
  const named = readStrictly(header)
  if (named === undefined || !types.includes(named.type)) return 'type'
  return /^utf-?8$/i.test(named.parameters.charset ?? 'utf-8') ? undefined : 'charset'
}

/**
 * The media type of a header. The package skips what it cannot parse; comparing its own form of
 * the rest detects this.
 */
function readStrictly(header: string): ContentType | undefined {
  const read = parse(header)
  try {
    return bare(format(read)) === bare(header) ? read : undefined
  } catch {
    return undefined // not even a type
  }
}

/** A header without what may be written in several ways: case, blanks, quotes, empty parameters. */
function bare(header: string): string {
  return header
    .toLowerCase()
    .replace(/[\s"\\]/g, '')
    .replace(/;+(?=;|$)/g, '')
}

/**
 * Parameters of a media range except its weight: our responses come in one variant, so they do not
 * matter.
 */
const variants = /;(?!\s*q\s*=)[^,;]*/gi

/**
 * Whether an Accept header allows a media type (RFC 9110 12.5.1): the most specific range decides.
 * An empty header rules nothing out.
 * @param type In lower case, without parameters; the type of anything is never ruled out.
 */
export function accepts(header: string | undefined, type: string): boolean {
  // as nearly everyone asks
  if (header === undefined || header === '*/*' || header === type || type === '*/*') return true
  if (header.trim() === '') return true
  const accept = header.replace(variants, '')
  return new Negotiator({ headers: { accept } }).mediaType([type]) !== undefined
}

/** The codings of our responses; of equally preferred ones, the first. */
const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** Longer Accept-Encoding headers are ignored: they name more codings than exist. */
const maxAcceptEncoding = 1000

/** The types of the package lack an option that it has since 1.0. */
type Encodings = (
  available: readonly string[],
  options?: { preferred: readonly string[] },
) => string[]

/**
 * The coding of a response by an Accept-Encoding header (RFC 9110 12.5.3); undefined for no coding:
 * none was requested, the plain response is preferred, or none of ours is accepted. `isNeeded`
 * where the client rules out the plain response.
 */
export function chooseCoding(
  header: string | undefined,
  offered: readonly Coding[] = codings,
): { coding: Coding; isNeeded: boolean } | undefined {
  if (header === undefined || header.length > maxAcceptEncoding) return undefined
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const taken = (negotiator.encodings as Encodings).call(negotiator, [...offered, 'identity'], {
    preferred: offered,
  })
  const coding = offered.find((ours) => ours === taken[0])
  return coding && { coding, isNeeded: !taken.includes('identity') }
}

/**
 * The one of several media types that an Accept header prefers; the first where it has no
 * preference.
 * @param types In lower case, without parameters.
 * @throws ApiError NOT_ACCEPTABLE where it rules all out.
 */
export function preferred<Type extends string>(
  header: string | undefined,
  types: readonly Type[],
): Type {
  const accept = header?.trim() ? header.replace(variants, '') : '*/*'
  const type = new Negotiator({ headers: { accept } }).mediaType([...types])
  if (type !== undefined) return type as Type
  const message = `The answer is ${types.join(' or ')}, which the Accept header rules out`
  throw new ApiError('NOT_ACCEPTABLE', message)
}

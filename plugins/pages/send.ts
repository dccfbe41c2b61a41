import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ServedFile, sendFile } from '../kit/served-file.js'
import type { Tiles } from './tiles.js'

/**
 * What a page may do in the browser: run its own files, call its own gateway, and nothing else.
 * @param formAction Where its forms may be sent without script.
 */
export function pageHeaders(
  tiles: Tiles | undefined,
  formAction = "'none'",
): Readonly<Record<string, string>> {
  const images = tiles === undefined ? '' : ` ${new URL(tiles.url).origin}`
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' data:${images}`,
      "connect-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      `form-action ${formAction}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache', // cached, but revalidated each time
  }
}

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

type SendPageFile = (
  req: IncomingMessage,
  res: ServerResponse,
  file: ServedFile,
  isImmutable?: boolean,
) => Promise<'answered'>

/** Sends the files of a page, whose map may load these tiles. */
export function pageSender(tiles?: Tiles): SendPageFile {
  const headers = pageHeaders(tiles)
  const immutableHeaders = { ...headers, ...immutable }
  return (req, res, file, isImmutable = false) =>
    sendFile(req, res, file, isImmutable ? immutableHeaders : headers)
}

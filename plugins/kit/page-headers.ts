import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ServedFile, sendFile } from './served-file.js'

/**
 * What a page may do in the browser: run its own files, call its own gateway, and nothing else.
 * @param formAction Where its forms may be sent without script.
 */
export function pageHeaders(formAction = "'none'"): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
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

const headers = pageHeaders()

/** Of files whose names change with their content. */
export const immutableHeaders: Readonly<Record<string, string>> = {
  ...headers,
  'Cache-Control': 'public, max-age=31536000, immutable',
}

/** Sends a file of a page. */
export function sendPageFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: ServedFile,
  isImmutable = false,
): Promise<'answered'> {
  return sendFile(req, res, file, isImmutable ? immutableHeaders : headers)
}

import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

/** A request for an export. */
export interface ExportSent {
  query?: Record<string, string> | string
  headers?: Record<string, string>
  /** Of a POST; without, it is a GET. */
  body?: unknown
}

/** What an export has answered. */
export interface ExportAnswer {
  status: number | undefined
  headers: IncomingHttpHeaders
  trailers: NodeJS.Dict<string>
  bytes: Buffer
}

/** A row with which an export may be resumed; the cursor is in one of the two groups. */
const withCursor = /"_cursor":"([^"]+)"|,([\w-]{40,})\r?\n$/

/** Begins an export. @param url Of the gateway. */
export async function beginExport(
  url: string,
  key: string,
  { query = '', headers = {}, body }: ExportSent,
): Promise<IncomingMessage> {
  const path = `/api/v1/organizations/export?${new URLSearchParams(query)}`
  const req = request(new URL(path, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    agent: false,
  })
  req.end(body === undefined ? undefined : JSON.stringify(body))
  const [res] = await once(req, 'response')
  return res
}

/** The answer from here on. @param most Bytes after which the connection breaks. */
export async function restOf(
  res: IncomingMessage,
  most = Number.POSITIVE_INFINITY,
): Promise<ExportAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of res) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break // which destroys it
  }
  const bytes = Buffer.concat(chunks).subarray(0, most)
  return { status: res.statusCode, headers: res.headers, trailers: res.trailers, bytes }
}

/** The rows up to the last that has a cursor, as clients keep them after a break. */
export function keptOf(bytes: Buffer): { text: string; cursor: string | undefined } {
  const rows = bytes.toString().split(/(?<=\n)/)
  const last = rows.findLastIndex((row) => row.endsWith('\n') && withCursor.test(row))
  const [, one, other] = withCursor.exec(rows[last] ?? '') ?? []
  return { text: rows.slice(0, last + 1).join(''), cursor: one ?? other }
}

/** The rows of an answer in lines. */
export const rowsIn = (bytes: Buffer): Record<string, unknown>[] =>
  bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

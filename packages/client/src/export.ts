import type { ExportBody } from './body.js'
import { DirectoryError, NetworkError, TimeoutError } from './errors.js'
import { parseExact } from './json.js'
import { type RetryOptions, sleep, unless, waitMs } from './retry.js'
import { organizationsPath } from './templates.js'
import type { Call } from './transport.js'
import type { SearchRequest } from './types.js'

export const exportPath = `${organizationsPath}/export`

/** The call of an export, from its beginning or from a cursor. Its answer is for `allRows`. */
export function exportCall(
  { index, body }: SearchRequest<ExportBody>,
  cursor: string | undefined,
  signal: AbortSignal | undefined,
): Call {
  return {
    method: 'POST',
    path: `${exportPath}${cursor === undefined ? '' : `?cursor=${cursor}`}`,
    body: { index, body },
    headers: { Accept: 'application/x-ndjson' },
    isRepeatable: true,
    isStream: true,
    signal,
  }
}

/** How the rows of an export are read. */
export interface ExportReading {
  /** Begins, or goes on from a cursor. */
  open(cursor: string | undefined): Promise<ReadableStream<Uint8Array>>
  baseUrl: string
  /** Timeout of a wait for more. */
  timeoutMs: number
  retry: RetryOptions
  signal: AbortSignal | undefined
}

/** Rows up to one that has a cursor; `null` after the last row of all. */
interface Batch<Source> {
  rows: Source[]
  cursor: string | null
}

/**
 * The rows of an export. They are handed on up to each cursor, so that what follows a break is
 * asked for again from there, and no row is missing or doubled.
 */
export async function* allRows<Source>(
  reading: ExportReading,
): AsyncGenerator<Source, void, undefined> {
  const { open, retry, signal } = reading
  let cursor: string | undefined
  for (let failures = 0; ; ) {
    let hasRows = false
    const stream = await open(cursor) // a call with attempts of its own
    try {
      for await (const batch of readBatches<Source>(stream, reading)) {
        failures = 0
        hasRows = true
        yield* batch.rows
        if (batch.cursor === null) return
        cursor = batch.cursor
      }
      if (!hasRows) return
    } catch (error) {
      const isBreak = error instanceof NetworkError || error instanceof TimeoutError
      if (!isBreak || ++failures >= retry.attempts) throw error
      await sleep(waitMs(error, failures), signal)
    }
  }
}

/** @throws NetworkError or TimeoutError when the answer breaks off; the signal's reason. */
async function* readBatches<Source>(
  stream: ReadableStream<Uint8Array>,
  reading: ExportReading,
): AsyncGenerator<Batch<Source>, void, undefined> {
  let rows: Source[] = []
  for await (const line of readLines(stream, reading)) {
    const { _cursor: cursor, ...row } = parseExact(line) as Source & { _cursor?: string | null }
    rows.push(row as Source)
    if (cursor === undefined) continue
    yield { rows, cursor }
    rows = []
  }
  if (rows.length > 0) throw new NetworkError('The answer is incomplete')
}

async function* readLines(
  stream: ReadableStream<Uint8Array>,
  reading: ExportReading,
): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await nextChunk(reader, reading)
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (done) break
    }
  } finally {
    reader.cancel().catch(() => {})
  }
  if (rest !== '') throw new NetworkError('The answer is incomplete')
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { timeoutMs, baseUrl, signal }: ExportReading,
): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(new TimeoutError(timeoutMs, baseUrl)), timeoutMs)
  try {
    return await unless(signal, unless(waiting.signal, reader.read()))
  } catch (cause) {
    if (cause instanceof DirectoryError || signal?.aborted) throw cause
    throw new NetworkError(`The answer of ${baseUrl} was interrupted`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

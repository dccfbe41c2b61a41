import { ApiError, NetworkError } from './errors.js'
import { parseExact } from './json.js'

/** A successful answer, without its envelope. */
export interface Answer<Data> {
  /** Undefined for a 304, which has no body. */
  data: Data
  meta: Meta
  message: string | undefined
  status: number
  headers: Headers
}

/** What the text of a search was understood as; what is not in it is absent. */
export interface Understood {
  /** What is looked for; empty where the text names only a place, or is a number. */
  words: string
  /** The place to be near to, as typed. */
  place?: string
  /** How far from it, such as `10mi` or `5km`. */
  radius?: string
  /** The code of a state. */
  region?: string
  city?: string
  revenue_min?: number
  revenue_max?: number
  /** The number of an organization. */
  identifier?: string
}

export interface Meta {
  requestId?: string
  timestamp?: string
  hints?: string[]
  understood?: Understood
  /** The day that the searched data describes, if the operator has stated it. */
  dataAsOf?: string
  /** Source of the data, if known: in answers of declared searches. */
  attribution?: string
}

interface Envelope {
  status: 'success' | 'error'
  data?: unknown
  error?: { code?: unknown; message?: unknown; details?: unknown }
  meta?: Meta
  message?: string
}

/**
 * Unwraps an answer from its envelope.
 * @param call The call, for messages.
 * @throws ApiError for an error of the service, NetworkError for an answer without an envelope.
 */
export function parseAnswer<Data>(
  { status, headers }: Response,
  text: string,
  call: string,
): Answer<Data> {
  if (status === 304)
    return { data: undefined as Data, meta: {}, message: undefined, status, headers }
  const retryAfterSeconds = parseSeconds(headers.get('retry-after'))
  const envelope = parseEnvelope(text)
  if (!envelope) {
    const message = `${call}: the answer with status ${status} is not from the directory`
    throw new NetworkError(message, { status, retryAfterSeconds })
  }
  const { data, error = {}, meta = {}, message } = envelope
  if (envelope.status === 'success') return { data: data as Data, meta, message, status, headers }
  throw new ApiError(String(error.code), String(error.message), {
    status,
    details: isObject(error.details) ? error.details : {},
    requestId: meta.requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds,
  })
}

/** A good answer that is no envelope: its data is its body. */
export function toStream<Data>({ body, status, headers }: Response): Answer<Data> {
  return { data: body as Data, meta: {}, message: undefined, status, headers }
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const value = parseExact(text)
    return isObject(value) && (value.status === 'success' || value.status === 'error')
      ? (value as unknown as Envelope)
      : undefined
  } catch {
    return undefined
  }
}

/** Seconds, or a date (RFC 9110 10.2.3). */
function parseSeconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

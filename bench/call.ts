import { Agent, type Dispatcher, getGlobalDispatcher, request } from 'undici'

/** An answer of the API. */
export interface Answer<Data> {
  status: number
  data: Data
  /** The outcome in words: the status, and the error's code when there is one. */
  outcome: string
  /** Seconds until the call may be made again; 1 when nothing was said. */
  retryAfter: number
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Access token, API key or secret, sent as Bearer. */
  credential?: string
  /** The client's address as a trusted proxy shows it; loopback without. */
  from?: string
  body?: object
}

/**
 * Makes calls as `call` does, as a caller on a machine of its own: from another address of this
 * one, over its own connections.
 */
export function callerAt(localAddress: string): typeof call {
  const connections = new Agent({ localAddress })
  return (url, options) => callOver(connections, url, options)
}

/** Calls the API over kept-alive connections, as many as there are calls at a time. */
export function call<Data>(url: string, options?: CallOptions): Promise<Answer<Data>> {
  return callOver(getGlobalDispatcher(), url, options)
}

async function callOver<Data>(
  dispatcher: Dispatcher,
  url: string,
  { method = 'POST', credential, from, body }: CallOptions = {},
): Promise<Answer<Data>> {
  const answer = await request(url, {
    dispatcher,
    method,
    headers: {
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, error } = (await answer.body.json()) as { data: Data; error?: { code: string } }
  const status = answer.statusCode
  const retryAfter = Number(answer.headers['retry-after'] ?? 1)
  return { status, data, outcome: error ? `${status} ${error.code}` : `${status}`, retryAfter }
}

/** As `call`, where only success will do. @throws Error with the outcome otherwise. */
export async function mustCall<Data>(url: string, options?: CallOptions): Promise<Data> {
  const { status, data, outcome } = await call<Data>(url, options)
  if (status >= 300) throw new Error(`${new URL(url).pathname} answered ${outcome}`)
  return data
}

/**
 * An address of a benchmark's network (RFC 2544: 198.18.0.0/15), so that limits by address count
 * each caller alone.
 */
export function addressOf(caller: number): string {
  return `198.18.${(caller >> 8) & 255}.${caller & 255}`
}

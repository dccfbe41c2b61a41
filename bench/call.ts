import { Agent, type Dispatcher, getGlobalDispatcher, request } from 'undici'

/** An answer of the API. */
export interface Answer<Data> {
  status: number
  data: Data
  /** The outcome in words: the status, and the error's code when there is one. */
  outcome: string
}

export interface CallOptions {
  method?: 'GET' | 'POST'
  /** Access token, API key or secret, sent as Bearer. */
  credential?: string
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
  { method = 'POST', credential, body }: CallOptions = {},
): Promise<Answer<Data>> {
  const answer = await request(url, {
    dispatcher,
    method,
    headers: {
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, error } = (await answer.body.json()) as { data: Data; error?: { code: string } }
  const status = answer.statusCode
  return { status, data, outcome: error ? `${status} ${error.code}` : `${status}` }
}

/** As `call`, where only success will do. @throws Error with the outcome otherwise. */
export async function mustCall<Data>(url: string, options?: CallOptions): Promise<Data> {
  const { status, data, outcome } = await call<Data>(url, options)
  if (status >= 300) throw new Error(`${new URL(url).pathname} answered ${outcome}`)
  return data
}

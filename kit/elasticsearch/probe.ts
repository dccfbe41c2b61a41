import { request } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { text } from 'node:stream/consumers'

/** The answer of a probed address. */
export interface ProbeAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  /** Empty unless requested. */
  body: string
}

export interface ProbeOptions {
  /** GET by default. */
  method?: 'HEAD'
  headers?: Record<string, string>
  /** PEM text of the CA that signed the server's certificate. */
  ca?: string
  /** How long the address may take to answer. */
  timeoutMs: number
  /** Whether the body is wanted; only from servers trusted to send a short one. */
  withBody?: true
}

/**
 * Sends one request to an address and returns its answer, or undefined when it does not answer in
 * time.
 */
export function probe(
  url: string,
  { method, headers = {}, ca, timeoutMs, withBody }: ProbeOptions,
): Promise<ProbeAnswer | undefined> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options = {
      headers,
      signal,
      agent: false,
      ...(method && { method }),
      ...(ca === undefined ? {} : { ca }),
    }
    const call = (url.startsWith('https:') ? tlsRequest : request)(url, options, (answer) => {
      const { statusCode: status = 0, headers } = answer
      const body = withBody ? text(answer) : Promise.resolve('')
      body.then((body) => resolve({ status, headers, body })).catch(() => resolve(undefined))
      if (!withBody) answer.resume()
    })
    call.on('error', () => resolve(undefined))
    call.end()
  })
}

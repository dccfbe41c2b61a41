import { request } from 'node:http'
import { request as tlsRequest } from 'node:https'

/** What a probed address answered. */
export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
}

export interface ProbeOptions {
  headers?: Record<string, string>
  /** PEM text of the authority that signed the server's certificate. */
  ca?: string
  /** How long the address may take to answer. */
  timeoutMs: number
}

/** Asks an address once and gives its status and headers, or undefined when it does not answer in time. */
export function probe(url: string, { headers = {}, ca, timeoutMs }: ProbeOptions): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { headers, signal, agent: false, ...(ca === undefined ? {} : { ca }) }
    const call = (url.startsWith('https:') ? tlsRequest : request)(url, options, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      answer.resume()
    })
    call.on('error', () => resolve(undefined))
    call.end()
  })
}

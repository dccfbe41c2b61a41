import { request } from 'node:http'
import { request as tlsRequest } from 'node:https'

/** The response of a called address. */
export interface ProbeAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  /** Empty unless requested. */
  body: string
}

export interface ProbeOptions {
  /** By default GET. */
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** PEM text of the CA that signed the server's certificate. */
  ca?: string
  /** How long the address may take to answer. */
  timeoutMs: number
  /** Whether the body of the response is wanted. */
  withBody?: true
}

/** Maximum body of a response, in bytes: it is held in memory. */
const maxBytes = 16 * 1024 * 1024

/**
 * Sends one request to an address and returns its response, or undefined when it does not answer in
 * time.
 */
export function probe(url: string, options: ProbeOptions): Promise<ProbeAnswer | undefined> {
  return call(url, options).catch(() => undefined)
}

/** As `probe`. @throws Error of the network, of the timeout, or for a body that is too large. */
export function call(
  url: string,
  { method = 'GET', headers = {}, ca, timeoutMs, withBody }: ProbeOptions,
): Promise<ProbeAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      ...(ca === undefined ? {} : { ca }),
    }
    const sent = (url.startsWith('https:') ? tlsRequest : request)(url, options, (answer) => {
      const { statusCode: status = 0, headers } = answer
      if (!withBody) answer.resume()
      const text = withBody ? readText(answer) : Promise.resolve('')
      text.then((body) => resolve({ status, headers, body })).catch(reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

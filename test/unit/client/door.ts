import { type ClientOptions, DirectoryClient } from '../../../packages/client/src/index.js'

/** One request that the client sent. */
export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

/** What the door answers with: a response, or what `fetch` rejects with. */
export type Reply = Response | Error | Promise<Response>

export const success = (data: unknown, headers: Record<string, string> = {}, meta: object = {}) =>
  new Response(
    JSON.stringify({
      status: 'success',
      data,
      meta: { requestId: 'r-1', timestamp: 'now', ...meta },
    }),
    { headers },
  )

export const failure = (
  status: number,
  code: string,
  { headers = {}, details = {}, message = 'No' } = {},
) =>
  new Response(
    JSON.stringify({
      status: 'error',
      error: { code, message, details },
      meta: { requestId: 'r-2' },
    }),
    { status, headers },
  )

export const tokens = (n: number, expiresIn = 3600) =>
  success({
    accessToken: `v4.public.access${n}`,
    refreshToken: `v4.public.refresh${n}`,
    expiresIn,
    user: { id: 2, email: 'demo@example.org', name: 'Demo', role: 'user' },
  })

export const credentials = { email: 'demo@example.org', password: 'marble-otter-canyon' }

/**
 * A client whose `fetch` answers by a function, and all that it sent. A hanging answer ends with
 * its signal.
 */
export function clientAt(
  answer: (sent: Sent, n: number) => Reply,
  options: Partial<ClientOptions> = {},
): { directory: DirectoryClient; sent: Sent[] } {
  const sent: Sent[] = []
  const fetch = (async (url, { method = 'GET', headers, body, signal } = {}) => {
    const one = {
      method,
      url: String(url),
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined ? undefined : JSON.parse(String(body)),
    }
    sent.push(one)
    const reply = answer(one, sent.length)
    if (reply instanceof Error) throw reply
    return Promise.race([
      reply,
      new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      ),
    ])
  }) as typeof globalThis.fetch
  return {
    directory: new DirectoryClient({
      baseUrl: 'https://directory.example.org/base/',
      fetch,
      ...options,
    }),
    sent,
  }
}

export const hanging = () => new Promise<Response>(() => {})

export const found = (results: object[] = [], more: object = {}) =>
  success(
    { results, total: results.length, index: 'map-serp', version: 'v9', ...more },
    { 'X-Query-Cost': '2.7' },
  )

export const query = { index: 'map-serp', body: { query: { match_all: {} } } } as const

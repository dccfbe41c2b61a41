import { once } from 'node:events'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

/** Paths of the pages for people; absent where the operator has switched them off. */
export interface Pages {
  docs?: string
  try?: string
  account?: string
}

/**
 * The pages that the gateway itself lists at `/`; none when something else answers there. Its
 * certificate is not looked at: it was started by us a moment ago.
 */
export async function pagesOf(url: string): Promise<Pages> {
  const get = url.startsWith('https:') ? (await import('node:https')).get : getPlain
  const signal = AbortSignal.timeout(2000)
  try {
    const asked = get(url, {
      headers: { accept: 'application/json' },
      rejectUnauthorized: false,
      signal,
    })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const told = (await json(answer)) as { data?: { pages?: Pages } }
    return told.data?.pages ?? {}
  } catch {
    return {}
  }
}

import type { IncomingMessage } from 'node:http'
import { PublicProtocol } from 'paseto'
import { ImportPublicKeyFactory, VerifyFactory } from 'paseto/v4/public'
import { ready } from '../child.js'

/**
 * What every peer does, as a hand-written program would: it verifies the token, once until it
 * expires; checks the index; forwards the body; wraps hits. None has limits, rules on queries, a
 * log or a way to revoke.
 */

/** Where the engine is, and the key that tokens are signed with (PASERK `k4.public.…`). */
export const engineUrl = process.env.ENGINE_URL!
const publicKey = process.env.PUBLIC_KEY as `k4.public.${string}`

const paseto = new PublicProtocol(VerifyFactory, ImportPublicKeyFactory)
const key = await paseto.ImportPublicKey(publicKey)
const expiries = new Map<string, number>()

/** @throws Error when it does not verify. */
export async function verify(authorization: string | undefined): Promise<void> {
  const token = authorization?.slice('Bearer '.length) ?? ''
  const until = expiries.get(token)
  if (until !== undefined && until > Date.now()) return
  const { claims } = await paseto.Verify(key, token, { requiredClaims: ['exp'] })
  expiries.set(token, Date.parse(String(claims.exp)))
}

/** A request for a search. */
export interface Asked {
  index: string
  body: object
}

/** @throws Error when it is none. */
export function check({ index }: Asked): void {
  if (!/^(map-serp|organization-entity|organization-serp)[a-z0-9-]*\*?$/.test(index))
    throw new Error('no such index')
}

interface EngineAnswer {
  hits: { total: { value: number }; hits: { _id: string; _score: number; _source: object }[] }
}

/** The envelope. */
export function wrap({ hits }: EngineAnswer, index: string, requestId: string): object {
  const results = hits.hits.map(({ _id, _score, _source }) => ({ ..._source, id: _id, _score }))
  return {
    status: 'success',
    data: { results, total: hits.total.value, index, version: 'v9' },
    meta: { requestId, timestamp: new Date().toISOString() },
  }
}

export async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Reports its URL over IPC. */
export function listening(port: number): void {
  ready(`http://127.0.0.1:${port}`)
}

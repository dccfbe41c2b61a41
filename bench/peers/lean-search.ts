import { Pool } from 'undici'
import { type Asked, check, engineUrl, wrap } from './work.js'

const engine = new Pool(engineUrl, { connections: 128 })

/** The search of the lean peers: by undici alone. @returns the envelope. */
export async function leanSearch(asked: Asked, requestId: string): Promise<object> {
  check(asked)
  const { body } = await engine.request({
    method: 'POST',
    path: `/${asked.index}/_search`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked.body),
  })
  return wrap((await body.json()) as never, asked.index, requestId)
}

import { type Account, logIn, mintKey } from './running.js'
import { wireSearch } from './searches.js'
import { wireRequest } from './wire-client.js'

/**
 * Everyday traffic as it goes over the wire: of 40 requests 35 searches with a key, 4 new keys, 1
 * login.
 */
export async function mixedRequests(url: string, account: Account): Promise<string[]> {
  const token = await logIn(url, account)
  const { key } = await mintKey(url, token)
  const search = wireSearch(key)
  const mint = wireRequest('/api/v1/api-keys', { name: 'mixed' }, token)
  const login = wireRequest('/api/v1/auth/login', account)
  return Array.from({ length: 40 }, (_, i) => (i === 20 ? login : i % 10 === 5 ? mint : search))
}

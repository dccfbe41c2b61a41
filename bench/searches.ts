import { call } from './call.js'

export const searchPath = '/api/v1/organizations/search'

/** The everyday search that the measures make: ten hits of a word in the sample organizations. */
export const everydaySearch = {
  index: 'organization-serp*',
  body: { query: { match: { name: 'water' } } },
}

/**
 * Searches through the gateway with a token or a key. @returns the status, with the error's code
 * when there is one.
 */
export async function search(gatewayUrl: string, credential: string): Promise<string> {
  return (await call(gatewayUrl + searchPath, { credential, body: everydaySearch })).outcome
}

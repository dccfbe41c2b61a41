import { createApiKey, login, organization, search } from './generated/orval/api'

/** Uses the client of orval, whose functions take the options of `fetch`. */
async function main(): Promise<void> {
  const { BASE_URL = '', EMAIL: email = '', PASSWORD: password = '' } = process.env
  const { fetch } = globalThis
  globalThis.fetch = (path, options) => fetch(BASE_URL + String(path), options)
  const tokens = await login({ email, password })
  if (tokens.status !== 200) throw new Error(tokens.data.error.message)
  const authorization = `Bearer ${tokens.data.data.accessToken}`
  const made = await createApiKey({ name: 'orval' }, { headers: { authorization } })
  if (made.status !== 201) throw new Error(made.data.error.message)
  const headers = { 'x-api-key': made.data.data.key }
  const body = { query: { match: { name: 'water' } }, size: 2 }
  const found = await search({ index: 'organization-serp*', body }, { headers })
  const one = await organization('32-6868679', undefined, { headers })
  if (found.status !== 200 || one.status !== 200) throw new Error('refused')
  const { total, results } = found.data.data
  const names = results.map(({ name }) => name)
  console.log(JSON.stringify({ total, names, name: one.data.data.organization.name }))
}

void main()

import { createApiKey, login, organization, search } from './generated/hey-api'
import { client } from './generated/hey-api/client.gen'

/** Uses the client of hey-api: it is given a credential, and sends it wherever the call takes one. */
async function main(): Promise<void> {
  const { BASE_URL: baseUrl = '', EMAIL: email = '', PASSWORD: password = '' } = process.env
  client.setConfig({ baseUrl })
  const whole = { throwOnError: true } as const
  const tokens = await login({ ...whole, body: { email, password } })
  client.setConfig({ auth: tokens.data.data.accessToken })
  const made = await createApiKey({ ...whole, body: { name: 'hey-api' } })
  client.setConfig({ auth: made.data.data.key })
  const body = { query: { match: { name: 'water' } }, size: 2 }
  const found = await search({ ...whole, body: { index: 'organization-serp*', body } })
  const one = await organization({ ...whole, path: { id: '32-6868679' } })
  const { total, results } = found.data.data
  const names = results.map(({ name }) => name)
  console.log(JSON.stringify({ total, names, name: one.data.data.organization.name }))
}

void main()

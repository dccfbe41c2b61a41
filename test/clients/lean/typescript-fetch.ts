import {
  APIKeysApi,
  Configuration,
  LoginAndSessionsApi,
  OrganizationsApi,
} from './generated/typescript-fetch'

/** Uses the client of openapi-generator for TypeScript, which sends a key in two places. */
async function main(): Promise<void> {
  const { BASE_URL: basePath = '', EMAIL: email = '', PASSWORD: password = '' } = process.env
  const anonymous = new LoginAndSessionsApi(new Configuration({ basePath }))
  const { data: tokens } = await anonymous.login({ loginRequest: { email, password } })
  const account = new Configuration({ basePath, accessToken: tokens.accessToken })
  const createApiKeyRequest = { name: 'typescript-fetch' }
  const { data: made } = await new APIKeysApi(account).createApiKey({ createApiKeyRequest })
  const directory = new OrganizationsApi(new Configuration({ basePath, apiKey: made.key }))
  const body = { query: { match: { name: 'water' } }, size: 2 }
  const found = await directory.search({ searchRequest: { index: 'organization-serp*', body } })
  const one = await directory.organization({ id: '32-6868679' })
  const { total, results } = found.data
  const names = results.map(({ name }) => name)
  console.log(JSON.stringify({ total, names, name: one.data.organization.name }))
}

void main()

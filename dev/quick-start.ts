import { defaults } from '../kit/config/setting-table.js'
import { setting } from '../kit/config/settings.js'
import type { Login } from './demo-login.js'

export const firstSearch = {
  index: 'organization-serp*',
  body: { query: { match: { name: 'water' } }, size: 2 },
}

const json = "-H 'content-type: application/json'"

/** From nothing to the first answer, as shell lines: the banner and the README show them. */
export function quickStart(url: string): string[] {
  return [`KEY=$(${settingsFor(url)}npm run --silent key)`, searchCall(url)]
}

/** The calls behind these lines, login included; each takes the secret of the one before. */
export function demoCalls(url: string, { email }: Login): [string, string, string] {
  const post = (path: string, headers: string, body: object) =>
    `curl -sS ${url}${path} ${headers} -d '${JSON.stringify(body)}'`
  const token = `-H "authorization: Bearer $TOKEN" ${json}`
  return [
    post('/api/v1/auth/login', json, { email, password: '…' }),
    post('/api/v1/api-keys', token, { name: 'first key' }),
    searchCall(url),
  ]
}

function searchCall(url: string): string {
  const search = JSON.stringify(firstSearch)
  return `curl -sS ${url}/api/v1/organizations/search -H "x-api-key: $KEY" ${json} -d '${search}'`
}

/** Settings of this start that another shell needs to find it, in front of a command. */
function settingsFor(url: string): string {
  const { port } = new URL(url)
  const needed = {
    HOST: setting('HOST'),
    PORT: port === defaults.PORT ? undefined : port,
    TLS_CERT: setting('TLS_CERT'),
    DATA_DIR: setting('DATA_DIR'),
    BOOTSTRAP_EMAIL: setting('BOOTSTRAP_EMAIL'),
  }
  return Object.entries(needed)
    .filter(([name, value]) => value !== undefined && value !== defaults[name as 'HOST'])
    .map(([name, value]) => `${name}='${value}' `)
    .join('')
}

import type { Login } from './demo-login.js'

/** One call of the quick start: a shell line that works when pasted after the lines before it. */
export interface QuickStartLine {
  title: string
  curl: string
}

/**
 * Login, key, search as shell lines without any tool but curl and sed. They are the banner's, the demo's and the
 * README's, so that the three never tell different stories.
 */
export function quickStart(url: string, { email, passwordFile }: Login): QuickStartLine[] {
  const password = passwordFile === undefined ? '$BOOTSTRAP_PASSWORD' : `$(cat ${passwordFile})`
  return [
    {
      title: 'log in',
      curl:
        `TOKEN=$(curl -s ${url}/api/v1/auth/login -H 'content-type: application/json' ` +
        `-d "{\\"email\\":\\"${email}\\",\\"password\\":\\"${password}\\"}" | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`,
    },
    {
      title: 'mint a key',
      curl:
        `KEY=$(curl -s ${url}/api/v1/api-keys -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' ` +
        `-d '{"name":"first key"}' | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')`,
    },
    {
      title: 'search',
      curl:
        `curl -s ${url}/api/v1/organizations/search -H "x-api-key: $KEY" -H 'content-type: application/json' ` +
        `-d '{"index":"organization-serp*","body":{"query":{"match":{"name":"water"}},"size":2}}'`,
    },
  ]
}

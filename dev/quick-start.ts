import type { Login } from './demo-login.js'

/** One call of the quick start: a shell line that works when pasted after the lines before it. */
export interface QuickStartLine {
  title: string
  curl: string
}

/**
 * Takes a member out of a JSON answer; an answer without it, such as an error, is shown and not
 * taken.
 */
function member(name: string): string {
  return `sed -n -e 's/.*"${name}":"\\([^"]*\\)".*/\\1/p' -e t -e 'w /dev/stderr'`
}

/**
 * Login, key, search as shell lines without any tool but curl and sed. They are the banner's, the
 * demo's and the README's, so that the three never differ.
 */
export function quickStart(url: string, { email, passwordFile }: Login): QuickStartLine[] {
  const password = passwordFile === undefined ? '$BOOTSTRAP_PASSWORD' : `$(cat ${passwordFile})`
  return [
    {
      title: 'log in',
      curl:
        `TOKEN=$(curl -sS ${url}/api/v1/auth/login -H 'content-type: application/json' ` +
        `-d "{\\"email\\":\\"${email}\\",\\"password\\":\\"${password}\\"}" | ` +
        `${member('accessToken')})`,
    },
    {
      title: 'mint a key',
      curl:
        `KEY=$(curl -sS ${url}/api/v1/api-keys -H "authorization: Bearer $TOKEN" -H ` +
        "'content-type: application/json' " +
        `-d '{"name":"first key"}' | ${member('key')})`,
    },
    {
      title: 'search',
      curl:
        `curl -sS ${url}/api/v1/organizations/search -H "x-api-key: $KEY" -H 'content-type: ` +
        "application/json' " +
        `-d '{"index":"organization-serp*","body":{"query":{"match":{"name":"water"}},"size":2}}'`,
    },
  ]
}

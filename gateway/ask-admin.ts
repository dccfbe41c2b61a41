import { isObject } from '../kit/config/objects.js'
import { portSetting, requiredSetting, setting } from '../kit/config/settings.js'

/**
 * Longest wait for an answer, in milliseconds: by then all workers are replaced, after a reload
 * already in progress.
 */
const deadlineMs = 120_000

/**
 * Sends a body to the admin listener of the running gateway, with the operator's secret.
 * @returns its answer, also a refusal. @throws Error when it cannot be reached.
 */
export async function postToAdmin(path: string, body: object): Promise<Record<string, unknown>> {
  const secret = setting('OPERATOR_SECRET')
  if (secret === undefined) {
    throw new Error(
      'there is no operator secret: set OPERATOR_SECRET, or DATA_DIR to the folder of the ' +
        'running service',
    )
  }
  const url = `http://${hostToAsk(requiredSetting('ADMIN_HOST'))}:${portSetting('ADMIN_PORT')}`
  try {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
    const answer = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(deadlineMs),
    })
    const answered: unknown = await answer.json()
    return isObject(answered) ? answered : {}
  } catch {
    throw new Error(
      `the gateway does not answer at ${url}: start it, or set ADMIN_HOST and ADMIN_PORT as ` +
        'for the gateway',
    )
  }
}

/** An address to reach a listener that is bound to all addresses. */
function hostToAsk(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

import { isObject } from '../kit/config/objects.js'
import { portSetting, requiredSetting, setting } from '../kit/config/settings.js'

/** The gateway could not be reached, or did not understand. */
export class NotAsked extends Error {}

/**
 * Asks the admin listener of the running gateway, with the operator's secret.
 * @param withinMs How long to wait for the answer. @param sent The body. @returns its JSON, of an error too.
 * @throws NotAsked, or Error for an invalid setting.
 */
export async function askGateway(
  method: 'GET' | 'POST',
  path: string,
  withinMs: number,
  sent?: object,
): Promise<Record<string, unknown>> {
  const secret = setting('OPERATOR_SECRET')
  if (secret === undefined) {
    throw new NotAsked(
      'there is no operator secret: set OPERATOR_SECRET, or DATA_DIR to the folder of the ' +
        'running service',
    )
  }
  const url = `http://${hostToAsk(requiredSetting('ADMIN_HOST'))}:${portSetting('ADMIN_PORT')}`
  try {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
    const signal = AbortSignal.timeout(withinMs)
    const init = { method, headers, signal, ...(sent && { body: JSON.stringify(sent) }) }
    const answer = await fetch(`${url}${path}`, init)
    const body: unknown = await answer.json()
    return isObject(body) ? body : {}
  } catch {
    throw new NotAsked(
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

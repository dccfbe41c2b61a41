import { isObject } from '../kit/config/objects.js'
import { portSetting, requiredSetting } from '../kit/config/settings.js'
import { askAsOperator } from '../kit/http/ask-as-operator.js'

/**
 * Asks the admin listener of the running gateway, with the operator's secret.
 * @param withinMs How long to wait for the answer. @param body What is sent.
 * @returns its JSON, of an error too.
 * @throws Error for the operator to read: the gateway could not be reached, or did not understand.
 */
export async function askGateway(
  method: 'GET' | 'POST',
  path: string,
  withinMs: number,
  body?: object,
): Promise<Record<string, unknown>> {
  const url = `http://${hostToAsk(requiredSetting('ADMIN_HOST'))}:${portSetting('ADMIN_PORT')}`
  const away =
    `the gateway does not answer at ${url}: start it, or set ADMIN_HOST and ADMIN_PORT as ` +
    'for the gateway'
  const answer = await askAsOperator(url, { method, path, body, withinMs }, away)
  return isObject(answer) ? answer : {}
}

/** An address to reach a listener that is bound to all addresses. */
function hostToAsk(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

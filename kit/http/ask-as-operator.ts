import { type Environment, setting } from '../config/settings.js'

interface Asked {
  method: string
  path: string
  body?: unknown
  withinMs: number
}

/**
 * Asks a running service with the operator's secret. @param away What is told without an answer.
 * @returns its JSON, of an error too. @throws Error for the operator to read.
 */
export async function askAsOperator(
  url: string,
  { method, path, body, withinMs }: Asked,
  away: string,
  env: Environment = process.env,
): Promise<unknown> {
  const secret = setting('OPERATOR_SECRET', env)
  if (secret === undefined)
    throw new Error(
      'there is no operator secret: set OPERATOR_SECRET, or DATA_DIR to the folder of the ' +
        'running service',
    )
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
  try {
    const signal = AbortSignal.timeout(withinMs)
    const sent = { method, headers, signal, body: JSON.stringify(body) } // undefined for none
    return await (await fetch(new URL(path, url), sent)).json()
  } catch (cause) {
    throw new Error(away, { cause })
  }
}

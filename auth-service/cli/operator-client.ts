import { requiredSetting, setting } from '../../kit/settings.js'

/** Longest wait for an answer, in milliseconds. */
const deadlineMs = 30_000

/** The service refused a command; the message is for the operator. */
export class RefusedCommand extends Error {
  override name = 'RefusedCommand'
}

/**
 * Asks the running service, which alone writes its store (DESIGN 4).
 * @returns `data` of the answer.
 * @throws RefusedCommand when the service says no; Error when it cannot be asked.
 */
export async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const secret = setting('OPERATOR_SECRET')
  if (secret === undefined) {
    throw new Error(
      'there is no operator secret: set OPERATOR_SECRET, or DATA_DIR to the folder of the running service',
    )
  }
  const url = requiredSetting('AUTH_INTERNAL_URL')
  const headers = {
    Authorization: `Bearer ${secret}`,
    ...(body ? { 'Content-Type': 'application/json' } : {}),
  }
  let answer: Response
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    answer = await fetch(new URL(path, url), {
      method,
      headers,
      signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  } catch {
    throw new Error(`the auth service does not answer at ${url}: start it, or set AUTH_INTERNAL_URL`)
  }
  const { data, error } = (await answer.json()) as Answer<T>
  if (error) throw new RefusedCommand(told(error))
  return data as T
}

interface Answer<T> {
  data?: T
  error?: { message: string; details: Record<string, { _errors?: string[] }> }
}

/** Every mistake on a line of its own. */
function told({ message, details }: NonNullable<Answer<unknown>['error']>): string {
  const all = Object.values(details).flatMap(({ _errors = [] }) => _errors)
  return all.length > 0 ? all.join('\n') : message
}

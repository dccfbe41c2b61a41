import {
  type InternalAnswer,
  type InternalBody,
  type InternalCallName,
  type InternalPath,
  type InternalQuery,
  internalCalls,
  internalRequest,
} from '../../kit/api/internal-api.js'
import type { PathParts } from '../../kit/api/path-template.js'
import { isObject } from '../../kit/config/objects.js'
import { type Environment, requiredSetting } from '../../kit/config/settings.js'
import { splitUrls } from '../../kit/config/texts.js'
import { askAsOperator } from '../../kit/http/ask-as-operator.js'
import { probe } from '../../kit/http/probe.js'

/** Timeout of an answer, in milliseconds. */
const deadlineMs = 30_000

/** Timeout of a health check, if there are several services. */
const healthMs = 2000

/** The content of a call besides its path. */
interface Sent<Name extends InternalCallName> {
  query?: InternalQuery<Name>
  body?: InternalBody<Name>
}

/**
 * Calls the running service, which alone writes its store (docs/architecture.md, Internal calls).
 * @param parts Values of the `{name}` parts of the call's path.
 * @returns `data` of the answer.
 * @throws Error for the operator to read: when the service cannot be reached, and, in its own
 *   words, when it refuses.
 */
export type CallService = <Name extends InternalCallName>(
  name: Name,
  parts: PathParts<InternalPath<Name>>,
  sent?: Sent<Name>,
) => Promise<InternalAnswer<Name>>

/** The calls of an operator, with the URL and the secret of the settings. */
export function operatorClient(env: Environment): CallService {
  return async (name, parts, { query, body } = {}) => {
    const urls = requiredSetting('AUTH_INTERNAL_URL', env)
    const url = await oneThatAnswers(splitUrls(urls))
    const away = `the auth service does not answer at ${urls}: start it, or set AUTH_INTERNAL_URL`
    const sent = { ...internalRequest(name, parts, query), body, withinMs: deadlineMs }
    const answer = await askAsOperator(url, sent, away, env)
    if (isObject(answer) && isObject(answer.error)) throw new Error(errorText(answer.error))
    if (isObject(answer) && isObject(answer.data)) return answer.data as InternalAnswer<typeof name>
    throw new Error(`the service at ${url} is not the auth service: set AUTH_INTERNAL_URL`)
  }
}

/**
 * The first that answers the health check, else the last: a call that changes something is sent to
 * one of them alone.
 */
async function oneThatAnswers(urls: readonly string[]): Promise<string> {
  for (const url of urls.slice(0, -1)) {
    const answer = await probe(url.replace(/\/$/, '') + internalCalls.health.path, {
      timeoutMs: healthMs,
    }).catch(() => undefined)
    if (answer?.status === 200) return url
  }
  return urls.at(-1)!
}

/** Every mistake on its own line. */
function errorText({ message, details }: Record<string, unknown>): string {
  const mistakes = Object.values(isObject(details) ? details : {}).flatMap((field) =>
    isObject(field) && Array.isArray(field._errors) ? field._errors : [],
  )
  return mistakes.length > 0 ? mistakes.join('\n') : String(message)
}

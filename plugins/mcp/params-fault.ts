import { isObject } from '../../kit/config/objects.js'

/** What the validator of the protocol's package says of a value. */
interface Issue {
  path: unknown[]
  message: unknown
}

/**
 * A message whose error is that params lack the form of the protocol, in words: the package writes
 * the list of its validator, and calls the mistake of a client an internal error.
 */
export function withParamsFault(body: Record<string, unknown>): Record<string, unknown> {
  const issues = isObject(body.error) ? issuesIn(String(body.error.message)) : undefined
  if (!issues) return body
  const told = issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return { ...body, error: { code: -32602, message: `Invalid params: ${told.join('; ')}` } }
}

function issuesIn(text: string): Issue[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text.slice(text.indexOf('[')))
  } catch {
    return undefined
  }
  return Array.isArray(value) && value.every(isIssue) ? value : undefined
}

function isIssue(value: unknown): value is Issue {
  return isObject(value) && Array.isArray(value.path)
}

import { aggregations, bodyKeys, queries } from '../../packages/query-guard/src/grammar.js'
import type { RecordedRequest } from './recorder.js'

/** A recorded request as it may be shown: it tells no word, name or number of anybody. */
export interface Example {
  method: string
  /** The path as the configuration has it, and the query, in which letters are x and digits 1. */
  url: string
  /** In the same way; words of the query language stay. */
  body?: string
  /** Such as `a visitor`, or `an api-key of the plan gold with organizations:read`. */
  caller: string
}

/** Names of the query language: they are no secret of a caller. */
const language = new Set([
  ...['body', 'index', ...Object.keys(bodyKeys), ...queries.keys(), ...aggregations.keys()],
  ...'must should filter must_not field fields gte gt lte lt order value boost ranges'.split(' '),
])

const methods = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

/** @param route The path of the endpoint that takes the request; undefined: none does. */
export function toExample(request: RecordedRequest, route: string | undefined): Example {
  const { method, url, body, caller } = request
  const at = url.indexOf('?')
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  return {
    method: methods.test(method) ? method : 'OTHER',
    url: (route ?? maskText(path)) + maskText(query),
    ...(body && { body: maskBody(body) }),
    caller: caller ? describeCaller(caller) : 'a visitor',
  }
}

/** Letters are x, digits 1; what is neither stays, and of another script nothing. */
function maskText(text: string): string {
  return text.replace(/[^\0-\x7f]|\p{L}/gu, 'x').replace(/\d/g, '1')
}

function maskBody(body: string): string {
  try {
    return JSON.stringify(mask(JSON.parse(body)))
  } catch {
    return maskText(body)
  }
}

/** The same for any JSON. */
function mask(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number') return Number(maskText(String(value)).replace(/[^\d.]/g, '') || 1)
  if (Array.isArray(value)) return value.map(mask)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      language.has(key) ? key : maskText(key),
      mask(inner),
    ]),
  )
}

function describeCaller({
  kind,
  scopes,
  plan = 'default',
}: NonNullable<RecordedRequest['caller']>) {
  if (kind === 'refused') return 'a credential that is not accepted'
  const ofPlan = plan === 'default' ? '' : ` of the plan ${plan}`
  return `an ${kind}${ofPlan} with ${scopes.join(', ') || 'no scope'}`
}

import { validationError } from '../../kit/api/errors.js'
<<<<<<< HEAD
=======
import { fieldOf, unknownParameter } from '../../kit/api/unknown-parameter.js'
>>>>>>> wt-E
import { type HourRange, hourRange } from '../../kit/usage/range.js'
import { queryParameters } from '../kit/query-parameters.js'

/** What the rows of the answer are about. */
export type Grouping = 'day' | 'hour' | 'key'

/** What a caller asks for. */
export interface UsageRequest {
  by: Grouping
  hours: HourRange
}

const groupings: readonly string[] = ['day', 'hour', 'key'] satisfies Grouping[]
<<<<<<< HEAD
=======
const known = ['from', 'to', 'by']
/** The parameter of the credential. */
const ofCredential = 'api_key'
>>>>>>> wt-E

/**
 * The request in the query of a URL.
 * @param now Milliseconds since 1970.
 * @throws ApiError VALIDATION_ERROR that names each wrong parameter, never a value.
 */
export function usageRequest(url: string, now: number): UsageRequest {
<<<<<<< HEAD
  const { query, problems } = queryParameters(url, ['from', 'to', 'by'])
=======
  const query = new URLSearchParams(url.split('?')[1])
  query.delete(ofCredential)
  const problems: Record<string, string[]> = {}
  for (const name of query.keys()) {
    if (!known.includes(name)) problems[fieldOf(name)] = [unknownParameter(name, known)]
    else if (query.getAll(name).length > 1) problems[name] = [`${name} may be sent once`]
  }
>>>>>>> wt-E
  const by = query.get('by') ?? 'day'
  if (!groupings.includes(by)) problems.by ??= [`by must be one of ${groupings.join(', ')}`]
  const written = { from: query.get('from') ?? undefined, to: query.get('to') ?? undefined }
  const found = hourRange(written, now)
  if ('mistakes' in found)
    for (const [name, mistake] of Object.entries(found.mistakes)) problems[name] ??= [mistake]
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return { by: by as Grouping, hours: (found as { range: HourRange }).range }
}

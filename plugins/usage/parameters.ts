import { validationError } from '../../kit/api/errors.js'
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

/**
 * The request in the query of a URL.
 * @param now Milliseconds since 1970.
 * @throws ApiError VALIDATION_ERROR that names each wrong parameter, never a value.
 */
export function usageRequest(url: string, now: number): UsageRequest {
  const { query, problems } = queryParameters(url, ['from', 'to', 'by'])
  const by = query.get('by') ?? 'day'
  if (!groupings.includes(by)) problems.by ??= [`by must be one of ${groupings.join(', ')}`]
  const written = { from: query.get('from') ?? undefined, to: query.get('to') ?? undefined }
  const found = hourRange(written, now)
  if ('mistakes' in found)
    for (const [name, mistake] of Object.entries(found.mistakes)) problems[name] ??= [mistake]
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return { by: by as Grouping, hours: (found as { range: HourRange }).range }
}

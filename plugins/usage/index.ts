import { LRUCache } from 'lru-cache'
import { ApiError, validationError } from '../../kit/api/errors.js'
import type { UsageRow } from '../../kit/usage/counts.js'
import { openUsageStore } from '../../kit/usage/open.js'
import {
  compareRequests,
  parseHourRange,
  reportUsage,
  type UsageLabel,
  type UsageReport,
} from '../../kit/usage/report.js'
import type { HourRange, UsageStore } from '../../kit/usage/store.js'
import type { Caller } from '../kit/context.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { queryParameters } from '../kit/query-parameters.js'

/** Answers with what the caller has used. */
const usage = definePolicy<object, 'caller'>({
  name: 'usage',
  params: {},
  role: 'answer',
  place: { needs: ['caller'] },
  create() {
    let reports: UsageReports | undefined
    return async function usage(context, req) {
      const request = parseRequest(req.url ?? '', Date.now())
      reports ??= new UsageReports(await openUsageStore())
      const { rows, totals } = await reports.report(context.caller, request)
      const { by, hours } = request
      const data = { by, ...hours, rows, totals }
      context.result = { data, headers: { 'Cache-Control': 'no-store' } }
      return undefined
    }
  },
})

/** What a caller asks for. */
export interface UsageRequest {
  /** What the rows of the answer are about. */
  by: keyof typeof labels
  hours: HourRange
}

const labels = {
  day: ({ hour }: UsageRow) => ({ day: hour.slice(0, 10) }),
  hour: ({ hour }: UsageRow) => ({ hour }),
  key: ({ key, prefix }: UsageRow) => ({ key, prefix }),
} satisfies Record<string, (row: UsageRow) => UsageLabel>

/**
 * The request in the query of a URL.
 * @param now Milliseconds since 1970.
 * @throws ApiError VALIDATION_ERROR that names each wrong parameter, never a value.
 */
function parseRequest(url: string, now: number): UsageRequest {
  const { query, problems } = queryParameters(url, ['from', 'to', 'by'])
  const by = query.get('by') ?? 'day'
  if (!Object.hasOwn(labels, by)) problems.by ??= [`by must be one of ${groupings}`]
  const written = { from: query.get('from') ?? undefined, to: query.get('to') ?? undefined }
  const found = parseHourRange(written, now)
  if ('mistakes' in found)
    for (const [name, mistake] of Object.entries(found.mistakes)) problems[name] ??= [mistake]
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return { by: by as UsageRequest['by'], hours: (found as { range: HourRange }).range }
}

const groupings = Object.keys(labels).join(', ')

/** One by hour of all 35 days has about 150 KB. */
const maxRemembered = 100

/** Usage is written once a minute. */
const rememberedMs = 30_000

interface ReportOrder {
  caller: Caller
  request: UsageRequest
}

/** Reports of what callers have used. Equal calls share one read of the store. */
export class UsageReports {
  readonly #remembered: LRUCache<string, UsageReport<UsageLabel>, ReportOrder>

  constructor(store: UsageStore) {
    this.#remembered = new LRUCache<string, UsageReport<UsageLabel>, ReportOrder>({
      max: maxRemembered,
      ttl: rememberedMs,
      fetchMethod: (_id, _old, { context }) => makeReport(context, store),
    })
  }

  /** @throws ApiError SERVICE_UNAVAILABLE when the store cannot be read. */
  async report(caller: Caller, request: UsageRequest): Promise<UsageReport<UsageLabel>> {
    const key = caller.kind === 'api-key' ? caller.credentialId : null
    const id = JSON.stringify([caller.ownerId, key, request])
    try {
      return await this.#remembered.forceFetch(id, { context: { caller, request } })
    } catch (cause) {
      const message = 'Usage cannot be read right now. Try again shortly.'
      throw new ApiError('SERVICE_UNAVAILABLE', message, { cause })
    }
  }
}

async function makeReport(
  { caller, request: { by, hours } }: ReportOrder,
  store: UsageStore,
): Promise<UsageReport<UsageLabel>> {
  const rows = filterRows(caller, store.read('usage', hours, caller.ownerId))
  const report = await reportUsage<UsageLabel>(rows, labels[by])
  if (by === 'key') report.rows.sort(compareRequests)
  return report
}

/** A key, which may be inside a public page, shows nothing of its owner's other keys. */
async function* filterRows(
  { kind, credentialId }: Caller,
  rows: AsyncIterable<UsageRow>,
): AsyncGenerator<UsageRow> {
  for await (const row of rows) if (kind !== 'api-key' || row.key === credentialId) yield row
}

export const { version, policies, schema, init } = definePlugin(usage)

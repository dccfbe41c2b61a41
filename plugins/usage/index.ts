import { ApiError } from '../../kit/api/errors.js'
import { usageStore } from '../../kit/usage/open.js'
import {
  byRequests,
  type UsageLabel,
  type UsageReport,
  usageReport,
} from '../../kit/usage/report.js'
import type { UsageStore } from '../../kit/usage/store.js'
import type { UsageRow } from '../../kit/usage/usage.js'
import type { Caller } from '../kit/context.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { type Grouping, type UsageRequest, usageRequest } from './parameters.js'

/** Answers with what the caller has used. */
const usage = definePolicy<object, 'caller'>({
  name: 'usage',
  params: {},
  role: 'answer',
  place: { needs: ['caller'] },
  create() {
    let store: UsageStore | undefined
    return async function usage(context, req) {
      const request = usageRequest(req.url ?? '', Date.now())
      store ??= await usageStore()
      const { rows, totals } = await reportFor(context.caller, request, store)
      const { by, hours } = request
      const data = { by, ...hours, rows, totals }
      context.result = { data, headers: { 'Cache-Control': 'no-store' } }
      return undefined
    }
  },
})

/** @throws ApiError SERVICE_UNAVAILABLE when the store cannot be read. */
async function reportFor(
  caller: Caller,
  { by, hours }: UsageRequest,
  store: UsageStore,
): Promise<UsageReport<UsageLabel>> {
  try {
    const own = ownRows(caller, store.read(hours, caller.ownerId))
    const report = await usageReport(own, labels[by])
    if (by === 'key') report.rows.sort(byRequests)
    return report
  } catch (cause) {
    const message = 'Usage cannot be read right now. Try again shortly.'
    throw new ApiError('SERVICE_UNAVAILABLE', message, { cause })
  }
}

const labels: Readonly<Record<Grouping, (row: UsageRow) => UsageLabel>> = {
  day: ({ hour }) => ({ day: hour.slice(0, 10) }),
  hour: ({ hour }) => ({ hour }),
  key: ({ key, prefix }) => ({ key, prefix }),
}

/** A key, which may be inside a public page, shows nothing of its owner's other keys. */
async function* ownRows(
  { kind, credentialId }: Caller,
  rows: AsyncIterable<UsageRow>,
): AsyncGenerator<UsageRow> {
  for await (const row of rows) if (kind !== 'api-key' || row.key === credentialId) yield row
}

export const { version, policies, schema, init } = definePlugin(usage)

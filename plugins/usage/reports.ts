import { LRUCache } from 'lru-cache'
import { ApiError } from '../../kit/api/errors.js'
import {
  byRequests,
  type UsageLabel,
  type UsageReport,
  usageReport,
} from '../../kit/usage/report.js'
import type { UsageStore } from '../../kit/usage/store.js'
import type { UsageRow } from '../../kit/usage/usage.js'
import type { Caller } from '../kit/context.js'
import type { Grouping, UsageRequest } from './parameters.js'

/** One by hour of all 35 days has about 150 KB. */
const maxRemembered = 100

/** Usage is written once a minute. */
const rememberedMs = 30_000

interface Asked {
  caller: Caller
  request: UsageRequest
}

/** Reports of what callers have used. Equal calls share one read of the store. */
export class UsageReports {
  readonly #remembered: LRUCache<string, UsageReport<UsageLabel>, Asked>

  constructor(store: UsageStore) {
    this.#remembered = new LRUCache<string, UsageReport<UsageLabel>, Asked>({
      max: maxRemembered,
      ttl: rememberedMs,
      fetchMethod: (_id, _old, { context }) => reportFor(context, store),
    })
  }

  /** @throws ApiError SERVICE_UNAVAILABLE when the store cannot be read. */
  async of(caller: Caller, request: UsageRequest): Promise<UsageReport<UsageLabel>> {
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

async function reportFor(
  { caller, request: { by, hours } }: Asked,
  store: UsageStore,
): Promise<UsageReport<UsageLabel>> {
  const report = await usageReport(ownRows(caller, store.read(hours, caller.ownerId)), labels[by])
  if (by === 'key') report.rows.sort(byRequests)
  return report
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

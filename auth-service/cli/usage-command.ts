import type { Environment } from '../../kit/config/settings.js'
import type { UsageRow } from '../../kit/usage/counts.js'
import { openUsageStore } from '../../kit/usage/open.js'
import {
  compareRequests,
  parseHourRange,
  reportUsage,
  type UsageLabel,
} from '../../kit/usage/report.js'
import type { CallService } from './operator-client.js'

/** What `npm run usage` takes besides a user. */
interface UsageOptions {
  from?: string
  to?: string
  by?: string
}

/**
 * The usage of a user, or of all, a row for each credential; read where the gateways write it.
 * @throws Error for the operator to read.
 */
export async function usageRows(
  user: string | undefined,
  { from, to, by = 'key' }: UsageOptions,
  { env, call }: { env: Environment; call: CallService },
): Promise<object[]> {
  const found = parseHourRange({ from, to }, Date.now())
  if ('mistakes' in found) throw new Error(Object.values(found.mistakes).join('\n'))
  const owner = user === undefined ? undefined : await findOwner(user, call)
  const store = await openUsageStore(env)
  const { rows } = await reportUsage(store.read('usage', found.range, owner), (row) =>
    toLabel(row, by),
  )
  if (by === 'key') rows.sort(compareRequests)
  return rows.map(({ errors, ...row }) => ({ ...row, ...errorColumns(errors) }))
}

function toLabel({ hour, owner, key, prefix }: UsageRow, by: string): UsageLabel {
  const credential = { owner, key, prefix }
  if (by === 'key') return credential
  return by === 'day' ? { day: hour.slice(0, 10), ...credential } : { hour, ...credential }
}

/** Their number, and each code with its own. */
function errorColumns(errors: Record<string, number>): object {
  const codes = Object.entries(errors).sort(([, a], [, b]) => b - a)
  const sum = codes.reduce((all, [, count]) => all + count, 0)
  return { errors: sum, codes: codes.map(([code, count]) => `${code}=${count}`).join(' ') || null }
}

/** Only an address needs the running service. */
async function findOwner(user: string, call: CallService): Promise<string> {
  if (/^\d+$/.test(user)) return user
  const { users } = await call('listUsers', {})
  const found = users.find(({ email }) => email.toLowerCase() === user.toLowerCase())
  if (!found) throw new Error('there is no such user: npm run users -- list shows them')
  return String(found.id)
}

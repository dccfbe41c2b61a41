import { useLoaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { bytes, count } from '../kit/format.js'
import { listKeys, usage } from './calls.js'
import { measured } from './series.js'

/** The same time by key, the busiest first. */
export function UsageByKey({ from, to }: { from: Date; to: Date }) {
  const { data, error } = useLoaded(async (signal) => {
    const [answer, { keys }] = await Promise.all([usage(from, to, 'key', signal), listKeys(signal)])
    const names = new Map(keys.map(({ id, name }) => [id, name]))
    const rows = answer?.rows ?? []
    return rows
      .map((row) => ({ ...row, name: row.key ? names.get(row.key) : 'Signed in' }))
      .sort((one, other) => other.requests - one.requests)
  }, `${from.toISOString()} ${to.toISOString()}`)
  if (error !== undefined) return <Problem error={error} />
  if (!data || data.length === 0) return null
  return (
    <section class="scroll" tabIndex={0} aria-label="Usage by key">
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col" class="number">
              Requests
            </th>
            <th scope="col" class="number">
              Cost
            </th>
            <th scope="col" class="number">
              Errors
            </th>
            <th scope="col" class="number">
              Traffic
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row">{row.name ?? 'A deleted key'}</th>
              <td class="number">{count(row.requests)}</td>
              <td class="number">{count(row.cost)}</td>
              <td class="number">{count(measured(row, 'errors'))}</td>
              <td class="number">{bytes(row.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

import { count } from '../kit/format.js'
import type { Bucket, Chart } from './buckets.js'
import { titleOf } from './values.js'

interface ChartsProps {
  charts: readonly Chart[]
  /** A click on a bar. */
  onFilter(clause: object): void
}

/** What the aggregations have found: bars that filter, and numbers. */
export function Charts({ charts, onFilter }: ChartsProps) {
  if (charts.length === 0) return null
  return (
    <div class="charts">
      {charts.map(({ name, buckets, numbers }) => (
        <figure key={name}>
          <figcaption>{titleOf(name)}</figcaption>
          {buckets && <Bars name={name} buckets={buckets} onFilter={onFilter} />}
          {numbers && (
            <dl class="numbers">
              {numbers.map(([key, value]) => (
                <div key={key}>
                  <dt>{titleOf(key)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </figure>
      ))}
    </div>
  )
}

interface BarsProps {
  name: string
  buckets: readonly Bucket[]
  onFilter(clause: object): void
}

function Bars({ name, buckets, onFilter }: BarsProps) {
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count))
  const details = [...new Set(buckets.flatMap((bucket) => Object.keys(bucket.details)))]
  if (buckets.length === 0) return <p class="hint">Nothing to count</p>
  return (
    <section class="scroll bars" tabIndex={0} aria-label={`Chart: ${name}`}>
      <table>
        <thead class={details.length > 0 ? undefined : 'away'}>
          <tr>
            {[titleOf(name), 'Bar', 'Count', ...details.map(titleOf)].map((title, i) => (
              <th key={title} scope="col">
                {i < 2 ? <span class="away">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.label}>
              <th scope="row">
                <Label bucket={bucket} onFilter={onFilter} />
              </th>
              <td class="bar">
                <meter aria-hidden="true" max={most} value={bucket.count} />
              </td>
              <td class="number">{count(bucket.count)}</td>
              {details.map((key) => (
                <td key={key}>{bucket.details[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Label({ bucket, onFilter }: { bucket: Bucket; onFilter(clause: object): void }) {
  const { label, clause } = bucket
  if (!clause) return <>{label}</>
  return (
    <button
      type="button"
      class="link"
      title={`Filter by ${label}`}
      onClick={() => onFilter(clause)}
    >
      {label}
    </button>
  )
}

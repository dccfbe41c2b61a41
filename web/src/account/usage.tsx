import { useState } from 'preact/hooks'
import type { UsageRow } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import { Choice } from '../kit/choice.js'
import { Problem } from '../kit/form.js'
import { formatBytes, formatCompact, formatCount } from '../kit/format.js'
import { Bars } from './bars.js'
import { listKeys, loadUsage } from './calls.js'
import {
  getMeasure,
  type Measure,
  type Span,
  spans,
  sumMeasure,
  toBars,
  toBounds,
} from './series.js'

const measures: readonly [measure: Measure, title: string, show: (value: number) => string][] = [
  ['requests', 'Requests', formatCount],
  ['cost', 'Query cost', formatCount],
  ['errors', 'Errors', formatCount],
  ['bytes', 'Traffic', formatBytes],
]

/** What the user's credentials have used, as numbers and as a chart. */
export function Usage() {
  const [span, setSpan] = useState(spans[1]!)
  const { data, error } = useLoaded(async (signal) => {
    const bounds = toBounds(span, Date.now())
    const answer = await loadUsage(bounds.from, bounds.to, span.by, signal)
    return answer && { rows: answer.rows, bounds, span }
  }, span.title)
  if (!data && error === undefined) return null
  return (
    <section class="card" aria-labelledby="usage">
      <div class="title">
        <h2 id="usage">Usage</h2>
        <Choice
          label="Time"
          options={spans.map((option) => [option, option.title])}
          chosen={span}
          onChoose={setSpan}
        />
      </div>
      <Problem error={error} />
      {data && <Chart {...data} />}
      {data && <p class="hint">Calls of the last minute may not be counted yet.</p>}
      {data && <UsageByKey {...data.bounds} />}
    </section>
  )
}

interface ChartProps {
  rows: UsageRow[]
  span: Span
  bounds: { from: Date; to: Date }
}

/** The totals. One of them is drawn as a chart. */
function Chart({ rows, span, bounds }: ChartProps) {
  const [chosen, setChosen] = useState<Measure>('requests')
  const [, title, show] = measures.find(([measure]) => measure === chosen)!
  return (
    <>
      <fieldset class="totals">
        <legend class="away">What the chart shows</legend>
        {measures.map(([measure, name, inWords]) => (
          <button
            key={measure}
            type="button"
            aria-pressed={measure === chosen}
            onClick={() => setChosen(measure)}
          >
            <span>{name}</span> <strong>{inWords(sumMeasure(rows, measure))}</strong>
          </button>
        ))}
      </fieldset>
      <Bars
        title={`${title} per ${span.by}`}
        bars={toBars(rows, span, bounds, chosen)}
        show={chosen === 'bytes' ? show : formatCompact}
      />
    </>
  )
}

/** Usage by key. The busiest comes first. */
function UsageByKey({ from, to }: { from: Date; to: Date }) {
  const { data, error } = useLoaded(async (signal) => {
    const [answer, { keys }] = await Promise.all([
      loadUsage(from, to, 'key', signal),
      listKeys(signal),
    ])
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
            {['Requests', 'Cost', 'Errors', 'Traffic'].map((title) => (
              <th key={title} scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row">{row.name ?? 'A deleted key'}</th>
              <td class="number">{formatCount(row.requests)}</td>
              <td class="number">{formatCount(row.cost)}</td>
              <td class="number">{formatCount(getMeasure(row, 'errors'))}</td>
              <td class="number">{formatBytes(row.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

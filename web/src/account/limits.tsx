import { useState } from 'preact/hooks'
import type { Limit, Limits as LimitsAnswer } from '../../../packages/client/src/types.js'
import type { Loaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { formatCount, formatDuration, formatPeriod } from '../kit/format.js'

/** The number of limits that are shown at first. */
const fewLimits = 5

/** Every limit of the user with what is left of it. The most used comes first. */
export function Limits({ data, error, reload }: Loaded<LimitsAnswer | undefined>) {
  const [isWhole, setWhole] = useState(false)
  if (!data && error === undefined) return null
  const sorted = [...(data?.limits ?? [])].sort(
    (one, other) => getShareLeft(one) - getShareLeft(other),
  )
  const shown = isWhole ? sorted : sorted.slice(0, fewLimits)
  return (
    <section class="card" aria-labelledby="limits">
      <div class="title">
        <div>
          <h2 id="limits">Limits</h2>
          {data && <p class="lead">Of the {data.plan} plan, the most used first.</p>}
        </div>
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <Problem error={error} />
      <ul class="meters">
        {shown.map((limit) => (
          <Meter key={`${limit.name} ${limit.unit} ${limit.by}`} {...limit} />
        ))}
      </ul>
      {sorted.length > fewLimits && (
        <button
          type="button"
          class="link"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${sorted.length} limits`}
        </button>
      )}
    </section>
  )
}

const getShareLeft = ({ limit, remaining }: Limit) => (limit > 0 ? remaining / limit : 0)

const counters: Readonly<Record<string, string>> = {
  owner: 'all your keys together',
  key: 'this credential',
  address: 'your address',
}

function Meter({ unit, by, limit, windowSeconds, remaining, resetSeconds, calls }: Limit) {
  const words = `${formatCount(remaining)} of ${formatCount(limit)} ${unit} left`
  return (
    <li>
      <div>
        <h3>{words}</h3>
        <p>
          {formatPeriod(windowSeconds)}, for {counters[by] ?? by}
        </p>
      </div>
      <div>
        <meter aria-label={words} max={limit} low={limit / 10} optimum={limit} value={remaining} />
        <p title={calls.join('\n')}>
          <code>{calls[0]}</code>
          {calls.length > 1 && ` and ${calls.length - 1} more`}
        </p>
      </div>
      <p class="facts">
        {remaining >= limit ? 'Unused' : `Resets in ${formatDuration(resetSeconds)}`}
      </p>
    </li>
  )
}

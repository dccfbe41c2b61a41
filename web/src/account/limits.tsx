import { useLoaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { count, duration, per } from '../kit/format.js'
import { type Limit, limits } from './calls.js'

/** Every limit that holds for the user, and what is left of it. */
export function Limits() {
  const { data, error, reload } = useLoaded(limits, '')
  if (!data && error === undefined) return null
  return (
    <section class="card" aria-labelledby="limits">
      <div class="title">
        <div>
          <h2 id="limits">Limits</h2>
          {data && <p class="lead">Of the {data.plan} plan. Asking is free.</p>}
        </div>
        <button type="button" onClick={reload}>
          Refresh
        </button>
      </div>
      <Problem error={error} />
      <ul class="meters">
        {data?.limits.map((limit, i) => (
          <Meter key={i} {...limit} />
        ))}
      </ul>
    </section>
  )
}

const counters: Readonly<Record<string, string>> = {
  owner: 'all your keys together',
  key: 'this credential',
  address: 'your address',
}

function Meter({ name, unit, by, limit, windowSeconds, remaining, resetSeconds }: Limit) {
  const words = `${count(remaining)} of ${count(limit)} ${unit === 'cost' ? 'cost' : unit} left`
  return (
    <li>
      <div>
        <h3>{words}</h3>
        <p>
          {per(windowSeconds)}, for {counters[by] ?? by}
          {name && ` (${name})`}
        </p>
      </div>
      <meter aria-label={words} max={limit} low={limit / 10} optimum={limit} value={remaining} />
      <p class="facts">{remaining >= limit ? 'Unused' : `Resets in ${duration(resetSeconds)}`}</p>
    </li>
  )
}

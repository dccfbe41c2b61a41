import { formatCount, formatDuration } from '../kit/format.js'
import type { Status } from './calls.js'
import { Section } from './section.js'

/** Limits of which someone has less than a tenth left, the least first. */
export function Limits({ status: { limitsNearEnd, rateLimits } }: { status: Status }) {
  const isElsewhere = rateLimits?.store === 'redis'
  const none = isElsewhere ? 'They are counted in Redis, which is not asked for them.' : 'None.'
  return (
    <Section id="limits" title="Limits nearly used up" lead="Less than a tenth is left.">
      {limitsNearEnd.length === 0 && <p class="facts">{none}</p>}
      <ul class="rows">
        {limitsNearEnd.map(({ name, by, key, unit, limit, remaining, resetSeconds }) => (
          <li key={`${name} ${key}`}>
            <h3>{name}</h3>
            <span>
              {by} <code>{key}</code>
            </span>
            <span>{`${formatCount(remaining)} of ${formatCount(limit)} ${unit} left`}</span>
            <span class="facts">Resets in {formatDuration(resetSeconds)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

import { count, duration } from '../kit/format.js'
import type { Status } from './calls.js'
import { Section } from './section.js'

/** Limits of which someone has less than a tenth left, the least first. */
export function Limits({ status: { limitsNearEnd, rateLimits } }: { status: Status }) {
  if (rateLimits?.store === 'redis')
    return (
      <Section id="limits" title="Limits near their end">
        <p class="facts">They are counted in Redis, which is not asked for them.</p>
      </Section>
    )
  return (
    <Section id="limits" title="Limits near their end" lead="Less than a tenth is left.">
      {limitsNearEnd.length === 0 && <p class="facts">None.</p>}
      <ul class="meters">
        {limitsNearEnd.map(({ name, by, key, unit, limit, remaining, resetSeconds }) => {
          const words = `${count(remaining)} of ${count(limit)} ${unit} left`
          return (
            <li key={`${name} ${key}`}>
              <div>
                <h3>{name}</h3>
                <p>
                  {by} <code>{key}</code>
                </p>
              </div>
              <div>
                <meter
                  aria-label={words}
                  max={limit}
                  low={limit / 10}
                  optimum={limit}
                  value={remaining}
                />
                <p>{words}</p>
              </div>
              <p class="facts">Resets in {duration(resetSeconds)}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

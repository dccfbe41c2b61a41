import { time } from '../kit/format.js'
import type { Change, Status } from './calls.js'
import { Section } from './section.js'

const causes = { operator: 'by the operator', SIGHUP: 'by SIGHUP', watch: 'as files changed' }

/** What was read since the start, and what it has changed. */
export function Reloads({ status: { config } }: { status: Status }) {
  const { hash, loadedAt, reloads } = config
  return (
    <Section
      id="reloads"
      title="Configuration"
      lead={
        <>
          <code>{hash}</code> is in force since {time(loadedAt)}.
        </>
      }
    >
      {reloads.length === 0 && <p class="facts">Not reloaded since the start.</p>}
      <ul class="rows whole">
        {reloads.map(({ at, by, hash, changes, refused }) => (
          <li key={at}>
            <h3>
              {time(at)}, {causes[by]}{' '}
              <span class={refused === undefined ? 'chip accent' : 'chip bad'}>
                {refused === undefined ? `in force as ${hash}` : 'refused'}
              </span>
            </h3>
            {refused === undefined ? (
              <Changes changes={changes} />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
              <pre tabIndex={0}>{refused}</pre>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const effects = { allows: 'Allowed', refuses: 'Refused', changes: 'Changed' }

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p class="facts">Nothing has changed.</p>
  return (
    <ul class="texts">
      {changes.map(({ effect, part, text, place }) => (
        <li key={`${effect} ${part} ${text}`}>
          {effects[effect]}: {part}: {text} {place !== undefined && <code>{place}</code>}
        </li>
      ))}
    </ul>
  )
}

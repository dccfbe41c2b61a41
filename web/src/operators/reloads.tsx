import { time } from '../kit/format.js'
import type { Deed } from './act-dialog.js'
import type { Reload, Status } from './calls.js'
import { Effects } from './effects.js'
import { comparing, goingBack } from './reload-deeds.js'
import { Section } from './section.js'

const ways = { operator: 'by the operator', SIGHUP: 'by SIGHUP', watch: 'as files changed' }

interface ReloadsProps {
  status: Status
  ask(deed: Deed): void
}

/** What was read since the start, by whom, and what it has changed. */
export function Reloads({ status: { config }, ask }: ReloadsProps) {
  const { hash, loadedAt, isBack, earlier, reloads } = config
  return (
    <Section
      id="reloads"
      title="Configuration"
      lead={
        <>
          <code>{hash}</code> is in force since {time(loadedAt)}.
          {isBack && ' The files say something else: a restart or the next reload takes them.'}
        </>
      }
    >
      <p class="actions">
        <button type="button" onClick={() => ask(comparing)}>
          Compare with the files
        </button>
        {earlier && (
          <button type="button" onClick={() => ask(goingBack(earlier.hash))}>
            Go back to {earlier.hash}
          </button>
        )}
      </p>
      {reloads.length === 0 && <p class="facts">Not reloaded since the start.</p>}
      <ul class="rows whole">
        {reloads.map((reload) => (
          <li key={reload.at}>
            <h3>
              {time(reload.at)}, {whoReloaded(reload)}{' '}
              <span class={reload.refused === undefined ? 'chip accent' : 'chip bad'}>
                {reload.refused === undefined ? `in force as ${reload.hash}` : 'refused'}
              </span>
            </h3>
            {reload.refused !== undefined && <pre tabIndex={0}>{reload.refused}</pre>}
            {(reload.refused === undefined || reload.changed > 0) && <Effects {...reload} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** `by the operator (ann), back to what was before`. */
function whoReloaded({ via, by, back }: Pick<Reload, 'via' | 'by' | 'back'>): string {
  const name = by === undefined ? '' : ` (${by})`
  return `${ways[via]}${name}${back ? ', back to what was before' : ''}`
}

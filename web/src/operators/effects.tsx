import { count, counted } from '../kit/format.js'
import type { Change, Replay } from './calls.js'

const titles = {
  allows: 'Becomes allowed',
  refuses: 'Becomes refused',
  changes: 'Other changes',
} as const

interface EffectsProps {
  changes: readonly Change[]
  /** How many there are; by default those. */
  changed?: number
  replay?: Replay
  /** Why the last requests were not decided again. */
  notReplayed?: string
}

/** What a configuration does in place of another one. */
export function Effects({ changes, changed = changes.length, replay, notReplayed }: EffectsProps) {
  return (
    <>
      {changes.length === 0 && <p class="facts">Nothing changes.</p>}
      {(['allows', 'refuses', 'changes'] as const).map((effect) => {
        const some = changes.filter((change) => change.effect === effect)
        return some.length > 0 && <Changes key={effect} title={titles[effect]} changes={some} />
      })}
      {changed > changes.length && <p class="facts">And {count(changed - changes.length)} more.</p>}
      {replay && (
        <p class="facts">
          {count(replay.flipped)} of {counted(replay.requests, 'request')} would be decided otherwise.
        </p>
      )}
      {notReplayed && <p class="facts">{notReplayed}</p>}
    </>
  )
}

function Changes({ title, changes }: { title: string; changes: readonly Change[] }) {
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <ul class="texts">
        {changes.map(({ part, text, place }) => (
          <li key={`${part} ${text} ${place}`}>
            {part}: {text} {place && <code>{place}</code>}
          </li>
        ))}
      </ul>
    </>
  )
}

import { formatCount, formatCounted, formatTime } from '../kit/format.js'
import type { OperatorAction } from './action-dialog.js'
import {
  type Change,
  postWithSecret,
  type Reload,
  type Reloaded,
  type Replay,
  type Status,
} from './calls.js'
import { Section } from './section.js'

const ways = { operator: 'by the operator', SIGHUP: 'by SIGHUP', watch: 'as files changed' }

interface ReloadsProps {
  status: Status
  ask(action: OperatorAction): void
}

/** The history of reloads: by whom, and what they changed. */
export function Reloads({ status: { config }, ask }: ReloadsProps) {
  const { hash, loadedAt, isBack, earlier, reloads } = config
  return (
    <Section
      id="reloads"
      title="Configuration"
      lead={
        <>
          <code>{hash}</code> is in force since {formatTime(loadedAt)}.
          {isBack && ' The files say something else: a restart or the next reload takes them.'}
        </>
      }
    >
      <p class="actions">
        <button type="button" onClick={() => ask(compareAction)}>
          Compare with the files
        </button>
        {earlier && (
          <button type="button" onClick={() => ask(createReturnAction(earlier.hash))}>
            Go back to {earlier.hash}
          </button>
        )}
      </p>
      {reloads.length === 0 && <p class="facts">Not reloaded since the start.</p>}
      <ul class="rows whole">
        {reloads.map((reload) => (
          <li key={reload.at}>
            <h3>
              {formatTime(reload.at)}, {describeSource(reload)}{' '}
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
function describeSource({ via, by, back }: Pick<Reload, 'via' | 'by' | 'back'>): string {
  const name = by === undefined ? '' : ` (${by})`
  return `${ways[via]}${name}${back ? ', back to what was before' : ''}`
}

const running = 'Reading the files, and comparing what they allow …'

export const reloadAction: OperatorAction = {
  title: 'Reload the configuration?',
  effect: 'The files are read again. With a mistake in them nothing changes.',
  submit: 'Reload',
  running,
  dismiss: 'Close',
  run: (secret) => runReload(secret, {}),
}

/** Tells what a reload would change. */
const compareAction: OperatorAction = {
  title: 'Compare with the files?',
  effect: 'The files are read and checked. What is in force stays.',
  submit: 'Compare',
  running,
  dismiss: 'Close',
  run: (secret) => runReload(secret, { dry: true }),
}

/** @param hash Of the configuration before. */
const createReturnAction = (hash: string): OperatorAction => ({
  title: `Go back to ${hash}?`,
  effect:
    'The configuration before comes into force again. The files stay as they are. ' +
    'A restart or the next reload takes them.',
  submit: 'Go back',
  running,
  dismiss: 'Close',
  isDangerous: true,
  run: (secret) => runReload(secret, { back: true }),
})

async function runReload(secret: string, options: object) {
  const answer = await postWithSecret<Reloaded>('/reload', secret, options)
  const { config, compared, notes } = answer
  return (
    <>
      <p>
        {compared
          ? `Configuration ${compared.hash} would replace ${config.hash}.`
          : `Configuration ${config.hash} is in force.`}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Effects {...answer} />
    </>
  )
}

const titles = {
  allows: 'Becomes allowed',
  refuses: 'Becomes refused',
  changes: 'Other changes',
} as const

interface EffectsProps {
  changes: readonly Change[]
  /** The number of all changes, if the list is cut. */
  changed?: number
  replay?: Replay
  /** Why the last requests were not decided again. */
  notReplayed?: string
}

/** The changes between two configurations. */
function Effects({ changes, changed = changes.length, replay, notReplayed }: EffectsProps) {
  return (
    <>
      {changes.length === 0 && <p class="facts">Nothing changes.</p>}
      {(['allows', 'refuses', 'changes'] as const).map((effect) => {
        const some = changes.filter((change) => change.effect === effect)
        return some.length > 0 && <Changes key={effect} title={titles[effect]} changes={some} />
      })}
      {changed > changes.length && (
        <p class="facts">And {formatCount(changed - changes.length)} more.</p>
      )}
      {replay && (
        <p class="facts">
          {formatCount(replay.flipped)} of {formatCounted(replay.requests, 'request')} decided
          otherwise.
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

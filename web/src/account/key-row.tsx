import type { ApiKey } from '../../../packages/client/src/types.js'
import { formatDate, formatDuration, formatTime } from '../kit/format.js'
import type { KeyTask } from './key-dialog.js'

interface KeyRowProps {
  apiKey: ApiKey
  /** All keys, of which one may replace another. */
  keys: readonly ApiKey[]
  begin(task: KeyTask): void
}

const taskTitles = { edit: 'Edit', rotate: 'Rotate', revoke: 'Revoke' }
const tasks = ['edit', 'rotate', 'revoke'] as const
const replacedTasks = ['edit', 'revoke'] as const

/** A key, and what can be done with it. */
export function KeyRow({ apiKey, keys, begin }: KeyRowProps) {
  const { name, prefix, state, scopes, plan, allow } = apiKey
  const isReplaced = apiKey.rotatedTo !== undefined
  const prefixOf = (id: string | undefined) => keys.find((key) => key.id === id)?.prefix
  const places = [...(allow?.addresses ?? []), ...(allow?.origins ?? [])]
  return (
    <li class={state === 'active' ? undefined : 'ended'}>
      <div>
        <h3>{name}</h3>
        <code>{prefix}_…</code>
      </div>
      <p class="chips">
        {state !== 'active' && <span class="chip bad">{state}</span>}
        {isReplaced && <span class="chip bad">replaced</span>}
        {plan && <span class="chip accent">{plan} plan</span>}
        {scopes.map((scope) => (
          <span key={scope} class="chip">
            {scope}
          </span>
        ))}
        {places.map((place) => (
          <span key={place} class="chip">
            only {place}
          </span>
        ))}
      </p>
      <p class="facts">
        {describeLife(apiKey)}
        <br />
        <Replacement says="Replaced by" prefix={prefixOf(apiKey.rotatedTo)} />
        <Replacement says="Replaces" prefix={prefixOf(apiKey.rotatedFrom)} />
        {describeUse(apiKey)}
      </p>
      {state === 'active' && (
        <div class="actions">
          {(isReplaced ? replacedTasks : tasks).map((kind) => (
            <button
              key={kind}
              type="button"
              class="small"
              aria-label={`${taskTitles[kind]} ${name}`}
              onClick={() => begin({ kind, key: apiKey })}
            >
              {taskTitles[kind]}
            </button>
          ))}
        </div>
      )}
    </li>
  )
}

/** The other key of a rotation, as long as it is listed. */
function Replacement({ says, prefix }: { says: string; prefix: string | undefined }) {
  if (prefix === undefined) return null
  return (
    <>
      {says} <code>{prefix}_…</code>
      <br />
    </>
  )
}

function describeLife({
  state,
  createdAt,
  expiresAt,
  expiresInSeconds,
  rotatedTo,
}: ApiKey): string {
  if (state !== 'active') return `Created ${formatDate(createdAt)}, ended ${formatDate(expiresAt)}`
  if (rotatedTo !== undefined)
    return `Ends ${formatTime(expiresAt)}, in ${formatDuration(expiresInSeconds)}`
  return `Expires ${formatDate(expiresAt)}, in ${formatDuration(expiresInSeconds)}`
}

function describeUse({ lastUsedAt, lastUsedIp }: ApiKey): string {
  if (lastUsedAt === null) return 'Never used'
  return `Last used ${formatTime(lastUsedAt)}${lastUsedIp === null ? '' : ` from ${lastUsedIp}`}`
}

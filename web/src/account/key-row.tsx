import { date, duration, time } from '../kit/format.js'
import type { OwnKey } from './calls.js'
import type { KeyTask } from './key-dialog.js'

interface KeyRowProps {
  apiKey: OwnKey
  begin(task: KeyTask): void
}

/** A key, and what can be done with it. */
export function KeyRow({ apiKey, begin }: KeyRowProps) {
  const { name, prefix, state, scopes, plan, allow } = apiKey
  const places = [...(allow?.addresses ?? []), ...(allow?.origins ?? [])]
  return (
    <li class={state === 'active' ? undefined : 'ended'}>
      <div>
        <h3>{name}</h3>
        <code>{prefix}_…</code>
      </div>
      <p class="chips">
        {state !== 'active' && <span class="chip bad">{state}</span>}
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
        {lifeOf(apiKey)}
        <br />
        {useOf(apiKey)}
      </p>
      {state === 'active' && (
        <div class="actions">
          <Act label="Edit" name={name} onClick={() => begin({ kind: 'edit', key: apiKey })} />
          <Act label="Rotate" name={name} onClick={() => begin({ kind: 'rotate', key: apiKey })} />
          <Act label="Revoke" name={name} onClick={() => begin({ kind: 'revoke', key: apiKey })} />
        </div>
      )}
    </li>
  )
}

function Act({ label, name, onClick }: { label: string; name: string; onClick(): void }) {
  return (
    <button type="button" class="small" aria-label={`${label} ${name}`} onClick={onClick}>
      {label}
    </button>
  )
}

function lifeOf({ state, createdAt, expiresAt, expiresInSeconds }: OwnKey): string {
  if (state !== 'active') return `Created ${date(createdAt)}`
  return `Expires ${date(expiresAt)}, in ${duration(expiresInSeconds)}`
}

function useOf({ lastUsedAt, lastUsedIp }: OwnKey): string {
  if (lastUsedAt === null) return 'Never used'
  return `Last used ${time(lastUsedAt)}${lastUsedIp === null ? '' : ` from ${lastUsedIp}`}`
}

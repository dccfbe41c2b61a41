import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiKey, CreatedApiKey } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { formatCounted } from '../kit/format.js'
import { Copyable } from '../kit/requests.js'
import { baseUrl } from '../kit/where.js'
import { listKeys } from './calls.js'
import { KeyDialog, type KeyTask } from './key-dialog.js'
import { KeyRow } from './key-row.js'

/** The user's API keys: those in force first. */
export function Keys({ scopes }: { scopes: string[] }) {
  const { data, error, reload } = useLoaded(listKeys, '')
  const [task, setTask] = useState<KeyTask>()
  const [fresh, setFresh] = useState<CreatedApiKey>()
  const [areEndedShown, setEndedShown] = useState(false)

  const keys = data?.keys ?? []
  const active = keys.filter(({ state }) => state === 'active')
  const ended = keys.filter(({ state }) => state !== 'active')
  const shown = areEndedShown ? [...active, ...ended] : active

  function done(created?: CreatedApiKey): void {
    setTask(undefined)
    if (created) setFresh(created)
    reload()
  }

  return (
    <section class="card" aria-labelledby="keys">
      <div class="title">
        <div>
          <h2 id="keys">API keys</h2>
          <p class="lead">Your programs send a key with each request.</p>
        </div>
        <button type="button" class="primary" onClick={() => setTask({ kind: 'create' })}>
          Create key
        </button>
      </div>
      <Problem error={error} />
      {fresh && <NewKey created={fresh} onClose={() => setFresh(undefined)} />}
      {data && shown.length === 0 && (
        <p class="empty">No active keys. Create one to call the API from your programs.</p>
      )}
      <KeyList keys={shown} all={keys} begin={setTask} />
      {ended.length > 0 && (
        <button
          type="button"
          class="link"
          aria-expanded={areEndedShown}
          onClick={() => setEndedShown(!areEndedShown)}
        >
          {areEndedShown ? 'Hide' : 'Show'} {formatCounted(ended.length, 'revoked or expired key')}
        </button>
      )}
      {task && (
        <KeyDialog task={task} scopes={scopes} onClose={() => setTask(undefined)} onDone={done} />
      )}
    </section>
  )
}

interface KeyListProps {
  keys: ApiKey[]
  all: ApiKey[]
  begin(task: KeyTask): void
}

function KeyList({ keys, all, begin }: KeyListProps) {
  if (keys.length === 0) return null
  return (
    <ul class="rows">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} keys={all} begin={begin} />
      ))}
    </ul>
  )
}

/** The secret of a new key: it is shown here once, and kept nowhere. */
function NewKey({ created, onClose }: { created: CreatedApiKey; onClose(): void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current!.focus(), [created.id])
  return (
    <section class="secret" ref={box} tabIndex={-1} aria-label={`New key ${created.name}`}>
      <p>
        <strong>Store this key now.</strong> It is not shown again.
      </p>
      <Copyable text={created.key} label="Copy the key" />
      <details>
        <summary>First request</summary>
        <pre>
          <code>
            {`curl '${baseUrl}/api/v1/organizations?q=food+bank' `}
            {`-H 'X-API-Key: ${created.prefix}_…'`}
          </code>
        </pre>
      </details>
      <button type="button" onClick={onClose}>
        I have stored it
      </button>
    </section>
  )
}

import { useState } from 'preact/hooks'
import type { ApiKey, CreatedApiKey } from '../../../packages/client/src/types.js'
import { useAction } from '../kit/action.js'
import { Dialog } from '../kit/dialog.js'
import { Field, Form } from '../kit/form.js'
import { changeKey, createKey, revokeKey, rotateKey } from './calls.js'
import { toDraft, toFields } from './draft.js'
import { KeyFields } from './key-fields.js'

/** What is being done to a key. */
export type KeyTask = { kind: 'create' } | { kind: 'edit' | 'rotate' | 'revoke'; key: ApiKey }

interface TaskProps {
  onClose(): void
  /** With the new key, if there is one. */
  onDone(created?: CreatedApiKey): void
}

const titles = {
  create: 'Create an API key',
  edit: 'Edit the API key',
  rotate: 'Rotate the API key',
  revoke: 'Revoke the API key',
}

export function KeyDialog({
  task,
  scopes,
  ...props
}: TaskProps & { task: KeyTask; scopes: string[] }) {
  return (
    <Dialog title={titles[task.kind]} onClose={props.onClose}>
      {task.kind === 'create' && <Edit scopes={scopes} {...props} />}
      {task.kind === 'edit' && <Edit scopes={scopes} apiKey={task.key} {...props} />}
      {task.kind === 'rotate' && <Rotate apiKey={task.key} {...props} />}
      {task.kind === 'revoke' && <Revoke apiKey={task.key} {...props} />}
    </Dialog>
  )
}

/** Creates a key, or changes the given one. */
function Edit({
  scopes,
  apiKey,
  onClose,
  onDone,
}: TaskProps & { scopes: string[]; apiKey?: ApiKey }) {
  const [fields, setFields] = useState(() => toFields(apiKey))
  const action = useAction(async () => {
    const draft = toDraft(fields, apiKey)
    if (!apiKey) return onDone(await createKey(draft))
    if (Object.keys(draft).length > 0) await changeKey(apiKey.id, draft)
    onDone()
  })
  return (
    <Form
      action={action}
      fields={['name', 'scopes', 'allow', 'expiresIn']}
      submit={apiKey ? 'Save' : 'Create key'}
      onCancel={onClose}
    >
      <KeyFields
        fields={fields}
        onChange={(change) => setFields({ ...fields, ...change })}
        scopes={[...new Set([...scopes, ...fields.scopes])]}
        isNew={!apiKey}
        error={action.error}
      />
    </Form>
  )
}

function Rotate({ apiKey, onClose, onDone }: TaskProps & { apiKey: ApiKey }) {
  const [hours, setHours] = useState('24')
  const action = useAction(async () =>
    onDone(await rotateKey(apiKey.id, Math.round(Number(hours) * 3600))),
  )
  return (
    <Form action={action} fields={['graceSeconds']} submit="Rotate key" onCancel={onClose}>
      <p>
        A new key with the same scopes replaces <strong>{apiKey.name}</strong>.
      </p>
      <Field
        label="Hours until the old key ends"
        name="graceSeconds"
        type="number"
        min={0}
        value={hours}
        onValue={setHours}
        hint="0 ends it at once."
        error={action.error}
      />
    </Form>
  )
}

function Revoke({ apiKey, onClose, onDone }: TaskProps & { apiKey: ApiKey }) {
  const action = useAction(async () => {
    await revokeKey(apiKey.id)
    onDone()
  })
  return (
    <Form action={action} fields={[]} submit="Revoke" isDangerous onCancel={onClose}>
      <p>
        Programs that use <strong>{apiKey.name}</strong> (<code>{apiKey.prefix}_…</code>) lose
        access within a second. This cannot be undone.
      </p>
    </Form>
  )
}

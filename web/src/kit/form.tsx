import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { ApiError } from '../../../packages/client/src/errors.js'
import type { Action } from './action.js'

/** The mistakes that an answer names for a field. */
export function getMistakes(error: unknown, field: string): string[] {
  return error instanceof ApiError ? (error.mistakes[field] ?? []) : []
}

/**
 * Shows an error with its code and the id of the request. Mistakes that the fields show are
 * left out.
 */
export function Problem({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === undefined) return null
  if (fields.some((field) => getMistakes(error, field).length > 0)) return null
  const { code, requestId } = error instanceof ApiError ? error : {}
  return (
    <p class="notice bad" role="alert">
      {error instanceof Error ? error.message : String(error)}
      {code && <small>{requestId ? `${code} · request ${requestId}` : code}</small>}
    </p>
  )
}

interface FieldProps {
  label: string
  name: string
  type?: 'text' | 'email' | 'password' | 'number'
  autocomplete?: 'username' | 'name' | 'current-password' | 'new-password' | 'off'
  min?: number
  value: string
  onValue(value: string): void
  hint?: string
  /** The error of the last attempt: its mistakes of this field are shown below it. */
  error?: unknown
}

/** A labelled input, with its hint and its mistakes. */
export function Field({
  label,
  name,
  type = 'text',
  value,
  onValue,
  hint,
  error,
  ...rest
}: FieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const mistakes = getMistakes(error, name)
  const described = [hint && `${id}-hint`, mistakes.length > 0 && `${id}-bad`].filter(Boolean)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="input">
        <input
          id={id}
          autocomplete={rest.autocomplete ?? 'off'}
          required
          min={rest.min}
          step={type === 'number' ? 'any' : undefined}
          name={name}
          type={(isShown ? 'text' : type) as 'text'} // the types have no choice of several
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
          aria-invalid={mistakes.length > 0}
        />
        {type === 'password' && (
          <button
            type="button"
            class="quiet"
            aria-label={`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {mistakes.length > 0 && (
        <p class="mistake" id={`${id}-bad`} role="alert">
          {mistakes.map((mistake) => withLabel(mistake, name, label)).join('. ')}
        </p>
      )}
    </div>
  )
}

/** A mistake with the label of its field in place of the name of the member. */
function withLabel(mistake: string, name: string, label: string): string {
  return mistake.startsWith(`${name} `) ? label + mistake.slice(name.length) : mistake
}

interface FormProps {
  action: Action<[]>
  /** Names of the fields in it, which show their own mistakes. */
  fields: readonly string[]
  submit: string
  /** What is going on meanwhile, if it may take seconds: `Reading the files …`. */
  running?: string | undefined
  isDangerous?: boolean
  onCancel?: () => void
  /** The text of the button that calls `onCancel`. */
  dismiss?: string
  children: ComponentChildren
}

/** A form with its button and the error of its last attempt. */
export function Form({ action, fields, submit, dismiss = 'Cancel', ...rest }: FormProps) {
  const { isDangerous, onCancel, running, children } = rest
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void action.run()
      }}
    >
      {children}
      <Problem error={action.error} fields={fields} />
      {running !== undefined && (
        <div role="status">
          {action.isRunning && (
            <>
              {running}
              <progress aria-label={running} />
            </>
          )}
        </div>
      )}
      <div class="actions">
        <button
          type="submit"
          class={isDangerous ? 'danger' : 'primary'}
          aria-busy={action.isRunning}
        >
          {submit}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {dismiss}
          </button>
        )}
      </div>
    </form>
  )
}

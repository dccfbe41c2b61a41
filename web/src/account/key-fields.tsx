import { useId } from 'preact/hooks'
import { Field, getMistakes } from '../kit/form.js'
import type { DraftFields } from './draft.js'

interface KeyFieldsProps {
  fields: DraftFields
  onChange(change: Partial<DraftFields>): void
  /** The scopes to choose from. */
  scopes: string[]
  isNew: boolean
  error: unknown
}

/** The inputs for a key: name, scopes, life, and where it may be used. */
export function KeyFields({ fields, onChange, scopes, isNew, error }: KeyFieldsProps) {
  const allowMistakes = getMistakes(error, 'allow')
  const restricted = fields.addresses !== '' || fields.origins !== ''
  return (
    <>
      <Field
        label="Name"
        name="name"
        value={fields.name}
        onValue={(name) => onChange({ name })}
        hint="Name the program or place that uses it."
        error={error}
      />
      <Scopes fields={fields} onChange={onChange} scopes={scopes} error={error} />
      {isNew && (
        <Field
          label="Days until it expires"
          name="expiresIn"
          type="number"
          min={1}
          value={fields.days}
          onValue={(days) => onChange({ days })}
          error={error}
        />
      )}
      <details open={restricted || allowMistakes.length > 0}>
        <summary>Restrict where it may be used</summary>
        <Lines
          label="IP addresses or networks"
          hint="One per line, such as 203.0.113.0/24. Leave empty to allow all."
          value={fields.addresses}
          onValue={(addresses) => onChange({ addresses })}
        />
        <Lines
          label="Origins of web pages"
          hint="One per line, such as https://www.example.org. Leave empty to allow all."
          value={fields.origins}
          onValue={(origins) => onChange({ origins })}
        />
        {allowMistakes.length > 0 && (
          <p class="mistake" role="alert">
            {allowMistakes.join('. ')}
          </p>
        )}
      </details>
    </>
  )
}

const meanings: Readonly<Record<string, string>> = {
  'organizations:read': 'find and read organizations',
}

function Scopes({ fields, onChange, scopes, error }: Omit<KeyFieldsProps, 'isNew'>) {
  const mistakes = getMistakes(error, 'scopes')
  const toggle = (scope: string, isOn: boolean) =>
    onChange({
      scopes: isOn ? [...fields.scopes, scope] : fields.scopes.filter((other) => other !== scope),
    })
  return (
    <fieldset>
      <legend>Scopes</legend>
      {scopes.map((scope) => (
        <label key={scope} class="check">
          <input
            type="checkbox"
            checked={fields.scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
          <span>
            <code>{scope}</code> <span class="hint">{meanings[scope]}</span>
          </span>
        </label>
      ))}
      {mistakes.length > 0 && (
        <p class="mistake" role="alert">
          {mistakes.join('. ')}
        </p>
      )}
    </fieldset>
  )
}

interface LinesProps {
  label: string
  hint: string
  value: string
  onValue(value: string): void
}

function Lines({ label, hint, value, onValue }: LinesProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}

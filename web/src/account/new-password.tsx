import { Field } from '../kit/form.js'

interface NewPasswordProps {
  /** As the call names it, also in its mistakes. */
  name: string
  value: string
  onValue(value: string): void
  error: unknown
}

/** The input for a new password, with the rule that it has to keep. */
export function NewPassword({ name, value, onValue, error }: NewPasswordProps) {
  return (
    <Field
      label="New password"
      name={name}
      type="password"
      autocomplete="new-password"
      value={value}
      onValue={onValue}
      hint="Some unrelated words: easy to remember, hard to guess."
      error={error}
    />
  )
}

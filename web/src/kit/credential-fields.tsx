import { Field } from './form.js'

interface CredentialFieldProps {
  value: string
  onValue(value: string): void
  /** The error of the last attempt. */
  error: unknown
}

/** The input for the e-mail address of an account. */
export function EmailField(props: CredentialFieldProps) {
  return <Field label="E-mail" name="email" type="email" autocomplete="username" {...props} />
}

/** The input for the password of an account. */
export function PasswordField(props: CredentialFieldProps) {
  return (
    <Field
      label="Password"
      name="password"
      type="password"
      autocomplete="current-password"
      {...props}
    />
  )
}

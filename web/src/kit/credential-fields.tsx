import { loadSignUpPolicy } from './account-links.js'
import { useLoaded } from './action.js'
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

/** The input for a new password, with the rule that it has to keep. */
export function NewPassword(
  props: CredentialFieldProps & { /** As the call names it, also in its mistakes. */ name: string },
) {
  const { data: policy } = useLoaded(loadSignUpPolicy, '')
  const least = policy ? ` At least ${policy.passwordMinLength} characters.` : ''
  return (
    <Field
      label="New password"
      type="password"
      autocomplete="new-password"
      hint={`Some unrelated words: easy to remember, hard to guess.${least}`}
      {...props}
    />
  )
}

/** The input for the name of a person. */
export function NameField(props: CredentialFieldProps) {
  return <Field label="Name" name="name" autocomplete="name" {...props} />
}

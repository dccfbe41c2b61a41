import { useState } from 'preact/hooks'
import { AccountLinks, type Way } from './account-links.js'
import { useAction } from './action.js'
import { session } from './api.js'
import { EmailField, PasswordField } from './credential-fields.js'
import { Form } from './form.js'

interface SignInFormProps {
  /** The address, where it is known already. */
  email?: string
  /** After the login. */
  onDone(): void
  /** On the account page: shows another view. */
  go?: ((way: Way) => void) | undefined
}

interface SignInProps extends SignInFormProps {
  /** Why to sign in. */
  reason: string
}

/** A page that asks for a sign-in. */
export function SignIn({ reason, ...form }: SignInProps) {
  return (
    <>
      <h1>Sign in</h1>
      <p class="lead">{reason}</p>
      <SignInForm {...form} />
    </>
  )
}

/** The form of the login. */
export function SignInForm({ onDone, go, ...known }: SignInFormProps) {
  const [email, setEmail] = useState(known.email ?? '')
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    await session.login({ email, password }, undefined)
    onDone()
  })
  return (
    <>
      <Form action={action} fields={['email', 'password']} submit="Sign in">
        <EmailField value={email} onValue={setEmail} error={action.error} />
        <PasswordField value={password} onValue={setPassword} error={action.error} />
      </Form>
      <AccountLinks go={go} />
    </>
  )
}

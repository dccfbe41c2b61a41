import { useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { session } from '../kit/api.js'
import { EmailField, NameField, NewPassword, PasswordField } from '../kit/credential-fields.js'
import { Form } from '../kit/form.js'
import { accept, register, verify } from './calls.js'
import type { ViewProps } from './link.js'

/** Creates an account. The answer is the same for known and unknown addresses. */
export function SignUp({ go }: Pick<ViewProps, 'go'>) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    await register({ email, name, password })
    go('sign-in', `Open the link that was sent to ${email}, then sign in here.`, email)
  })
  const { error } = action
  return (
    <>
      <h1>Create an account</h1>
      <p class="lead">You get an e-mail with a link to confirm your address.</p>
      <Form
        action={action}
        fields={['name', 'email', 'password']}
        submit="Create account"
        onCancel={() => go('sign-in')}
      >
        <NameField value={name} onValue={setName} error={error} />
        <EmailField value={email} onValue={setEmail} error={error} />
        <NewPassword name="password" value={password} onValue={setPassword} error={error} />
      </Form>
    </>
  )
}

/** Creates the account of an invitation, whose address is known, and signs in. */
export function Accept({ enter, go, token }: ViewProps & { token: string }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    const { email } = await accept(token, { name, password })
    await session
      .login({ email, password }, undefined)
      .then(enter)
      .catch(() => go('sign-in', 'Your account is ready.', email))
  })
  const { error } = action
  return (
    <>
      <h1>Accept your invitation</h1>
      <p class="lead">Choose a name and a password, and your account is ready.</p>
      <Form
        action={action}
        fields={['name', 'password']}
        submit="Create account"
        onCancel={() => go('sign-in')}
      >
        <NameField value={name} onValue={setName} error={error} />
        <NewPassword name="password" value={password} onValue={setPassword} error={error} />
      </Form>
    </>
  )
}

/**
 * Confirms the address by the password of the sign-up, which only the person who signed up knows,
 * and signs in.
 */
export function Verify({ enter, go, token }: ViewProps & { token: string }) {
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    const { email } = await verify(token, password)
    await session
      .login({ email, password }, undefined)
      .then(enter)
      .catch(() => go('sign-in', 'Your e-mail address is confirmed. You can sign in now.', email))
  })
  return (
    <>
      <h1>Confirm your e-mail address</h1>
      <p class="lead">Enter the password that you chose when you signed up.</p>
      <Form action={action} fields={['password']} submit="Confirm" onCancel={() => go('sign-in')}>
        <PasswordField value={password} onValue={setPassword} error={action.error} />
      </Form>
    </>
  )
}

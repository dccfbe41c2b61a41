import { useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { EmailField, NewPassword } from '../kit/credential-fields.js'
import { Form } from '../kit/form.js'
import { recover, reset } from './calls.js'
import type { ViewProps } from './link.js'

/** Asks for a link by e-mail. The answer is the same for known and unknown addresses. */
export function Recover({ go }: Pick<ViewProps, 'go'>) {
  const [email, setEmail] = useState('')
  const action = useAction(async () => {
    await recover(email)
    go('sign-in', `If ${email} has an account, a link to choose a new password is on its way.`)
  })
  return (
    <>
      <h1>Forgot your password?</h1>
      <p class="lead">You get an e-mail with a link to choose a new one.</p>
      <Form
        action={action}
        fields={['email']}
        submit="Send the link"
        onCancel={() => go('sign-in')}
      >
        <EmailField value={email} onValue={setEmail} error={action.error} />
      </Form>
    </>
  )
}

interface ResetProps extends Pick<ViewProps, 'go'> {
  token: string
}

/** Chooses a new password, by the link of such an e-mail. */
export function Reset({ go, token }: ResetProps) {
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    await reset(token, password)
    go('sign-in', 'Your password is changed. Sign in with the new one.')
  })
  return (
    <>
      <h1>Choose a new password</h1>
      <p class="lead">
        All sessions of your account end. Its API keys remain valid: revoke those that you do not
        know.
      </p>
      <Form
        action={action}
        fields={['password']}
        submit="Change password"
        onCancel={() => go('sign-in')}
      >
        <NewPassword name="password" value={password} onValue={setPassword} error={action.error} />
      </Form>
    </>
  )
}

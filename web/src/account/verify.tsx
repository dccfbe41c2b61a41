import { useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { PasswordField } from '../kit/credential-fields.js'
import { Form } from '../kit/form.js'
import { verify } from './calls.js'
import type { ViewProps } from './views.js'

/**
 * Confirms the address by the password of the sign-up, which only the person who signed up knows.
 */
export function Verify({ go, token }: Pick<ViewProps, 'go'> & { token: string }) {
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    const { email } = await verify(token, password)
    go('sign-in', 'Your e-mail address is confirmed. You can sign in now.', email)
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

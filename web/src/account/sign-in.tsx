import { useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { Field, Form } from '../kit/form.js'
import type { SignUpPolicy } from './calls.js'
import type { ViewProps } from './entrance.js'

interface SignInProps extends ViewProps {
  policy: SignUpPolicy | undefined
  email: string
}

export function SignIn({ enter, go, policy, ...known }: SignInProps) {
  const [email, setEmail] = useState(known.email)
  const [password, setPassword] = useState('')
  const action = useAction(() => enter(email, password))
  const isOpen = policy?.signUp === 'open' || policy?.signUp === 'domains'
  return (
    <>
      <h1>Sign in</h1>
      <p class="lead">Manage your API keys, and see your usage and limits.</p>
      <Form action={action} fields={['email', 'password']} submit="Sign in">
        <Field
          label="E-mail"
          name="email"
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          error={action.error}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="current-password"
          value={password}
          onValue={setPassword}
          error={action.error}
        />
      </Form>
      {policy?.recovery && (
        <button type="button" class="link" onClick={() => go('recover')}>
          Forgot your password?
        </button>
      )}
      {isOpen && (
        <p class="aside">
          No account yet?{' '}
          <button type="button" class="link" onClick={() => go('sign-up')}>
            Create an account
          </button>
        </p>
      )}
    </>
  )
}

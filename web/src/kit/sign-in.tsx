import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from './action.js'
import { session } from './api.js'
import { Field, Form } from './form.js'

interface SignInProps {
  /** What the reader gets by it. */
  reason: string
  /** The address, where it is known already. */
  email?: string
  /** After the login. @throws what is shown as the error of the form. */
  onDone(): void | Promise<void>
  children?: ComponentChildren
}

/** The form of the login; its tokens stay in the memory of the page. */
export function SignIn({ reason, onDone, children, ...known }: SignInProps) {
  const [email, setEmail] = useState(known.email ?? '')
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    await session.login({ email, password }, undefined)
    await onDone()
  })
  return (
    <>
      <h1>Sign in</h1>
      <p class="lead">{reason}</p>
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
      {children}
    </>
  )
}

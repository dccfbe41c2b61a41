import { useAction } from '../kit/action.js'
import { Form } from '../kit/form.js'
import { verify } from './calls.js'
import type { ViewProps } from './entrance.js'

/** Confirms the address by a click: programs that open the links of e-mails confirm nothing. */
export function Verify({ go, token }: Pick<ViewProps, 'go'> & { token: string }) {
  const action = useAction(async () => {
    const { email } = await verify(token)
    go('sign-in', 'Your e-mail address is confirmed. You can sign in now.', email)
  })
  return (
    <>
      <h1>Confirm your e-mail address</h1>
      <p class="lead">One click, and your account is ready.</p>
      <Form action={action} fields={[]} submit="Confirm" onCancel={() => go('sign-in')}>
        {null}
      </Form>
    </>
  )
}

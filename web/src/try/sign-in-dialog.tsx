import { useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { setApiKey } from '../kit/api.js'
import { Dialog } from '../kit/dialog.js'
import { Field, Form } from '../kit/form.js'
import { SignInForm } from '../kit/sign-in.js'
import type { Access, OpenDialog } from './access.js'
import { loadFields } from './calls.js'

/** The sign-in: by a login, or by an API key. */
export function SignInDialog({ access, dialog }: { access: Access; dialog: OpenDialog }) {
  const { isNeeded } = dialog
  const cancel = () => dialog.close(false)
  return (
    <Dialog title={isNeeded ? 'Sign in first' : 'Sign in'} onClose={cancel}>
      <div class="entrance-parts">
        {isNeeded && <p class="lead">Searches need a login or an API key. Your query is kept.</p>}
        <SignInForm onDone={() => access.enter()} />
        <details>
          <summary>Use an API key instead</summary>
          <ByKey access={access} />
        </details>
        <p class="hint">
          A login lasts until you sign out. A key stays in the memory of this page; a reload forgets
          it. Started with <code>npm start</code>? The terminal shows the demo user.
        </p>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}

function ByKey({ access }: { access: Access }) {
  const [key, setKey] = useState('')
  const action = useAction(async () => {
    setApiKey(key.trim())
    try {
      await loadFields()
    } catch (error) {
      setApiKey(undefined)
      throw error
    }
    access.enter(`key ${key.trim().split('_').slice(0, 2).join('_')}`)
  })
  return (
    <Form action={action} fields={[]} submit="Use this key">
      <Field label="API key" name="key" type="password" value={key} onValue={setKey} />
    </Form>
  )
}

import { useState } from 'preact/hooks'
import type { User } from '../../../packages/client/src/types.js'
import { loadSignUpPolicy } from '../kit/account-links.js'
import { useAction, useLoaded } from '../kit/action.js'
import { NewPassword, PasswordField } from '../kit/credential-fields.js'
import { Dialog } from '../kit/dialog.js'
import { Field, Form, Problem } from '../kit/form.js'
import { changePassword, deleteAccount, signOutEverywhere } from './calls.js'

interface SettingsProps {
  user: User
  leave(reason: string): void
}

/** Password, sessions, and the end of the account where people may create one. */
export function Settings({ user, leave }: SettingsProps) {
  const { data: policy } = useLoaded(loadSignUpPolicy, '')
  const [isDeleting, setDeleting] = useState(false)
  const everywhere = useAction(async () => {
    await signOutEverywhere()
    leave('You are signed out everywhere.')
  })
  return (
    <section class="card" aria-labelledby="settings">
      <h2 id="settings">Security</h2>
      <div class="columns">
        <Password email={user.email} />
        <div>
          <h3>Sessions</h3>
          <p class="hint">Ends all sessions of your account, on all devices. API keys remain.</p>
          <Problem error={everywhere.error} />
          <button type="button" onClick={() => everywhere.run()}>
            Sign out everywhere
          </button>
          {policy && policy.signUp !== 'off' && (
            <>
              <h3>Delete the account</h3>
              <p class="hint">Revokes all its keys, and removes what is stored about you.</p>
              <button type="button" class="danger" onClick={() => setDeleting(true)}>
                Delete account
              </button>
            </>
          )}
        </div>
      </div>
      {isDeleting && <Deletion onClose={() => setDeleting(false)} leave={leave} />}
    </section>
  )
}

function Password({ email }: { email: string }) {
  const [current, setCurrent] = useState('')
  const [chosen, setChosen] = useState('')
  const [isDone, setDone] = useState(false)
  const action = useAction(async () => {
    setDone(false)
    await changePassword(current, chosen)
    setCurrent('')
    setChosen('')
    setDone(true)
  })
  return (
    <div>
      <h3>Password</h3>
      <Form action={action} fields={['currentPassword', 'newPassword']} submit="Change password">
        <input type="hidden" autocomplete="username" value={email} />
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autocomplete="current-password"
          value={current}
          onValue={setCurrent}
          error={action.error}
        />
        <NewPassword name="newPassword" value={chosen} onValue={setChosen} error={action.error} />
        {isDone && (
          <p class="notice good" role="status">
            Your password is changed. Your other sessions have ended.
          </p>
        )}
      </Form>
    </div>
  )
}

function Deletion({ onClose, leave }: { onClose(): void; leave(reason: string): void }) {
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    await deleteAccount(password)
    leave('Your account is deleted.')
  })
  return (
    <Dialog title="Delete your account" onClose={onClose}>
      <Form
        action={action}
        fields={['password']}
        submit="Delete my account"
        isDangerous
        onCancel={onClose}
      >
        <p>All your API keys stop working at once. This cannot be undone.</p>
        <PasswordField value={password} onValue={setPassword} error={action.error} />
      </Form>
    </Dialog>
  )
}

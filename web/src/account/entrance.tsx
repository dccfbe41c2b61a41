import { useState } from 'preact/hooks'
import { useLoaded } from '../kit/action.js'
import { SignIn } from '../kit/sign-in.js'
import { signUpPolicy } from './calls.js'
import type { MailLink } from './link.js'
import { Recover, Reset } from './recover.js'
import { Accept, SignUp } from './sign-up.js'
import { Verify } from './verify.js'
import type { View, ViewProps } from './views.js'

interface EntranceProps {
  link: MailLink | undefined
  /** Shown until another view is. */
  notice: string
  enter: ViewProps['enter']
}

/** Everything before the sign-in: one card, with one thing to do. */
export function Entrance({ link, notice, enter }: EntranceProps) {
  const [shown, setShown] = useState<{ view: View; notice?: string; email: string }>({
    view: link?.purpose ?? 'sign-in',
    email: '',
  })
  const { data: policy } = useLoaded(signUpPolicy, '')
  const go: ViewProps['go'] = (view, told = '', email = '') =>
    setShown({ view, notice: told, email })
  const isOpen = policy?.signUp === 'open' || policy?.signUp === 'domains'
  const token = link?.token ?? ''
  const said = shown.notice ?? notice
  return (
    <section class="card entrance" aria-live="polite">
      {said && <p class="notice good">{said}</p>}
      {shown.view === 'sign-in' && (
        <SignIn
          reason="Manage your API keys, and see your usage and limits."
          email={shown.email}
          onDone={enter}
        >
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
        </SignIn>
      )}
      {shown.view === 'sign-up' && <SignUp go={go} />}
      {shown.view === 'invite' && <Accept enter={enter} go={go} token={token} />}
      {shown.view === 'recover' && <Recover go={go} />}
      {shown.view === 'reset' && <Reset go={go} token={token} />}
      {shown.view === 'verify' && <Verify go={go} token={token} />}
    </section>
  )
}

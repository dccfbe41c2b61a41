import { useState } from 'preact/hooks'
import { useLoaded } from '../kit/action.js'
import { signUpPolicy } from './calls.js'
import type { MailLink } from './link.js'
import { Recover, Reset } from './recover.js'
import { SignIn } from './sign-in.js'
import { Accept, SignUp } from './sign-up.js'
import { Verify } from './verify.js'

export type View = 'sign-in' | 'sign-up' | 'recover' | MailLink['purpose']

/** What every view of the entrance is given. */
export interface ViewProps {
  /** Signs in. @throws what the login throws. */
  enter(email: string, password: string): Promise<void>
  /** Goes to another view, with a message there, and the address that is known by then. */
  go(view: View, notice?: string, email?: string): void
}

interface EntranceProps {
  link: MailLink | undefined
  notice: string
  enter: ViewProps['enter']
}

/** Everything before the sign-in: one card, with one thing to do. */
export function Entrance({ link, notice, enter }: EntranceProps) {
  const [shown, setShown] = useState({
    view: link?.purpose ?? ('sign-in' as View),
    notice,
    email: '',
  })
  const { data: policy } = useLoaded(signUpPolicy, '')
  const go: ViewProps['go'] = (view, told = '', email = '') =>
    setShown({ view, notice: told, email })
  const token = link?.token ?? ''
  return (
    <section class="card entrance" aria-live="polite">
      {shown.notice && <p class="notice good">{shown.notice}</p>}
      {shown.view === 'sign-in' && (
        <SignIn enter={enter} go={go} policy={policy} email={shown.email} />
      )}
      {shown.view === 'sign-up' && <SignUp go={go} />}
      {shown.view === 'invite' && <Accept enter={enter} go={go} token={token} />}
      {shown.view === 'recover' && <Recover go={go} />}
      {shown.view === 'reset' && <Reset go={go} token={token} />}
      {shown.view === 'verify' && <Verify go={go} token={token} />}
    </section>
  )
}
